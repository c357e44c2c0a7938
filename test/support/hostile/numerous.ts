/** Files with very many of one kind of thing, each different from the others. */
import { buildModule } from "../../fixtures/iree/builder.mjs";
import { lastEra, lastSpec } from "../../fixtures/iree/modules.mjs";
import { joined } from "../joined";
import { mlirModule, varint } from "../mlirWriter";
import type { Kinds } from "./kind";
import { times } from "./kind";
import { aFunction, BLOCK, llvmModule, someTypes, wide } from "./llvm";

const chars = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

/** Kinds of LLVM modules with many things. */
const LLVM: Kinds = {
  "collectors.bc": (count) => llvmModule((out) => times(count, (i) => out.record(11, ...chars(`c${i}`)))),
  "bundleTags.bc": (count) =>
    llvmModule((out) => {
      out.enter(21, 3);
      for (let i = 0; i < count; i++) out.record(1, ...chars(`t${i}`));
      out.end();
    }),
  "attributeStrings.bc": (count) =>
    llvmModule((out) => {
      out.enter(BLOCK.groups, 3);
      for (let i = 1; i <= count; i++) out.record(3, i, 0xffffffff, 4, ...chars(`k${i}`), 0, ...chars("v"), 0);
      out.end().enter(BLOCK.attributes, 3);
      for (let i = 1; i <= count; i++) out.record(2, i);
      out.end();
      someTypes(out);
      for (let i = 1; i <= count; i++) out.record(8, 0, 0, 2, 0, 1, 0, i, 0, 0, 0);
    }),
  "summaryGuids.bc": (count) =>
    llvmModule((out) => {
      out.enter(BLOCK.summary, 4).record(10, 9);
      for (let i = 0; i < count; i++) out.record(16, i, i + 1).record(4, i, 0, 1, 1, 0, 0, 0);
      out.end();
    }),
  "switchBlocks.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      aFunction(out);
      out.enter(BLOCK.function, 4).record(1, count + 1);
      out.enter(BLOCK.constants, 4).record(1, 0);
      for (let i = 0; i < count; i++) out.record(4, 2 * i);
      out.end();
      wide(out, 12, [0, count, 1, ...times(count, (i) => [1 + i, 1 + i]).flat()], 3 + 2 * count);
      for (let i = 0; i < count; i++) out.record(10);
      out.end();
    }),
  "predecessors.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      aFunction(out);
      out.enter(BLOCK.function, 4).record(1, count + 1);
      for (let i = 0; i < count; i++) out.record(11, count);
      out.record(10).end();
    }),
};

/** The top-level block of these ops. */
const opsOf = (ops: readonly (readonly number[])[]): number[] => Array.from(joined([varint(ops.length * 2), ...ops]));
const UNKNOWN_LOCATION = varint(15);

/** Kinds of MLIR files with many things. */
const MLIR: Kinds = {
  "opNames.mlirbc": (count) =>
    mlirModule({
      ops: [["builtin", times(count, (i) => `o${i}`)]],
      ir: opsOf(times(count, (i) => [...varint(i), 0x00, ...varint(0)])),
    }),
  "fileLocations.mlirbc": (count) =>
    mlirModule({
      strings: ["x"],
      attributes: [
        UNKNOWN_LOCATION,
        [...varint(2), ...varint(0)],
        ...times(count, (i) => [...varint(11), ...varint(1), ...varint(i), ...varint(7)]),
      ],
      ir: opsOf(times(count, (i) => [...varint(0), 0x00, ...varint(i + 2)])),
    }),
  "dictionariesOfOps.mlirbc": (count) =>
    mlirModule({
      strings: ["x"],
      attributes: [
        UNKNOWN_LOCATION,
        [...varint(2), ...varint(0)],
        ...times(count, (i) => [...varint(8), ...varint(0), ...varint(i)]),
        ...times(count, (i) => [...varint(1), ...varint(1), ...varint(1), ...varint(2 + i)]),
      ],
      types: [[...varint(0), ...varint(128)]],
      ir: opsOf(times(count, (i) => [...varint(0), 0x01, ...varint(0), ...varint(2 + count + i)])),
    }),
  "wideDictionary.mlirbc": (count) =>
    mlirModule({
      strings: times(count, (i) => `n${i}`),
      attributes: [
        UNKNOWN_LOCATION,
        ...times(count, (i) => [...varint(2), ...varint(i)]),
        [...varint(1), ...varint(count), ...times(count, (i) => [...varint(1 + i), ...varint(1 + i)]).flat()],
      ],
      ir: opsOf([[...varint(0), 0x01, ...varint(0), ...varint(1 + count)]]),
    }),
  // A region whose block has many arguments.
  "blockArguments.mlirbc": (count) =>
    mlirModule({
      types: [[...varint(0), ...varint(128)]],
      ir: [
        ...varint(2),
        ...[...varint(0), 0x10, ...varint(0), ...varint(1 * 2), ...varint(1), ...varint(count)],
        ...[...varint(1 * 2 + 1), ...varint(count), ...times(count, () => varint(0)).flat(), 0],
        ...[...varint(0), 0x00, ...varint(0)],
      ],
    }),
  "resources.mlirbc": (count) => mlirModule({ resources: times(count, (i) => `r${i}`) }),
};

const built = (more: Parameters<typeof lastSpec>[0]): Uint8Array =>
  buildModule(lastSpec({ external: [], debug_database: undefined, ...more }), lastEra).bytes;

/** Kinds of IREE modules with many things. */
const IREE: Kinds = {
  "imports.vmfb": (count) => built({ imported_functions: times(count, (i) => ({ full_name: `m.f${i}` })) }),
  "rodata.vmfb": (count) =>
    built({ rodata_segments: times(count, (i) => ({ embedded_data: Uint8Array.of(i, i >> 8) })) }),
  "debugFunctions.vmfb": (count) =>
    built({
      debug_database: {
        location_table: [{ kind: "FileLineColLocDef", filename: "f", line: 1, column: 1 }],
        functions: times(count, (i) => ({ local_name: `f${i}`, locations: [{ bytecode_offset: 0, location: 0 }] })),
      },
    }),
};

/** Kinds with many things. */
export const NUMEROUS: Kinds = { ...LLVM, ...MLIR, ...IREE };
