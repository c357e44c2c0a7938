/** Checks a data layout string as releases before LLVM 20 do. Source: DataLayout::parseSpecifier of LLVM 9 to 19. */
import type { Release } from "../ir/releases";

/** The first releases with a mangling, with a letter, and with a rule. */
const MANGLINGS: Readonly<Record<string, Release>> = { e: 9, o: 9, m: 9, w: 9, x: 9, a: 11, l: 14 };
const LETTERS: Readonly<Record<string, Release>> = { G: 13 };
const STACK_IS_POWER: Release = 11;
const POINTERS_IN_BITS: Release = 14;
const BYTES_ARE_NATURAL: Release = 16;
const INDEX_FITS: Release = 18;

/** Thrown by a check; {@link oldDataLayoutFault} returns the message. */
class Fault {
  constructor(readonly message: string) {}
}
function fail(message: string): never {
  throw new Fault(message);
}

function number(text: string): number {
  if (!/^\d+$/.test(text) || BigInt(text) >= 1n << 32n) fail("not a number, or does not fit in an unsigned int");
  return Number(text);
}
function bytes(text: string): number {
  const bits = number(text);
  return bits % 8 === 0 ? bits / 8 : fail("number of bits must be a byte width multiple");
}
function space(text: string): number {
  const found = number(text);
  return found < 2 ** 24 ? found : fail("Invalid address space, must be a 24-bit integer");
}
function isPower(size: number): boolean {
  return size > 0 && Number.isInteger(Math.log2(size));
}

/** Parts between separators, taken one by one. */
class Parts {
  private rest: string;
  constructor(
    text: string,
    private readonly separator: string,
  ) {
    this.rest = text;
  }
  get atEnd(): boolean {
    return this.rest === "";
  }
  /** The part before the next separator, and all after that in what is left. */
  take(): string {
    const at = this.rest.indexOf(this.separator);
    const taken = at < 0 ? this.rest : this.rest.slice(0, at);
    const left = at < 0 ? "" : this.rest.slice(at + 1);
    if (left === "" && at >= 0) fail("Trailing separator in datalayout string");
    if (left !== "" && taken === "") fail("Expected token before separator in datalayout string");
    this.rest = left;
    return taken;
  }
  /** All that is left. */
  get left(): string {
    return this.rest;
  }
  /** The next part. @param missing what to report if there is none */
  required(missing: string): string {
    return this.atEnd ? fail(missing) : this.take();
  }
}

function checkPointer(first: string, parts: Parts, release: Release): void {
  if (first !== "") space(first);
  const measure = release >= POINTERS_IN_BITS ? number : bytes;
  const size = measure(parts.required("Missing size specification for pointer in datalayout string"));
  if (size === 0) fail("Invalid pointer size of 0 bytes");
  const abi = bytes(parts.required("Missing alignment specification for pointer in datalayout string"));
  if (!isPower(abi)) fail("Pointer ABI alignment must be a power of 2");
  if (parts.atEnd) return;
  const preferred = bytes(parts.take());
  if (!isPower(preferred)) fail("Pointer preferred alignment must be a power of 2");
  const index = parts.atEnd ? size : measure(parts.take());
  if (index === 0) fail("Invalid index size of 0 bytes");
  if (preferred < abi) fail("Preferred alignment cannot be less than the ABI alignment");
  if (release >= INDEX_FITS && index > size) fail("Index width cannot be larger than pointer width");
}

function checkType(letter: string, first: string, parts: Parts, release: Release): void {
  const size = first === "" ? 0 : number(first);
  if (letter === "a" && size !== 0) fail("Sized aggregate specification in datalayout string");
  const abi = bytes(parts.required("Missing alignment specification in datalayout string"));
  if (letter !== "a" && abi === 0) fail("ABI alignment specification must be >0 for non-aggregate types");
  if (abi >= 2 ** 16) fail("Invalid ABI alignment, must be a 16bit integer");
  if (abi !== 0 && !isPower(abi)) fail("Invalid ABI alignment, must be a power of 2");
  if (letter === "i" && size === 8 && abi !== 1 && release >= BYTES_ARE_NATURAL)
    fail("Invalid ABI alignment, i8 must be naturally aligned");
  const preferred = parts.atEnd ? abi : bytes(parts.take());
  if (size >= 2 ** 24) fail("Invalid bit width, must be a 24bit integer");
  if (preferred >= 2 ** 16) fail("Invalid preferred alignment, must be a 16bit integer");
  if (preferred !== 0 && !isPower(preferred)) fail("Invalid preferred alignment, must be a power of 2");
  if (preferred < abi) fail("Preferred alignment cannot be less than the ABI alignment");
}

function checkNonIntegral(parts: Parts): void {
  do {
    if (number(parts.take()) === 0) fail("Address space 0 can never be non-integral");
  } while (!parts.atEnd);
}
function checkNativeWidths(first: string, parts: Parts): void {
  for (let width = first; ; width = parts.take()) {
    if (number(width) === 0) fail("Zero width native integer type in datalayout string");
    if (parts.atEnd) return;
  }
}
function checkPowerOrZero(text: string): void {
  const size = bytes(text);
  if (size !== 0 && !isPower(size)) fail("Alignment is neither 0 nor a power of 2");
}
function checkFunctionPointer(first: string): void {
  if (!/^[in]/.test(first)) fail("Unknown function pointer alignment type in datalayout string");
  checkPowerOrZero(first.slice(1));
}
function checkMangling(first: string, rest: string, release: Release): void {
  if (first !== "") fail("Unexpected trailing characters after mangling specifier in datalayout string");
  if (rest === "") fail("Expected mangling specifier in datalayout string");
  if (rest.length > 1) fail("Unknown mangling specifier in datalayout string");
  if ((MANGLINGS[rest] ?? Infinity) > release) fail("Unknown mangling in datalayout string");
}

function checkSpecification(specification: string, release: Release): void {
  const parts = new Parts(specification, ":");
  const token = parts.take();
  if (token === "ni") {
    checkNonIntegral(parts);
    return;
  }
  const [letter = "", first] = [token.slice(0, 1), token.slice(1)];
  switch (letter) {
    case "e":
    case "E":
    case "s":
      return;
    case "p":
      checkPointer(first, parts, release);
      return;
    case "i":
    case "v":
    case "f":
    case "a":
      checkType(letter, first, parts, release);
      return;
    case "n":
      checkNativeWidths(first, parts);
      return;
    case "S":
      if (release >= STACK_IS_POWER) checkPowerOrZero(first);
      else bytes(first);
      return;
    case "F":
      checkFunctionPointer(first);
      return;
    case "m":
      checkMangling(first, parts.left, release);
      return;
    case "G":
    case "P":
    case "A":
      if ((LETTERS[letter] ?? 0) <= release) {
        space(first);
        return;
      }
  }
  fail("Unknown specifier in datalayout string");
}

/** Why a release before LLVM 20 rejects a module with this layout; undefined if it does not. */
export function oldDataLayoutFault(layout: string, release: Release): string | undefined {
  try {
    for (const all = new Parts(layout, "-"); !all.atEnd;) checkSpecification(all.take(), release);
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown.message;
    throw thrown;
  }
  return undefined;
}
