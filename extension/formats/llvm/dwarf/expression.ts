/** DIExpressions: upgrades of old ones, and their text. */
import { append } from "../../../document/arrays";
import type { Release } from "../ir/releases";
import { dwarfName, Operation } from "./names";

type Element = number | bigint;

/** Moves a leading DW_OP_deref to the end, before a fragment (versions 0 and 1). */
function moveDeref(elements: readonly Element[]): readonly Element[] {
  if (Number(elements[0]) !== Operation.deref) return elements;
  const hasFragment = elements.length >= 3 && Number(elements[elements.length - 3]) === Operation.fragment;
  const end = hasFragment ? elements.length - 3 : elements.length;
  return [...elements.slice(1, end), Operation.deref, ...elements.slice(end)];
}

/** Replaces DW_OP_plus and DW_OP_minus that have an operand by plus_uconst, and by constu with minus (version 2). */
function splitArithmetic(elements: readonly Element[]): readonly Element[] {
  const result: Element[] = [];
  for (let i = 0; i < elements.length;) {
    const operation = Number(elements[i]);
    const paired: readonly number[] = [Operation.constu, Operation.minus, Operation.plus];
    const size = paired.includes(operation) ? 2 : operation === Operation.fragment ? 3 : 1;
    const operands = elements.slice(i + 1, i + size);
    if (operation === Operation.plus) result.push(Operation.plusUconst, ...operands);
    else if (operation === Operation.minus) result.push(Operation.constu, ...operands, Operation.minus);
    else result.push(elements[i] ?? 0, ...operands);
    i += size;
  }
  return result;
}

/**
 * The elements of an expression in the form that every release reads.
 * @param version operand 0 of the EXPRESSION record without `distinct`; 3 and later need no change
 */
export function upgradeExpression(elements: readonly Element[], version: number): readonly Element[] {
  let result = elements;
  if (version === 0 && result.length >= 3 && Number(result[result.length - 3]) === Operation.bitPiece) {
    result = result.map((e, i) => (i === result.length - 3 ? Operation.fragment : e));
  }
  if (version <= 1) result = moveDeref(result);
  return version <= 2 ? splitArithmetic(result) : result;
}

/**
 * The first release that looks at each operation of an expression; before, it accepted whatever follows a register or an
 * entry value.
 */
const EVERY_OPERATION: Release = 24;

/** The number of elements of an operation, including itself. */
export function sizeOf(operation: number, release: Release): number {
  if (release >= 11 && operation >= Operation.breg0 && operation <= Operation.breg31) return 2;
  switch (operation) {
    case Operation.convert:
    case Operation.fragment:
      return 3;
    case Operation.bregx:
      return release >= 11 ? 3 : 1;
    case Operation.extractBitsSext:
    case Operation.extractBitsZext:
      return release >= 19 ? 3 : 1;
    case Operation.constu:
    case Operation.derefSize:
    case Operation.plusUconst:
    case Operation.tagOffset:
      return 2;
    case Operation.entryValue:
      return release < 11 ? 2 : 1;
    case Operation.xderefSize:
      return release >= EVERY_OPERATION ? 2 : 1;
    case Operation.consts:
    case Operation.llvmEntryValue:
    case Operation.regx:
      return release >= 11 ? 2 : 1;
    case Operation.argument:
      return release >= 13 ? 2 : 1;
    default:
      return 1;
  }
}

/** The first release in which appending to an expression drops additions of zero (DIExpression::foldConstantMath). */
const FOLDED: Release = 19;

/** An expression with a DW_OP_deref appended, before a stack value or a fragment (DIExpression::append). */
export function withDerefAppended(elements: readonly Element[], release: Release): readonly Element[] {
  const front: Element[] = [];
  let at = 0;
  while (at < elements.length) {
    const operation = Number(elements[at]);
    if (operation === Operation.stackValue || operation === Operation.fragment) break;
    const next = at + sizeOf(operation, release);
    const isNothing = operation === Operation.plusUconst && Number(elements[at + 1]) === 0 && release >= FOLDED;
    if (!isNothing) append(front, elements.slice(at, next));
    at = next;
  }
  return [...front, Operation.deref, ...elements.slice(at)];
}

/** Operations that are valid at any place, with the first release that accepts them (DIExpression::isValid). */
const ACCEPTED: ReadonlyMap<number, number> = new Map<number, number>([
  ...[0x10, 0x23, 0x22, 0x1c, 0x1e, 0x1b, 0x1d, 0x21, 0x1a, 0x27, 0x24, 0x25, 0x26, 0x06, 0x94, 0x18, 0x30, 0x20].map(
    (operation): [number, number] => [operation, 0],
  ),
  [0x12, 0],
  [Operation.convert, 0],
  [Operation.tagOffset, 0],
  [Operation.regx, 11],
  [Operation.bregx, 11],
  [Operation.pushObjectAddress, 11],
  [Operation.implicitPointer, 13],
  [Operation.argument, 13],
  [Operation.over, 13],
  [Operation.consts, 13],
  ...[0x29, 0x2a, 0x2b, 0x2c, 0x2d, 0x2e].map((operation): [number, number] => [operation, 17]),
  [Operation.extractBitsSext, 19],
  [Operation.extractBitsZext, 19],
  [Operation.rot, 22],
  [Operation.neg, 22],
  [Operation.abs, 22],
  // The numbers 1 to 31.
  ...Array.from({ length: 31 }, (_, i): [number, number] => [Operation.lit0 + 1 + i, 24]),
  [Operation.xderefSize, 24],
]);

