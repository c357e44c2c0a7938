/** Hostile LLVM bitcode: blocks, tables, types, constants, globals and symbols. Codes are those of LLVMBitCodes.h. */
import type { BitWriter } from "../bitWriter";
import { irMagic } from "../bitWriter";
import type { Kinds } from "./kind";
import { times } from "./kind";

/** Ids of the blocks written here. */
export const BLOCK = {
  info: 0,
  module: 8,
  attributes: 9,
  groups: 10,
  constants: 11,
  function: 12,
  identification: 13,
  symbols: 14,
  metadata: 15,
  attachment: 16,
  types: 17,
  uses: 18,
  summary: 20,
  kinds: 22,
  strings: 23,
};

/** A module of version 2 with this content. */
export function llvmModule(write: (module: BitWriter) => void): Uint8Array {
  const out = irMagic().enter(BLOCK.module, 3).record(1, 2);
  write(out);
  return out.end().done();
}
/** Type 0 is i32, 1 void, 2 `void ()`, 3 ptr, 4 metadata, 5 label. */
export function someTypes(out: BitWriter): void {
  out.enter(BLOCK.types, 4).record(1, 6).record(7, 32).record(2).record(21, 0, 1).record(25, 0).record(16).record(5);
  out.end();
}
/** A module whose metadata this writes, after {@link someTypes}. */
export function withMetadata(write: (out: BitWriter, count: number) => void): (count: number) => Uint8Array {
  return (count) =>
    llvmModule((out) => {
      someTypes(out);
      out.enter(BLOCK.metadata, 4);
      write(out, count);
      out.end();
    });
}
/** A function's record, with type 2; the name is the first byte of STRTAB. */
export function aFunction(out: BitWriter, declared = 0): void {
  out.record(8, 0, 0, 2, 0, declared, 0, 0, 0, 0, 0);
}
/** A constant global with this type; its initializer is a value's number plus one, or 0 for none. */
function aGlobal(out: BitWriter, type: number, initializer: number): void {
  // The second bit of the flags means that the type is the value's own, not a pointer to it.
  out.record(7, 0, 0, type, 3, initializer, 0, 0, 0, 0, 0, 0);
}
/** A module with one function that has this body. */
export function withBody(body: (out: BitWriter) => void, before?: (out: BitWriter) => void): Uint8Array {
  return llvmModule((out) => {
    someTypes(out);
    aFunction(out);
    before?.(out);
    out.enter(BLOCK.function, 4).record(1, 1);
    body(out);
    out.record(10).end();
  });
}

/** Nested blocks of LLVM IR. */
export function nestedBlocks(count: number): Uint8Array {
  // Each block is its head, the blocks inside it, and its end: 8 + 4 bytes, written from the outside in.
  const bytes = new Uint8Array(4 + 12 * count);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x43, 0xc0, 0xde]);
  for (let i = 0; i < count; i++) {
    // ENTER_SUBBLOCK in an abbreviation id of 2 bits (of 3 inside), block id 8 as vbr8, a width of 3 as vbr4.
    const inside = i === 0 ? 2 : 3;
    view.setUint32(4 + 8 * i, 1 + 8 * 2 ** inside + 3 * 2 ** (inside + 8), true);
    view.setUint32(8 + 8 * i, 3 * (count - 1 - i) + 1, true);
  }
  return bytes;
}
/** Blocks with one id, each inside the previous one, in a module. */
function nestedIn(id: number): (count: number) => Uint8Array {
  return (count) =>
    llvmModule((out) => {
      someTypes(out);
      if (id === BLOCK.function) aFunction(out);
      for (let i = 0; i < count; i++) out.enter(id, 3);
      for (let i = 0; i < count; i++) out.end();
    });
}
/** Empty blocks with one id, one after another. */
function repeated(id: number, content: (out: BitWriter) => void = () => undefined): (count: number) => Uint8Array {
  return (count) =>
    llvmModule((out) => {
      someTypes(out);
      for (let i = 0; i < count; i++) {
        out.enter(id, 4);
        content(out);
        out.end();
      }
    });
}

