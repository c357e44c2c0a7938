/** The text of a type id's summary. Source: AssemblyWriter's printTypeIdSummary, printWPDRes. */
import { ARGUMENT_KINDS, RESOLUTION_KINDS, TEST_KINDS } from "../spec/summary";
import type { Devirtualization, TypeIdSummary } from "./model";

const SINGLE_IMPLEMENTATION = 1;

/** The text `summary: (typeTestRes: (…), wpdResolutions: (…))`. */
export function typeIdText(typeId: TypeIdSummary): string {
  const fields = [`kind: ${TEST_KINDS[typeId.kind] ?? ""}`, `sizeM1BitWidth: ${typeId.sizeM1BitWidth}`];
  for (const name of ["alignLog2", "sizeM1", "bitMask", "inlineBits"] as const) {
    if (typeId[name] !== 0n) fields.push(`${name}: ${typeId[name]}`);
  }
  const resolutions = [...typeId.resolutions].sort((a, b) => (a.offset < b.offset ? -1 : 1));
  const texts = resolutions.map((r) => `(offset: ${r.offset}, ${resolutionText(r)})`);
  const devirtualized = texts.length > 0 ? `, wpdResolutions: (${texts.join(", ")})` : "";
  return `summary: (typeTestRes: (${fields.join(", ")})${devirtualized})`;
}

function resolutionText(resolution: Devirtualization): string {
  let text = `wpdRes: (kind: ${RESOLUTION_KINDS[resolution.kind] ?? ""}`;
  if (resolution.kind === SINGLE_IMPLEMENTATION) text += `, singleImplName: "${resolution.implementation}"`;
  if (resolution.byArgument.length > 0) {
    text += `, resByArg: (${resolution.byArgument.map((entry) => byArgumentText(entry)).join(", ")})`;
  }
  return `${text})`;
}

function byArgumentText(entry: Devirtualization["byArgument"][number]): string {
  let text = `args: (${entry.args.join(", ")}), byArg: (kind: ${ARGUMENT_KINDS[entry.kind] ?? ""}`;
  if (entry.kind === 1 || entry.kind === 2) text += `, info: ${entry.info}`;
  if (entry.byte !== 0n || entry.bit !== 0n) text += `, byte: ${entry.byte}, bit: ${entry.bit}`;
  return `${text})`;
}
