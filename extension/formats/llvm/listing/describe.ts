/** Describes a record's layout in one line, made from its specification. */
import type { Part, RecordSpecification, Test } from "../spec/form";

const described = new Map<RecordSpecification, string>();

/** `INST_BINOP [opval, opval1, opcode, flags]`; `(…)…` is repeated, `a | b` are alternatives, `[a]` is optional. */
export function describe(specification: RecordSpecification): string {
  let text = described.get(specification);
  if (text === undefined) {
    const { name, parts, blob, note } = specification;
    const operands = list(parts);
    text = operands === "" ? name : `${name} [${operands}]`;
    if (blob !== undefined) text += `, blob: ${blob}`;
    if (note !== undefined) text += `. ${note}`;
    described.set(specification, text);
  }
  return text;
}

function list(parts: readonly Part[]): string {
  return parts
    .map(one)
    .filter((text) => text !== "")
    .join(", ");
}

function one(part: Part): string {
  switch (part.part) {
    case "field": {
      const { name, since, until } = part;
      const releases = [
        ...(since === undefined ? [] : [`since ${since}`]),
        ...(until === undefined ? [] : [`until ${until}`]),
      ];
      return releases.length === 0 ? name : `${name} (${releases.join(", ")})`;
    }
    case "rest":
      return repeated(part.parts, "…");
    case "times":
      return repeated(part.parts, ` × ${part.half === undefined ? "" : `${part.half} half of `}${part.count}`);
    case "when":
      return alternatives(part.test, list(part.then), list(part.otherwise));
    case "choose":
      return `(${Object.values(part.cases).map(list).join(" | ")})`;
    case "string":
      return `${part.name}…, 0`;
    case "arguments":
      return "arg…";
    case "bundled":
      return part.name;
    case "operators":
      return "(operator, argument…)…";
  }
}

function repeated(parts: readonly Part[], how: string): string {
  const inner = list(parts);
  return parts.length === 1 && parts[0]?.part === "field" ? `${inner}${how}` : `(${inner})${how}`;
}

/** Two alternative layouts, with the condition if it can be stated briefly. */
function alternatives(test: Test, then: string, otherwise: string): string {
  const since =
    test.version !== undefined
      ? `module version ${test.version}`
      : test.summary !== undefined
        ? `summary version ${test.summary}`
        : undefined;
  if (otherwise === "") return since === undefined ? `[${then}]` : `[${then}: since ${since}]`;
  if (then === "") return `[${otherwise}]`;
  return since === undefined ? `(${then} | ${otherwise})` : `(since ${since}: ${then} | ${otherwise})`;
}