/** A table of types, and a global of the last one. */
function types(write: (out: BitWriter, before: number) => void): (count: number) => Uint8Array {
  return (count) =>
    llvmModule((out) => {
      out
        .enter(BLOCK.types, 4)
        .record(1, count + 1)
        .record(7, 32);
      for (let i = 0; i < count; i++) write(out, i);
      out.end();
      for (let i = 0; i < 8; i++) aGlobal(out, count, 0);
    });
}
/** Pointer types of LLVM IR, each to the previous one. */
export const nestedTypes = types((out, before) => out.record(8, before, 0));
/** Literal struct types of LLVM IR, each with two members of the previous one. */
export const doubledTypes = types((out, before) => out.record(18, 0, before, before));

/** A table of constants, the last of which initializes a global; the first is a number. */
function constants(write: (out: BitWriter, before: number, count: number) => void): (count: number) => Uint8Array {
  return (count) =>
    llvmModule((out) => {
      someTypes(out);
      aGlobal(out, 0, 2 + count);
      out.enter(BLOCK.constants, 4).record(1, 0).record(4, 14);
      for (let i = 1; i <= count; i++) write(out, i, count);
      out.end();
    });
}
/** Constants of LLVM IR, each of which adds the previous one to itself, or, in a `cycle`, the next one. */
export function doubledConstants(count: number, cycle = false): Uint8Array {
  return constants((out, before) => {
    const part = cycle ? 1 + (before % count) + 1 : before;
    out.record(10, 0, part, part);
  })(count);
}
/** Structs with types of their own, each with two members of the previous one. */
export function doubledStructs(count: number): Uint8Array {
  return llvmModule((out) => {
    out
      .enter(BLOCK.types, 4)
      .record(1, count + 1)
      .record(7, 32);
    for (let i = 0; i < count; i++) out.record(18, 0, i, i);
    out.end();
    aGlobal(out, count, 2 + count);
    out.enter(BLOCK.constants, 4).record(1, 0).record(4, 14);
    for (let i = 1; i <= count; i++) out.record(1, i).record(7, i, i);
    out.end();
  });
}

/** A record with one wide operand list. */
export function wide(out: BitWriter, code: number, operands: Iterable<number>, count: number): void {
  out.use(3).vbr(code, 6).vbr(count, 6);
  for (const operand of operands) out.vbr(operand, 6);
}
function* same(value: number, count: number): Generator<number, void, undefined> {
  for (let i = 0; i < count; i++) yield value;
}

/** Globals whose names are parts of one STRTAB. */
function named(count: number, length: number, globals: number): Uint8Array {
  const out = irMagic().enter(BLOCK.module, 3).record(1, 2);
  someTypes(out);
  for (let i = 0; i < globals; i++) out.record(7, 0, length, 0, 3, 0, 0, 0, 0, 0, 0, 0);
  out.end().enter(BLOCK.strings, 3).define(1, "blob").use(4).vbr(count, 6).align32();
  for (let i = 0; i < count; i += 4) out.fixed(0x61616161, 32);
  return out.end().done();
}

/** Attributes that nest: a group's type attributes, wide groups, and lists of all groups. */
function attributes(count: number): Uint8Array {
  return llvmModule((out) => {
    out.enter(BLOCK.groups, 3);
    for (let i = 1; i <= count; i++) out.record(3, i, 0xffffffff, 0, 1 + (i % 60));
    out.end().enter(BLOCK.attributes, 3);
    for (let i = 1; i <= count; i++) out.record(2, i);
    out.end();
    someTypes(out);
    for (let i = 1; i <= Math.min(count, 1000); i++) out.record(8, 0, 0, 2, 0, 1, 0, i, 0, 0, 0);
  });
}
/** Attribute lists that all refer to the same groups. */
function sharedGroups(count: number): Uint8Array {
  const groups = Math.ceil(Math.sqrt(count));
  return llvmModule((out) => {
    out.enter(BLOCK.groups, 3);
    for (let i = 1; i <= groups; i++) out.record(3, i, 0xffffffff, 3, 97 + (i % 26), 0);
    out.end().enter(BLOCK.attributes, 3);
    for (let i = 0; i < groups; i++) out.record(2, ...times(groups, (g) => g + 1));
    out.end();
    someTypes(out);
    for (let i = 1; i <= groups; i++) out.record(8, 0, 0, 2, 0, 1, 0, i, 0, 0, 0);
  });
}

