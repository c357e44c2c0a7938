/**
 * Writes LLVM 1.x bytecode of any version from a description in slot numbers: the decoder's counterpart, for tests,
 * samples and benchmarks.
 */

/** Type ids and slots of the primitive types, since version 2. */
export const VOID = 0;
export const BOOL = 1;
export const UBYTE = 2;
export const SBYTE = 3;
export const UINT = 6;
export const INT = 7;
export const LONG = 9;
export const FLOAT = 10;
export const DOUBLE = 11;
export const LABEL = 12;
/** The slot of the first type of the table. */
export const FIRST_TYPE = 13;

/** A type; numbers are slots. */
export type TypeDescription =
  | { readonly pointer: number }
  | { readonly array: number; readonly length: number }
  | { readonly struct: readonly number[] }
  | { readonly result: number; readonly parameters: readonly number[]; readonly varargs?: boolean }
  | "opaque";

/** A constant of a plane: a number, a double, slots of elements, an expression, undef. */
export type ConstantDescription =
  | number
  | { readonly bytes: readonly number[] }
  | { readonly elements: readonly number[] }
  | { readonly opcode: number; readonly operands: readonly (readonly [slot: number, type: number])[] }
  | "undef";

/** Names of one plane: its type's slot, then (slot, name). */
export type Names = readonly (readonly [type: number, names: readonly (readonly [slot: number, name: string])[]])[];

/** An instruction: opcode, the slot of its type field, operands. */
export type Code = readonly [opcode: number, type: number, ...operands: readonly number[]];

export interface ModuleDescription {
  readonly version: number;
  /** Bits 0 to 3 of the version word; 12 leaves the target open. */
  readonly flags?: number;
  readonly types: readonly TypeDescription[];
  /** The word of each global variable, then its initializer's slot if it has one. */
  readonly globals?: readonly (readonly number[])[];
  /** The pointer type of each function, and whether it is only declared. */
  readonly functions?: readonly { readonly type: number; readonly declared?: boolean }[];
  readonly strings?: readonly (readonly [type: number, text: string])[];
  readonly constants?: readonly (readonly [type: number, constants: readonly ConstantDescription[]])[];
  readonly bodies?: readonly { readonly linkage?: number; readonly code: readonly Code[]; readonly names?: Names }[];
  readonly typeNames?: readonly (readonly [slot: number, name: string])[];
  readonly names?: Names;
}

/** Block ids: long form, short form. */
const BLOCKS = {
  Module: [0x01, 1],
  Function: [0x11, 2],
  ConstantPool: [0x12, 3],
  SymbolTable: [0x13, 4],
  ModuleGlobalInfo: [0x14, 5],
  GlobalTypePlane: [0x15, 6],
  InstructionList: [0x32, 7],
} as const;

class Writer {
  readonly bytes: number[] = [];
  constructor(readonly version: number) {}

  word(value: number): void {
    for (let i = 0; i < 4; i++) this.bytes.push((value >>> (8 * i)) & 255);
  }
  vbr(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.bytes.push((rest % 128) | 128);
    this.bytes.push(rest);
  }
  /** A signed number: magnitude and sign in one vbr. */
  signed(value: number): void {
    this.vbr(value < 0 ? -value * 2 + 1 : value * 2);
  }
  text(text: string): void {
    this.vbr(text.length);
    for (const c of text) this.bytes.push(c.charCodeAt(0));
  }
  /** A type's slot: one higher from 12 on in versions that number the type of types. */
  type(slot: number): void {
    this.vbr(this.version <= 1 && slot >= LABEL ? slot + 1 : slot);
  }
  align(): void {
    if (this.version <= 3) while (this.bytes.length % 4 !== 0) this.bytes.push(0xab);
  }
  block(kind: keyof typeof BLOCKS, contents: () => void): void {
    const [long, short] = BLOCKS[kind];
    const isLong = this.version <= 2 || kind === "Module";
    if (isLong) this.word(long);
    this.word(0);
    const start = this.bytes.length;
    contents();
    const size = this.bytes.length - start;
    const header = isLong ? size : size * 32 + short;
    for (let i = 0; i < 4; i++) this.bytes[start - 4 + i] = (header >>> (8 * i)) & 255;
    this.align();
  }
}

function writeType(out: Writer, type: TypeDescription): void {
  // Derived type ids: 13 function, 14 struct, 15 array, 16 pointer, 17 opaque.
  if (type === "opaque") out.type(17);
  else if ("pointer" in type) {
    out.type(16);
    out.type(type.pointer);
  } else if ("array" in type) {
    out.type(15);
    out.type(type.array);
    out.vbr(type.length);
  } else if ("struct" in type) {
    out.type(14);
    for (const field of type.struct) out.type(field);
    out.vbr(0);
  } else {
    out.type(13);
    out.type(type.result);
    out.vbr(type.parameters.length + (type.varargs ? 1 : 0));
    for (const parameter of type.parameters) out.type(parameter);
    if (type.varargs) out.vbr(VOID);
  }
}

