/** Describes a metadata node in a few words, for the meaning of an operand that refers to it. */
import type { MetadataId } from "../ir/ids";
import { escaped } from "../ir/escape";
import type { MetadataRecord } from "../ir/metadata";
import type { MetadataTables } from "../ir/tables";
import { nodeClass } from "../metadata/classes";
import { expressionText } from "../dwarf/expression";
import type { ListingPrinting } from "./printing";
import { ListingSink } from "./sink";

/** The most characters of a string. */
const SHOWN = 60;
/** The most elements of an expression that are printed; for a longer one, only the number of elements is. */
const MOST_ELEMENTS = 8;

/** `DIDerivedType "next"`, `"text"`, `tuple of 3`, `i32 7`. */
export function briefText(id: MetadataId, metadata: MetadataTables, context: ListingPrinting): string {
  const node = metadata.node(id);
  switch (node?.kind) {
    case undefined:
      return "not defined";
    case "string":
      return `"${cut(escaped(node.text, context.release))}"`;
    case "value": {
      const sink = new ListingSink();
      context.printOperand(sink, node.value, false);
      return cut(`${context.typeText(node.type)} ${sink.takeText()}`);
    }
    case "integer":
      return `i${node.bits} ${node.value}`;
    case "tuple":
      return `tuple of ${node.operands.length}`;
    case "arguments":
      return `DIArgList of ${node.operands.length}`;
    case "expression":
      return node.elements.length > MOST_ELEMENTS
        ? `DIExpression of ${node.elements.length} elements`
        : expressionText(node.elements, context.release).slice(1);
    case "record": {
      const name = nameOf(node, metadata);
      return name === undefined ? node.name : `${node.name} "${cut(escaped(name, context.release))}"`;
    }
  }
}

/** The string in a node's field `name`, or for a file `filename`. */
function nameOf({ name, fields }: MetadataRecord, metadata: MetadataTables): string | undefined {
  const names = nodeClass(name)?.fields;
  if (!names) return undefined;
  const at = Math.max(names.indexOf("name"), names.indexOf("filename"));
  const id = at < 0 ? undefined : fields[at];
  const node = typeof id === "number" ? metadata.node(id) : undefined;
  return node?.kind === "string" && node.text !== "" ? node.text : undefined;
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}
