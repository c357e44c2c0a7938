/** Reads records about type ids: how type tests are resolved, and which vtables are compatible with them. */
import type { FieldReader } from "../spec/fieldReader";
import type { Devirtualization, SummaryIndex, TypeIdSummary } from "./model";

type Strings = (offset: number, length: number) => string;
type ByArgument = Devirtualization["byArgument"][number];

/** A slice of STRTAB: its offset and its length. */
function sliceOf(fields: FieldReader, string: Strings): string {
  return string(fields.number("strtab_offset"), fields.number("strtab_size"));
}

/** Reads TYPE_ID. */
export function readTypeId(fields: FieldReader, string: Strings): TypeIdSummary {
  const name = sliceOf(fields, string);
  const kind = fields.number("kind");
  const sizeM1BitWidth = fields.big("sizeM1BitWidth");
  const alignLog2 = fields.big("alignLog2");
  const sizeM1 = fields.big("sizeM1");
  const bitMask = fields.big("bitMask");
  const inlineBits = fields.big("inlineBits");
  const resolutions: Devirtualization[] = [];
  while (fields.has("offset")) resolutions.push(resolutionOf(fields, string));
  return { name, kind, sizeM1BitWidth, alignLog2, sizeM1, bitMask, inlineBits, resolutions };
}

function resolutionOf(fields: FieldReader, string: Strings): Devirtualization {
  const offset = fields.big("offset");
  const kind = fields.number("wpd kind");
  const implementation = sliceOf(fields, string);
  const count = fields.number("numresbyarg");
  const byArgument: ByArgument[] = [];
  for (let i = 0; i < count; i++) byArgument.push(byArgumentOf(fields));
  return { offset, kind, implementation, byArgument };
}

function byArgumentOf(fields: FieldReader): ByArgument {
  fields.skip("numargs");
  const args = fields.bigs("arg");
  const kind = fields.number("resbyarg kind");
  const info = fields.big("info");
  const byte = fields.big("byte");
  return { args, kind, info, byte, bit: fields.big("bit") };
}

/** Reads TYPE_ID_METADATA into `vtables`. */
export function readVtables(fields: FieldReader, string: Strings, vtables: SummaryIndex["vtables"]): void {
  const name = sliceOf(fields, string);
  const list = vtables.get(name) ?? [];
  while (fields.left > 1) list.push({ offset: fields.big("offset"), vtable: fields.number("vtable") });
  vtables.set(name, list);
}
