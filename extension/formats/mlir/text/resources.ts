/** The file metadata dictionary after the module: `{-# dialect_resources: {…}, external_resources: {…} #-}`. */
import type { Container } from "../container/container";
import type { Resource, ResourceGroup } from "../container/resources";
import { hexText } from "../model/hex";
import { quoted, spellName } from "../model/spelling";

/** Bytes converted to hex at once. */
const CHUNK = 1 << 15;

/** Whether a resource is printed: keys without data are only declarations. */
const hasData = ({ value }: Resource): boolean => value.kind !== "declared" && value.kind !== "damaged";
/** Whether only those of a group are printed that the text names. */
const isNamed = ({ external, owner }: ResourceGroup): boolean => !external && owner === "builtin";

/** Whether it must be known which resources the text names. */
export const asksForMentions = ({ resources }: Container): boolean =>
  resources.some((group) => isNamed(group) && group.entries.some(hasData));

/**
 * The dictionary with the line breaks around it; nothing if no resource is printed.
 * @param mentioned the resources that the text names, in their order
 */
export function* resourceText(
  container: Container,
  mentioned: ReadonlySet<Resource>,
): Generator<string, void, undefined> {
  const groups = container.resources.map((group) => printedGroup(group, mentioned)).filter(isFilled);
  const blocks = [
    ["dialect_resources", groups.filter((g) => !g.external)],
    ["external_resources", groups.filter((g) => g.external)],
  ] as const;
  const present = blocks.filter(([, members]) => members.length > 0);
  if (present.length === 0) return;
  yield "\n{-#\n";
  // MLIR 16 omits the separator between two blocks, and between two groups.
  const separator = container.release === 16 ? "" : ",\n";
  for (const [i, [name, members]] of present.entries()) {
    yield `${i === 0 ? "" : separator}  ${name}: {\n`;
    for (const [k, group] of members.entries()) {
      if (k > 0) yield separator;
      yield* groupText(container, group);
    }
    yield "\n  }";
  }
  yield "\n#-}\n";
}

/** A group with those of its resources that are printed. */
function printedGroup(group: ResourceGroup, mentioned: ReadonlySet<Resource>): ResourceGroup {
  const own = new Set(group.entries);
  const printed = isNamed(group) ? [...mentioned].filter((resource) => own.has(resource)) : group.entries;
  return { ...group, entries: printed.filter(hasData) };
}
const isFilled = ({ entries }: ResourceGroup): boolean => entries.length > 0;

function* groupText(container: Container, group: ResourceGroup): Generator<string, void, undefined> {
  // MLIR 17 and 18 omit the keys of external resources.
  const nameless = group.external && (container.release === 17 || container.release === 18);
  yield `    ${group.owner}: {\n`;
  for (const [i, resource] of group.entries.entries()) {
    yield `${i === 0 ? "" : ",\n"}      ${nameless ? "" : spellName(resource.key)}: `;
    yield* valueText(container, resource);
  }
  yield "\n    }";
}

/** A blob is printed as its alignment, in four bytes, and its data. */
function* valueText(container: Container, { value }: Resource): Generator<string, void, undefined> {
  switch (value.kind) {
    case "bool":
      yield value.value ? "true" : "false";
      return;
    case "string":
      yield quoted(container.string(value.string));
      return;
    case "blob": {
      const alignment = new Uint8Array(4);
      new DataView(alignment.buffer).setUint32(0, value.alignment, true);
      yield `"0x${hexText(alignment)}`;
      for (let at = value.data.startByte; at < value.data.endByte; at += CHUNK)
        yield hexText(container.window.view(at, Math.min(at + CHUNK, value.data.endByte)));
      yield '"';
      return;
    }
    case "declared":
    case "damaged":
      return;
  }
}