/** Operations with a size in bytes, and the largest that LLVM 24 accepts. */
const SIZED: ReadonlySet<number> = new Set([Operation.derefSize, Operation.xderefSize]);
const MOST_BYTES = 255;

/**
 * Whether an entry value is at a valid place: first or (since LLVM 16) after `DW_OP_LLVM_arg 0`, and covering one
 * operation.
 */
function entryValueFits(elements: readonly Element[], at: number, release: Release): boolean {
  const start = release >= 16 && Number(elements[0]) === Operation.argument && Number(elements[1] ?? 1) === 0 ? 2 : 0;
  if (Number(elements[at + 1]) !== 1 || at !== start) return false;
  return release >= 11 && release < 13 ? elements.length === 2 : release >= 11 || elements.length === 2;
}

/**
 * Whether the release considers the expression valid; an invalid one it prints as plain numbers, and it drops all debug
 * info.
 */
export function isValid(elements: readonly Element[], release: Release): boolean {
  for (let i = 0; i < elements.length;) {
    const operation = Number(elements[i]);
    const size = sizeOf(operation, release);
    if (i + size > elements.length) return false;
    const isRegister = release >= 11 && operation >= Operation.reg0 && operation <= Operation.breg31;
    if (isRegister && release < EVERY_OPERATION) return true;
    if (operation === Operation.fragment) return i + size === elements.length;
    if (operation === (release < 11 ? Operation.entryValue : Operation.llvmEntryValue)) {
      const fits = entryValueFits(elements, i, release);
      if (!fits || release < EVERY_OPERATION) return fits;
    } else if (operation === Operation.stackValue) {
      if (i + size < elements.length && Number(elements[i + size]) !== Operation.fragment) return false;
    } else if (operation === Operation.swap) {
      if (elements.length === 1) return false;
    } else if (!isRegister && release < (ACCEPTED.get(operation) ?? Infinity)) return false;
    if (release >= EVERY_OPERATION && SIZED.has(operation) && Number(elements[i + 1]) > MOST_BYTES) return false;
    i += size;
  }
  return true;
}

/** A part of a variable, in bits as the reference keeps them: 32 each. */
export interface Fragment {
  readonly offset: bigint;
  readonly size: bigint;
}

/** The part of a variable that a valid expression describes; undefined if it describes all of it or is invalid. */
export function fragmentOf(elements: readonly Element[], release: Release): Fragment | undefined {
  if (elements.length < 3 || !isValid(elements, release)) return undefined;
  for (let i = 0; i < elements.length; i += sizeOf(Number(elements[i]), release)) {
    if (Number(elements[i]) !== Operation.fragment) continue;
    const [offset = 0n, size = 0n] = elements.slice(i + 1, i + 3).map((e) => BigInt.asUintN(32, BigInt(e)));
    return { offset, size };
  }
  return undefined;
}

/** The first release that looks past a DW_OP_LLVM_arg 0 for an entry value. */
const ARGUMENT_SKIPPED: Release = 18;

/** Whether a valid expression is the value that a register had at the function's entry, of which LLVM 9 knows nothing. */
export function startsWithEntryValue(elements: readonly Element[], release: Release): boolean {
  const isSingle = release >= ARGUMENT_SKIPPED && Number(elements[0]) === Operation.argument;
  const first = Number(elements[isSingle ? 2 : 0]);
  return release >= 11 && first === Operation.llvmEntryValue && isValid(elements, release);
}

/** Elements from which on the text of an expression is kept: any number of records may print it. */
const LONG = 64;
/** The texts of long expressions, by their elements, and the releases in whose style they are. */
const texts = new WeakMap<readonly Element[], { readonly text: string; readonly release: Release }>();

/** The text of an expression: `!DIExpression(DW_OP_plus_uconst, 8)`. */
export function expressionText(elements: readonly Element[], release: Release): string {
  if (elements.length < LONG) return spelled(elements, release);
  const known = texts.get(elements);
  if (known?.release === release) return known.text;
  const text = spelled(elements, release);
  texts.set(elements, { text, release });
  return text;
}

function spelled(elements: readonly Element[], release: Release): string {
  if (!isValid(elements, release)) return `!DIExpression(${elements.join(", ")})`;
  const parts: string[] = [];
  for (let i = 0; i < elements.length;) {
    const operation = Number(elements[i]);
    const size = sizeOf(operation, release);
    parts.push(dwarfName("operation", operation, release) ?? "");
    const operands = elements.slice(i + 1, i + size);
    if (operation === Operation.convert) {
      parts.push(String(operands[0]), dwarfName("encoding", Number(operands[1]), release) ?? "");
    } else append(parts, operands.map(String));
    i += size;
  }
  return `!DIExpression(${parts.join(", ")})`;
}

/** The value of an expression that is a single signed constant (`DW_OP_consts N`), else undefined. */
export function signedConstant(elements: readonly Element[]): bigint | undefined {
  if (Number(elements[0]) !== Operation.consts) return undefined;
  const ends = elements.length === 2 || elements.length === 3 || elements.length === 6;
  if (!ends || (elements.length > 2 && Number(elements[2]) !== Operation.stackValue)) return undefined;
  if (elements.length === 6 && Number(elements[3]) !== Operation.fragment) return undefined;
  return BigInt.asIntN(64, BigInt(elements[1] ?? 0));
}
