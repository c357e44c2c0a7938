/** The file metadata dictionary after the module: `{-# dialect_resources: {…}, external_resources: {…} #-}`. */
import type { Container } from "../container/container";
import type { Resource, ResourceGroup } from "../container/resources";
import { hexText } from "../model/hex";
import { quoted, spellName } from "../model/spelling";

/** Bytes converted to hex at once. */
const CHUNK = 1 << 15;

/** The resources of a group that are printed: keys without data are only declarations. */
function listed(group: ResourceGroup): readonly Resource[] {
  return group.entries.filter(({ value }) => value.kind !== "declared" && value.kind !== "damaged");
}

/** The dictionary with the line breaks around it; nothing if no resource has data. */
export function* resourceText(container: Container): Generator<string, void, undefined> {
  const groups = container.resources.filter((group) => listed(group).length > 0);
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

function* groupText(container: Container, group: ResourceGroup): Generator<string, void, undefined> {
  // MLIR 17 and 18 omit the keys of external resources.
  const nameless = group.external && (container.release === 17 || container.release === 18);
  yield `    ${group.owner}: {\n`;
  for (const [i, resource] of listed(group).entries()) {
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
