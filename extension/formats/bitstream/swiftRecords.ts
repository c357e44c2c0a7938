/**
 * The operands of records in Swift's modules (swift/lib/Serialization/ModuleFormat.h, format 0.784). The format changes
 * with each version of the compiler, but each record is written with an abbreviation, which tells the encoding of each
 * field. The names of a layout apply only where the file's abbreviation has the encodings of that layout.
 */
import type { Abbreviation } from "./abbreviation";
import { abbreviationText } from "./abbreviation";
import layouts from "./data/swift.json";
import type { StreamField, StreamRecord } from "./streamRecord";

/** By block and record: fields as `name encoding`; the encoding is `31` (fixed), `v4` (VBR), `id`, or `*` and one of these. */
type Layouts = Readonly<Record<string, Readonly<Record<string, readonly (readonly string[])[]>>>>;
const LAYOUTS: Layouts = layouts;

/** Attributes without arguments all have this layout. */
const ATTRIBUTE = "_DECL_ATTR";
/** The width of the number of an identifier, in bits. */
const IDENTIFIER_WIDTH = "31";

const known = new WeakMap<Abbreviation, StreamRecord | "unknown">();

/** The fields of the records with this abbreviation; undefined if no known version of Swift writes them so. */
export function swiftRecord(block: string, record: string, abbreviation: Abbreviation): StreamRecord | undefined {
  let found = known.get(abbreviation);
  if (!found) known.set(abbreviation, (found = recordOf(block, record, abbreviation) ?? "unknown"));
  return found === "unknown" ? undefined : found;
}

function recordOf(block: string, record: string, abbreviation: Abbreviation): StreamRecord | undefined {
  if (abbreviation.operands[0]?.kind !== "literal") return undefined;
  const ofBlock = LAYOUTS[block] ?? {};
  const candidates = [
    ...(ofBlock[record] ?? []),
    ...(record.endsWith(ATTRIBUTE) ? (ofBlock[`*${ATTRIBUTE}`] ?? []) : []),
  ];
  const shape = abbreviationText(abbreviation).replace(/^<\d+(?:, )?/, "");
  const layout = candidates.find((fields) => `${fields.map((field) => encodingOf(field).text).join(", ")}>` === shape);
  return layout && streamRecord(layout);
}

interface Encoding {
  readonly name: string;
  /** As in the text of an abbreviation. */
  readonly text: string;
  readonly isArray: boolean;
  readonly isIdentifier: boolean;
}

function encodingOf(field: string): Encoding {
  if (field === "blob") return { name: "", text: "blob", isArray: false, isIdentifier: false };
  const [, name = "", star = "", vbr = "", width = ""] = /^(.*) (\*?)(v?)(\d+|id)$/.exec(field) ?? [];
  const isIdentifier = width === "id";
  const one = `${vbr === "" ? "fixed" : "vbr"}(${isIdentifier ? IDENTIFIER_WIDTH : width})`;
  return { name, text: star === "" ? one : `array(${one})`, isArray: star !== "", isIdentifier };
}

function streamRecord(layout: readonly string[]): StreamRecord {
  const fields: StreamField[] = [];
  let rest: StreamField | undefined;
  for (const { name, isArray, isIdentifier } of layout.map(encodingOf)) {
    const field = isIdentifier ? { name, isIdentifier } : name;
    if (isArray) rest = field;
    else if (name !== "") fields.push(field);
  }
  return rest === undefined ? { fields } : { fields, rest };
}
