/** Hostile LLVM bitcode: functions, their bodies, metadata. */
import type { BitWriter } from "../bitWriter";
import type { Kinds } from "./kind";
import { times } from "./kind";
import { aFunction, BLOCK, llvmModule, someTypes, wide, withBody, withMetadata } from "./llvm";

/** Nodes of a module's metadata, the last of which is named. */
const nodes = (write: (out: BitWriter, index: number, count: number) => void): ((count: number) => Uint8Array) =>
  withMetadata((out, count) => {
    for (let i = 0; i < count; i++) write(out, i, count);
    out.record(4, 97).record(10, count - 1);
  });
/** A body of this many records of one kind. */
function bodies(write: (out: BitWriter, index: number, count: number) => void): (count: number) => Uint8Array {
  return (count) => withBody((out) => times(count, (i) => write(out, i, count)));
}
/** This many blocks of a function. */
function blocksIn(id: number, ...record: readonly number[]): (count: number) => Uint8Array {
  return bodies((out) =>
    out
      .enter(id, 4)
      .record(record[0] ?? 0, ...record.slice(1))
      .end(),
  );
}

/** Kinds of hostile functions and metadata. */
export const LLVM_BODIES: Kinds = {
  "functions.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      for (let i = 0; i < count; i++) aFunction(out);
      for (let i = 0; i < count; i++) out.enter(BLOCK.function, 4).record(1, 1).record(10).end();
    }),
  "bodiesOfNone.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      aFunction(out);
      for (let i = 0; i < count; i++) out.enter(BLOCK.function, 4).record(1, 1).record(10).end();
    }),
  "additions.bc": bodies((out, i) => out.record(2, 1, Math.min(i, 1), 0)),
  "forwardOperands.bc": bodies((out) => out.record(2, 0xffff0000, 0, 0)),
  "allocas.bc": bodies((out) => out.record(19, 0, 0, 1, 96)),
  "calls.bc": bodies((out, i) => out.record(34, 0, 32768, 2, i + 1)),
  "phi.bc": (count) =>
    withBody((out) =>
      wide(
        out,
        16,
        times(1 + 2 * count, () => 0),
        1 + 2 * count,
      ),
    ),
  "phis.bc": bodies((out) => out.record(16, 0, 0, 0)),
  "switch.bc": (count) => withBody((out) => wide(out, 12, [0, 1, 0, ...times(2 * count, () => 0)], 3 + 2 * count)),
  "branches.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      aFunction(out);
      out.enter(BLOCK.function, 4).record(1, count);
      for (let i = 0; i < count; i++) out.record(11, (i + 1) % count);
      out.end();
    }),
  "declaredBlocks.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      aFunction(out);
      out.enter(BLOCK.function, 4).record(1, 1000 * count);
      for (let i = 0; i < count; i++) out.record(15);
      out.end();
    }),
  "constantsInBody.bc": blocksIn(BLOCK.constants, 1, 0),
  "metadataInBody.bc": blocksIn(BLOCK.metadata, 3),
  "usesInBody.bc": blocksIn(BLOCK.uses, 1, 1, 0, 0),
  "symbolsInBody.bc": blocksIn(BLOCK.symbols, 1, 0, 97),
  "attachmentsInBody.bc": blocksIn(BLOCK.attachment, 11, 0, 0),
  "constantChainInBody.bc": (count) =>
    withBody((out) => {
      out.enter(BLOCK.constants, 4).record(1, 0).record(4, 14);
      for (let i = 1; i <= count; i++) out.record(10, 0, i, i);
      out.end().record(2, 1, 1, 0);
    }),
  "locations.bc": (count) =>
    withBody(
      (out) => times(count, () => out.record(2, 1, 1, 0).record(35, 1, 1, 1, count)),
      (out) => {
        out.enter(BLOCK.metadata, 4).record(3);
        for (let i = 0; i < count; i++) out.record(7, 0, 1, 1, 0, i);
        out.end();
      },
    ),
  "debugRecords.bc": bodies((out, i) => (i === 0 ? out.record(2, 1, 1, 0) : out.record(65, 0, 0, 0, 0))),
  "bundles.bc": bodies((out) => out.record(55, 0)),
  "nodes.bc": nodes((out, i) => out.record(3, i)),
  "doubledNodes.bc": nodes((out, i) => out.record(3, i, i)),
  "nodeCycle.bc": nodes((out, i, count) => out.record(3, ((i + 1) % count) + 1)),
  "distinctNodes.bc": nodes((out, i) => out.record(5, i)),
  "valueNodes.bc": nodes((out) => out.record(2, 0, 0)),
  "inlinedAt.bc": nodes((out, i) => out.record(7, 0, 1, 1, 0, i)),
  "inlinedCycle.bc": nodes((out, i, count) => out.record(7, 0, 1, 1, 1, ((i + 1) % count) + 1)),
  "scopes.bc": nodes((out, i) => out.record(22, 0, i, 0, 1, 1)),
  "derivedTypes.bc": nodes((out, i) => out.record(17, 0, 22, 0, 0, 0, 0, i, 0, 0, 0, 0, 0)),
  "argumentLists.bc": nodes((out, i) => out.record(46, i, i)),
  "expressions.bc": nodes((out) => out.record(29, 6, 6, 6)),
  "variables.bc": nodes((out, i) => out.record(37, 0, i, i)),
  "wideNode.bc": withMetadata((out, count) =>
    wide(
      out,
      3,
      times(count, () => 0),
      count,
    ),
  ),
  "wideNodes.bc": withMetadata((out, count) => {
    // Few nodes, each of which refers to all of them.
    const few = Math.ceil(Math.sqrt(count));
    for (let i = 0; i < few; i++) out.record(3, ...times(few, (k) => k + 1));
  }),
  "wideExpression.bc": withMetadata((out, count) => {
    wide(
      out,
      29,
      times(count + 1, () => 6),
      count + 1,
    );
    out.record(4, 97).record(10, 0);
  }),
  "oldStrings.bc": withMetadata((out, count) => times(count, () => out.record(1, 97, 98))),
  "namedNodes.bc": withMetadata((out, count) => {
    out.record(3);
    for (let i = 0; i < count; i++) out.record(4, 97).record(10, 0);
  }),
  "wideNamed.bc": withMetadata((out, count) => {
    out.record(3).record(4, 97);
    wide(
      out,
      10,
      times(count, () => 0),
      count,
    );
  }),
  "metadataStrings.bc": withMetadata((out, count) => {
    // Empty strings: each takes six bits for its length.
    const bits = Math.ceil((6 * count) / 32) * 4;
    out.define(35, { vbr: 6 }, { vbr: 6 }, "blob").use(4).vbr(count, 6).vbr(bits, 6).vbr(bits, 6).align32();
    for (let i = 0; i < bits; i += 4) out.fixed(0, 32);
  }),
  "metadataKinds.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      out.enter(BLOCK.kinds, 4);
      for (let i = 0; i < count; i++) out.record(6, i, 97, 98);
      out.end();
    }),
  "globalAttachments.bc": withMetadata((out, count) => {
    out.record(3);
    for (let i = 0; i < count; i++) out.record(36, 0, 0, 0);
  }),
};