function writeConstant(out: Writer, type: number, constant: ConstantDescription): void {
  const biased = out.version >= 5;
  if (constant === "undef") {
    out.vbr(1);
    return;
  }
  if (typeof constant === "number") {
    out.vbr(0);
    // Odd slots from 3 to 9 are the signed types.
    if (type % 2 === 1 && type >= SBYTE && type <= LONG) out.signed(constant);
    else out.vbr(constant);
  } else if ("bytes" in constant) {
    out.vbr(0);
    out.bytes.push(...constant.bytes);
  } else if ("elements" in constant) {
    out.vbr(0);
    for (const element of constant.elements) out.vbr(element);
  } else {
    out.vbr(constant.operands.length + (biased ? 1 : 0));
    out.vbr(constant.opcode);
    for (const [slot, of] of constant.operands) {
      out.vbr(slot);
      out.type(of);
    }
  }
}

/** The shortest form that fits an instruction. */
function writeCode(out: Writer, [opcode, type, ...operands]: Code): void {
  const slot = out.version <= 1 && type >= LABEL ? type + 1 : type;
  const most = operands.reduce((highest, operand) => Math.max(highest, operand), slot);
  const [first = 0, second = 0, third = 0] = operands;
  if (operands.length === 0) out.word(1 + opcode * 4 + slot * 256 + 4095 * 2 ** 20);
  else if (operands.length === 1 && most < 4095) out.word(1 + opcode * 4 + slot * 256 + first * 2 ** 20);
  else if (operands.length === 2 && most < 256)
    out.word(2 + opcode * 4 + slot * 256 + first * 65536 + second * 2 ** 24);
  else if (operands.length === 3 && most < 64) {
    out.word(3 + opcode * 4 + slot * 256 + first * 2 ** 14 + second * 2 ** 20 + third * 2 ** 26);
  } else {
    out.vbr(opcode * 4);
    out.vbr(slot);
    out.vbr(operands.length);
    for (const operand of operands) out.vbr(operand);
    out.align();
  }
}

function writeNames(out: Writer, names: Names, typeNames: readonly (readonly [number, string])[]): void {
  if (out.version >= 2) out.vbr(typeNames.length);
  else if (typeNames.length > 0) {
    out.vbr(typeNames.length);
    out.vbr(12);
  }
  for (const [slot, name] of typeNames) {
    out.type(slot);
    out.text(name);
  }
  for (const [type, entries] of names) {
    out.vbr(entries.length);
    out.type(type);
    for (const [slot, name] of entries) {
      out.vbr(slot);
      out.text(name);
    }
  }
}

function writeInfo(out: Writer, module: ModuleDescription): void {
  for (const words of module.globals ?? []) for (const word of words) out.vbr(word);
  out.vbr(0);
  for (const { type, declared } of module.functions ?? []) {
    if (out.version >= 5) out.vbr(type * 32 + (declared ? 16 : 0) + 1);
    else out.type(type);
  }
  out.vbr(0);
  // No dependent libraries, no target; version 0 includes the block's padding.
  if (out.version >= 3) out.vbr(0);
  if (out.version >= 3) out.text("");
  if (out.version === 0) out.align();
}

function writeConstants(out: Writer, module: ModuleDescription): void {
  const { strings = [], constants = [] } = module;
  if (strings.length > 0) {
    out.vbr(strings.length);
    out.vbr(VOID);
    for (const [type, text] of strings) {
      out.type(type);
      for (const c of text) out.bytes.push(c.charCodeAt(0));
    }
  }
  for (const [type, values] of constants) {
    out.vbr(values.length);
    out.type(type);
    for (const value of values) writeConstant(out, type, value);
  }
}

function writeModule(out: Writer, module: ModuleDescription): void {
  out.block("Module", () => {
    out.vbr(module.version * 16 + (module.flags ?? 12));
    out.align();
    out.block("GlobalTypePlane", () => {
      out.vbr(module.types.length);
      if (out.version <= 1) out.vbr(12);
      for (const type of module.types) writeType(out, type);
    });
    out.block("ModuleGlobalInfo", () => writeInfo(out, module));
    out.block("ConstantPool", () => writeConstants(out, module));
    for (const body of module.bodies ?? []) {
      out.block("Function", () => {
        out.vbr(body.linkage ?? 0);
        if (body.code.length === 0) return;
        out.block("InstructionList", () => body.code.forEach((code) => writeCode(out, code)));
        out.block("SymbolTable", () => writeNames(out, body.names ?? [], []));
      });
    }
    out.block("SymbolTable", () => writeNames(out, module.names ?? [], module.typeNames ?? []));
  });
}

/** A module with its signature. */
export function encodeModule(module: ModuleDescription): Uint8Array {
  const out = new Writer(module.version);
  for (const c of "llvm") out.bytes.push(c.charCodeAt(0));
  writeModule(out, module);
  return Uint8Array.from(out.bytes);
}

/** A module after the signature of compressed ones: stored, or with `payload` as its compressed form. */
export function encodeCompressed(module: ModuleDescription, payload?: Uint8Array): Uint8Array {
  const kind = payload ? "2" : "0";
  const head = [..."llvc", kind].map((c) => c.charCodeAt(0));
  return Uint8Array.from([...head, ...(payload ?? encodeModule(module).subarray(4))]);
}
