/** Hostile IREE modules: offsets to the same tables, code shared by many functions, declarations of missing data. */
import { buildModule } from "../../fixtures/iree/builder.mjs";
import { lastEra, lastSpec } from "../../fixtures/iree/modules.mjs";
import type { Kinds } from "./kind";
import { times } from "./kind";

type Spec = Parameters<typeof lastSpec>[0];
const built = (more: Spec): ReturnType<typeof buildModule> =>
  buildModule(lastSpec({ external: [], debug_database: undefined, ...more }), lastEra);

/** A vector whose offsets all point to the first one's target. */
function shared(path: string, count: number, more: Spec): Uint8Array {
  const { bytes, marks } = built(more);
  const vector = marks[`${path}:object`] ?? 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const first = vector + 4 + view.getUint32(vector + 4, true);
  for (let i = 0; i < count; i++) view.setUint32(vector + 4 + 4 * i, first - (vector + 4 + 4 * i), true);
  return bytes;
}
const FEW = 64;

/** Kinds of hostile IREE modules. */
export const IREE: Kinds = {
  "exports.vmfb": (count) =>
    built({ exported_functions: times(count, () => ({ local_name: "f", internal_ordinal: 0 })) }).bytes,
  "sharedExports.vmfb": (count) =>
    shared("exported_functions", count, {
      exported_functions: times(count, (i) => ({ local_name: i === 0 ? "f".repeat(count) : "", internal_ordinal: 0 })),
    }),
  "sharedAttributes.vmfb": (count) =>
    shared("function_signatures", count, {
      function_signatures: times(count, (i) => ({
        calling_convention: "0v_v",
        attrs: times(i === 0 ? count : 0, () => ({ key: "k", value: "v" })),
      })),
    }),
  "longTypeName.vmfb": (count) =>
    built({
      types: [{ full_name: `!${"t".repeat(count)}` }],
      exported_functions: [],
      function_signatures: [{ calling_convention: "0v_v" }],
      functions: [
        { i32: 0, ref: 1, code: [...times(count, () => ["cast.any.ref", "%r0", 0, "%r0"] as const), ["return", []]] },
      ],
    }).bytes,
  "sharedRodata.vmfb": (count) =>
    shared("rodata_segments", count, {
      rodata_segments: times(count, (i) => ({ embedded_data: i === 0 ? new Uint8Array(count) : undefined })),
    }),
  "functions.vmfb": (count) =>
    built({
      exported_functions: [],
      function_signatures: times(count, () => ({ calling_convention: "0v_v" })),
      functions: times(count, () => ({ i32: 0, ref: 0, code: [["return", []]] })),
    }).bytes,
  "longFunction.vmfb": (count) =>
    built({
      exported_functions: [],
      function_signatures: [{ calling_convention: "0v_v" }],
      functions: [
        { i32: 2, ref: 0, code: [...times(count, () => ["add.i32", "%i0", "%i1", "%i0"] as const), ["return", []]] },
      ],
    }).bytes,
  "blocks.vmfb": (count) =>
    built({
      exported_functions: [],
      function_signatures: [{ calling_convention: "0v_v" }],
      functions: [
        {
          i32: 2,
          ref: 0,
          code: [...times(count, (i) => [`l${i}:`, ["br", `l${(i + 1) % count}`, []] as const]).flat(), ["return", []]],
        },
      ],
    }).bytes,
  "sameCode.vmfb": (count) => {
    const few = Math.max(FEW, Math.ceil(Math.sqrt(count)));
    const { bytes, marks } = built({
      exported_functions: [],
      function_signatures: times(few, () => ({ calling_convention: "0v_v" })),
      functions: times(few, (i) => ({
        i32: 2,
        ref: 0,
        code: [...times(i === 0 ? count : 0, () => ["add.i32", "%i0", "%i1", "%i0"] as const), ["return", []]],
      })),
    });
    const first = marks["function_descriptors[0]"] ?? 0;
    const size = (marks["function_descriptors[1]"] ?? 0) - first;
    for (let i = 1; i < few; i++) bytes.copyWithin(first + i * size, first, first + size);
    return bytes;
  },
  "locations.vmfb": (count) =>
    built({
      debug_database: {
        location_table: times(count, (i) => ({
          kind: "CallSiteLocDef",
          callee: Math.max(0, i - 1),
          caller: Math.max(0, i - 1),
        })),
        functions: [{ local_name: "sum", locations: [{ bytecode_offset: 0, location: count - 1 }] }],
      },
    }).bytes,
  "types.vmfb": (count) => built({ types: times(count, () => ({ full_name: "!vm.ref<x>" })) }).bytes,
};