/** Kinds of hostile LLVM modules, except for metadata and bodies. */
export const LLVM_MODULES: Kinds = {
  "blocks.bc": nestedBlocks,
  "functionsWithin.bc": nestedIn(BLOCK.function),
  "constantsWithin.bc": nestedIn(BLOCK.constants),
  "metadataWithin.bc": nestedIn(BLOCK.metadata),
  "unknownWithin.bc": nestedIn(99),
  "emptyBlocks.bc": repeated(BLOCK.types),
  "unknownBlocks.bc": repeated(99),
  "constantBlocks.bc": repeated(BLOCK.constants, (out) => out.record(1, 0).record(4, 2)),
  "typeBlocks.bc": repeated(BLOCK.types, (out) => out.record(1, 1).record(7, 32)),
  "metadataBlocks.bc": repeated(BLOCK.metadata, (out) => out.record(3)),
  "namedBlocks.bc": repeated(BLOCK.metadata, (out) => out.record(3).record(4, 97).record(10, 0)),
  "symbolBlocks.bc": repeated(BLOCK.symbols, (out) => out.record(1, 0, 97)),
  "infoBlocks.bc": repeated(BLOCK.info, (out) => out.record(1, 12)),
  "modules.bc": (count) => {
    const out = irMagic();
    for (let i = 0; i < count; i++) out.enter(BLOCK.module, 3).record(1, 2).end();
    return out.done();
  },
  "identifications.bc": (count) => {
    const out = irMagic();
    for (let i = 0; i < count; i++) out.enter(BLOCK.identification, 3).record(2, 0).end();
    return out.enter(BLOCK.module, 3).record(1, 2).end().done();
  },
  "topBlocks.bc": (count) => {
    const out = irMagic();
    for (let i = 0; i < count; i++) out.enter(99, 3).end();
    return out.done();
  },
  "abbreviations.bc": (count) => llvmModule((out) => times(count, () => out.define(7))),
  "wideAbbreviation.bc": (count) => llvmModule((out) => out.defineAll(times(count, () => 7))),
  "infoAbbreviations.bc": (count) =>
    llvmModule((out) => {
      out.enter(BLOCK.info, 2).record(1, 11);
      for (let i = 0; i < count; i++) out.define(7);
      out.end();
      for (let i = 0; i < count / 100; i++) out.enter(11, 4).end();
    }),
  "wideRecord.bc": (count) => llvmModule((out) => wide(out, 99, same(1, count), count)),
  "sourceName.bc": (count) => llvmModule((out) => wide(out, 16, same(97, count), count)),
  "records.bc": (count) => llvmModule((out) => times(count, () => out.record(99))),
  "zeroBits.bc": (count) =>
    llvmModule((out) => {
      // An array of any number of literal elements takes no bits for them.
      out.define(1, "array", { fixed: 0 });
      for (let i = 0; i < 10; i++) out.use(4).vbr(count * 1000, 6);
    }),
  "pointerTypes.bc": nestedTypes,
  "structTypes.bc": doubledTypes,
  "arrayTypes.bc": types((out, before) => out.record(11, 2, before)),
  "functionTypes.bc": types((out, before) => out.record(21, 0, before, before)),
  "namedTypes.bc": types((out, before) => out.record(19, 97).record(20, 0, before, before)),
  "cyclicTypes.bc": types((out, before) => out.record(18, 0, before + 2)),
  "targetTypes.bc": types((out, before) => out.record(19, 97).record(26, 1, before)),
  "wideType.bc": (count) =>
    llvmModule((out) => {
      out.enter(BLOCK.types, 4).record(1, 2).record(7, 32);
      wide(out, 18, same(0, count), count);
      out.end();
      for (let i = 0; i < 50; i++) aGlobal(out, 1, 0);
    }),
  "numEntry.bc": (count) =>
    llvmModule((out) =>
      out
        .enter(BLOCK.types, 4)
        .record(1, count * 1000)
        .record(7, 32)
        .end(),
    ),
  "doubled.bc": (count) => doubledConstants(count),
  "cycle.bc": (count) => doubledConstants(count, true),
  "chain.bc": constants((out, before) => out.record(10, 0, before, 1)),
  "casts.bc": constants((out, before) => out.record(11, 11, 0, before)),
  "addresses.bc": constants((out, before) => out.record(20, 0, 0, before, 0, 1)),
  "compares.bc": constants((out, before) => out.record(17, 0, before, before, 32)),
  "forward.bc": constants((out, before, count) => out.record(10, 0, count + 1, Math.min(count, before) + 2)),
  "structs.bc": doubledStructs,
  "wideConstant.bc": constants((out, before, count) => {
    if (before === 1) wide(out, 22, same(5, count), count);
  }),
  "wideString.bc": constants((out, before, count) => {
    if (before === 1) wide(out, 9, same(97, count), count);
  }),
  "zeros.bc": (count) =>
    llvmModule((out) => {
      out
        .enter(BLOCK.types, 4)
        .record(1, 3)
        .record(7, 32)
        .record(11, 2 ** 31, 0)
        .record(10, 2 ** 31, 0);
      out.end();
      for (let i = 0; i < count; i++) aGlobal(out, 1 + (i % 2), 1 + count + (i % 2));
      out.enter(BLOCK.constants, 4).record(1, 1).record(2).record(1, 2).record(2).end();
    }),
  "globals.bc": (count) => llvmModule((out) => globals(out, count, 0)),
  "sharedInitializer.bc": (count) =>
    llvmModule((out) => {
      const elements = Math.ceil(Math.sqrt(count));
      globals(out, elements, elements + 2);
      out.enter(BLOCK.constants, 4).record(1, 0).record(4, 14);
      wide(out, 7, same(elements, elements), elements);
      out.end();
    }),
  "aliases.bc": (count) =>
    llvmModule((out) => {
      globals(out, 1, 0);
      for (let i = 0; i < count; i++) out.record(14, 0, 0, 0, 0, i, 0, 0, 0, 0, 0, 0);
    }),
  "aliasCycle.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      for (let i = 0; i < count; i++) out.record(14, 0, 0, 0, 0, (i + 1) % count, 0, 0, 0, 0, 0, 0);
    }),
  "declarations.bc": (count) => llvmModule((out) => declarations(out, count)),
  "comdats.bc": (count) => llvmModule((out) => times(count, () => out.record(12, 0, 0, 2))),
  "sectionNames.bc": (count) => llvmModule((out) => times(count, () => out.record(5, 97))),
  "triples.bc": (count) => llvmModule((out) => times(count, () => out.record(2, 97, 98))),
  "assembler.bc": (count) => llvmModule((out) => wide(out, 4, same(10, count), count)),
  "names.bc": (count) => named(1000, 1000, count),
  "longName.bc": (count) => named(count, count, 300),
  "attributes.bc": attributes,
  "sharedGroups.bc": sharedGroups,
  "wideGroup.bc": (count) =>
    llvmModule((out) => {
      out.enter(BLOCK.groups, 3);
      wide(out, 3, [1, 15, ...times(2 * count, (i) => (i % 2 ? 1 + (i % 60) : 0))], 2 + 2 * count);
      out.end().enter(BLOCK.attributes, 3);
      for (let i = 0; i < 1000; i++) out.record(2, 1);
      out.end();
      someTypes(out);
      for (let i = 0; i < 100; i++) out.record(8, 0, 0, 2, 0, 1, 0, 1 + i, 0, 0, 0);
    }),
  "summary.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      out.enter(BLOCK.summary, 4).record(10, 9);
      for (let i = 0; i < count; i++) out.record(1, i, 0, 1, 1, 0, 0, 0);
      out.end();
    }),
  "summaryCycle.bc": (count) =>
    llvmModule((out) => {
      someTypes(out);
      for (let i = 0; i < count; i++) aFunction(out, 1);
      out.enter(BLOCK.summary, 4).record(10, 9);
      for (let i = 0; i < count; i++) out.record(1, i, 0, 1, 1, 1, 0, 0, (i + 1) % count);
      out.end();
    }),
};

function globals(out: BitWriter, count: number, initializer: number): void {
  someTypes(out);
  for (let i = 0; i < count; i++) aGlobal(out, 0, initializer);
}
function declarations(out: BitWriter, count: number): void {
  someTypes(out);
  for (let i = 0; i < count; i++) aFunction(out, 1);
}
