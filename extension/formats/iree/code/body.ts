/**
 * A function's body: where its ops and blocks start, and what is wrong with it. Checks what HEAD's verifier checks
 * (iree/vm/bytecode/verifier.c), including the checks of registers, types and ordinals that are dead code there.
 */
import type { Bank, OpcodeTable, OpSchema } from "../opcodes";
import { IMPORT_BIT, registerOf } from "../opcodes";
import type { DecodeFault, List, Op } from "./decode";
import { branchTargets, isFault, isTerminator, readOp } from "./decode";
import { conventionBanks } from "./calls";
import type { Limits } from "./limits";
import { FEATURE_OF_SET } from "./limits";
import { countBefore } from "../../../kit/sortedSearch";

/** A fault in a body; its bytes count from the function's start. */
export interface BodyFault {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** Whether an op could not be read, so that what follows is unknown too. */
  readonly undecoded: boolean;
}

/** Bytes from which no op could be read. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** The structure of a body. All offsets count from the function's start, in bytes. */
export interface Body {
  /** Where each op or marker starts, in order; a gap counts as one. */
  readonly starts: Uint32Array | readonly number[];
  /** Where each block starts, in order. */
  readonly blocks: readonly number[];
  readonly gaps: readonly Gap[];
  /** Where the ops end: before the padding that is included in bytecode_length. */
  readonly end: number;
  readonly faults: readonly BodyFault[];
}

/** Up to this many numbers take less memory in a list of any values than in one of numbers, which has a buffer. */
const FEW = 32;
const NONE: readonly never[] = [];

/** A list without room for more: a module may have many small functions. */
function exact<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? NONE : list.slice();
}

/** Most faults of one function to keep. */
const MOST_FAULTS = 32;

/** Most gaps after which code is searched for. */
const MOST_GAPS = 64;
/** How many possible block markers are tried after a gap, and how many ops must follow one. */
const MOST_TRIES = 32;
const CONVINCING_OPS = 12;

/** Reads every op of a function once. Cost and memory grow with the bytes. */
export function readBody(code: Uint8Array, table: OpcodeTable, limits: Limits): Body {
  const reader = new BodyReader(code, table, limits);
  return reader.read();
}

/** Reads ops from a function's start to its end and notes faults. */
class BodyReader {
  private readonly starts: number[] = [];
  private readonly gaps: Gap[] = [];
  private readonly faults: BodyFault[] = [];
  private readonly targets = new Map<number, { at: number; from: number }>();
  private readonly markers: number[] = [];
  private ended = false;

  constructor(
    private readonly code: Uint8Array,
    private readonly table: OpcodeTable,
    private readonly limits: Limits,
  ) {}

  read(): Body {
    let at = 0;
    while (at < this.code.length && !(this.ended && this.isPadding(at))) {
      const op = readOp(this.code, at, this.table);
      this.starts.push(at);
      at = isFault(op) ? this.skip(at, op) : this.accept(op);
    }
    if (!this.ended && this.code.length > 0)
      this.fault(this.starts.at(-1) ?? 0, this.code.length, "the function does not end with a terminator");
    if (this.code.length === 0) this.fault(0, 0, "the function has no code");
    this.checkTargets();
    this.checkBlocks();
    return {
      starts: this.starts.length > FEW ? Uint32Array.from(this.starts) : this.starts.slice(),
      blocks: exact(this.blocks()),
      gaps: exact(this.gaps),
      end: at,
      faults: exact(this.faults),
    };
  }

  /**
   * From 2021-07 until 2023-03 zero bytes up to a multiple of 8 count as code; only a terminator tells where they
   * begin.
   */
  private isPadding(at: number): boolean {
    if (this.table.padding !== "counted" || this.code.length - at >= 8) return false;
    for (let i = at; i < this.code.length; i++) if (this.code[i] !== 0) return false;
    return true;
  }

  /** Adds an op that was read; returns where the next one starts. */
  private accept(op: Op): number {
    if (!op.schema) this.acceptMarker(op.start);
    else if (this.starts.length === 1 && this.table.blockMarker !== undefined)
      this.fault(op.start, op.start + 1, "the function does not start with a block marker");
    else if (this.ended && this.table.blockMarker !== undefined && op.schema)
      this.fault(op.start, op.start + 1, "no block marker after a terminator");
    for (const { at, target } of branchTargets(op))
      if (!this.targets.has(target)) this.targets.set(target, { at, from: op.start });
    this.checkOperands(op);
    this.ended = isTerminator(op);
    return op.end;
  }

  /** A block ends with a terminator before the next one starts. */
  private acceptMarker(start: number): void {
    this.markers.push(start);
    if (this.starts.length > 1 && !this.ended) this.fault(start, start + 1, "a block marker inside a block");
  }

  /**
   * After an op that cannot be read, code continues at a known branch target, or at a marker from which ops can be
   * read. An op does not store its length, so there is no better place to look.
   */
  private skip(at: number, { message }: DecodeFault): number {
    let next = this.gaps.length < MOST_GAPS ? this.nextBlock(at) : this.code.length;
    if (this.gaps.length < MOST_GAPS)
      for (const target of this.targets.keys()) if (target > at && target < next) next = target;
    this.gaps.push({ start: at, end: next, message });
    this.fault(at, next, message, true);
    this.ended = true;
    return next;
  }

  /** The next block marker after `at` that is followed by valid ops; the function's end if there is none. */
  private nextBlock(at: number): number {
    const marker = this.table.blockMarker;
    let tries = MOST_TRIES;
    for (let next = at + 1; marker !== undefined && next < this.code.length && tries > 0; next++) {
      if (this.code[next] !== marker) continue;
      tries--;
      if (this.readsOn(next)) return next;
    }
    return this.code.length;
  }

  /** Whether ops can be read from `start` on, up to the function's end or far enough to be certain. */
  private readsOn(start: number): boolean {
    let at = start;
    for (let ops = 0; ops < CONVINCING_OPS && at < this.code.length; ops++) {
      const op = readOp(this.code, at, this.table);
      if (isFault(op)) return false;
      at = op.end;
    }
    return true;
  }

  private fault(start: number, end: number, message: string, undecoded = false): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push({ start, end, message, undecoded });
  }

  /** Whether an op or marker starts at an offset. */
  private isStart(target: number): boolean {
    const { starts } = this;
    return starts[countBefore(starts.length, (index) => (starts[index] ?? 0) >= target)] === target;
  }

  /** Branches must lead to the start of an op, since 2023-03 to the marker of a block. */
  private checkTargets(): void {
    for (const [target, { at }] of this.targets) {
      const marked = this.table.blockMarker === undefined || this.code[target] === this.table.blockMarker;
      if (target >= this.code.length) this.fault(at, at + 4, `the branch to ${target} leaves the function`);
      else if (!this.isStart(target)) this.fault(at, at + 4, `the branch to ${target} leads into an op`);
      else if (!marked) this.fault(at, at + 4, `the branch to ${target} does not lead to a block marker`);
    }
  }

  /** The descriptor's number of blocks must equal the number of markers. */
  private checkBlocks(): void {
    const { blocks } = this.limits;
    if (this.table.blockMarker === undefined || blocks === undefined || this.gaps.length > 0) return;
    if (blocks !== this.markers.length)
      this.fault(0, 1, `the descriptor says ${blocks} blocks, but there are ${this.markers.length}`);
  }

  /** The markers; without markers, the entry and all branch targets. */
  private blocks(): readonly number[] {
    if (this.table.blockMarker !== undefined) return this.markers;
    const targets = [...this.targets.keys()].filter((t) => this.isStart(t));
    return [...new Set([0, ...targets])].sort((a, b) => a - b);
  }

  /** A function says which opcode sets it requires. */
  private checkFeature({ start, schema }: Op): void {
    const feature = FEATURE_OF_SET[schema?.set ?? ""] ?? 0;
    if (schema && ((this.limits.features ?? feature) & feature) === 0 && feature !== 0)
      this.fault(
        start,
        start + 1,
        `vm.${schema.mnemonic} needs ${schema.set.toUpperCase()}, which the function does not require`,
      );
  }

  /** Registers, types, rodata, imports and functions must exist. */
  private checkOperands(op: Op): void {
    this.checkFeature(op);
    for (const [i, value] of op.operands.entries()) {
      const encoding = op.schema?.operands[i]?.encoding;
      switch (value.kind) {
        case "register":
          this.checkRegister(value.at, value.raw, encoding?.kind === "register" ? encoding.bank : "any");
          break;
        case "registers":
          this.checkPassed(op, i, value.list, encoding?.kind === "registers" ? encoding.bank : "any");
          break;
        case "remap":
          this.checkList(value.list, () => "any");
          break;
        case "cases":
          for (const { remap } of value.cases) this.checkList(remap, () => "any");
          break;
        case "ordinal":
          if (encoding?.kind === "ordinal") this.checkOrdinal(value.at, value.raw, encoding.of, op.schema);
          break;
        case "attribute":
        case "integers":
        case "string":
        case "target":
          break;
      }
    }
  }

  /**
   * A list's registers must be of the banks that a calling convention tells. A switch lists the even register of each
   * pair for 64-bit values, so its elements are checked as single registers.
   */
  private checkPassed(op: Op, index: number, list: List, bank: Bank): void {
    const { conventions } = this.limits;
    const banks = conventions && conventionBanks(op, index, conventions);
    const other = bank === "ref" ? "ref" : "any";
    if (typeof banks === "string") this.fault(list.countAt, list.countAt + this.table.registerBytes, banks);
    else this.checkList(list, (i) => banks?.[i] ?? other);
  }
  private checkList({ countAt, raws }: List, bankOf: (index: number) => Bank): void {
    const size = this.table.registerBytes;
    for (const [i, raw] of raws.entries()) this.checkRegister(countAt + size * (i + 1), raw, bankOf(i));
  }

  /** A register must belong to the op's bank and be within the descriptor's count; a pair is named by its even half. */
  private checkRegister(at: number, raw: number, bank: Bank): void {
    const size = this.table.registerBytes;
    const { ref, ordinal } = registerOf(raw, size);
    const { i32Registers, refRegisters } = this.limits;
    if (bank !== "any" && ref !== (bank === "ref"))
      return this.fault(
        at,
        at + size,
        `%${ref ? "r" : "i"}${ordinal} where the op takes a register of the bank ${bank}`,
      );
    if ((bank === "i64" || bank === "f64") && ordinal % 2 === 1)
      return this.fault(at, at + size, `%i${ordinal} is odd: a 64-bit value is named by the even register of its pair`);
    const last = bank === "i64" || bank === "f64" ? ordinal + 1 : ordinal;
    if (ref ? ordinal >= refRegisters : last >= i32Registers) {
      const count = ref ? refRegisters : i32Registers;
      this.fault(at, at + size, `%${ref ? "r" : "i"}${last} is past the function's ${count} registers`);
    }
  }

  /** The ordinal of a reference must be within their number, the offset of another global within their bytes. */
  private checkGlobal(at: number, raw: number, mnemonic: string): void {
    const { globals } = this.limits;
    if (!globals) return;
    if (mnemonic.endsWith(".ref")) {
      if (raw >= globals.refs)
        this.fault(at, at + 4, `global ref ordinal out of range: ${raw} (table=${globals.refs})`);
    } else if (raw + (mnemonic.endsWith("64") ? 8 : 4) > globals.bytes)
      this.fault(at, at + 4, `global byte offset out of range: ${raw} (rwdata=${globals.bytes})`);
  }

  /** An ordinal must be within its table; for functions, bit 31 means an import. */
  private checkOrdinal(at: number, raw: number, of: string, schema: OpSchema | undefined): void {
    const { types, imports, functions, rodata, fits } = this.limits;
    const past = (what: "type" | "import" | "function" | "rodata", ordinal: number, count: number): void => {
      if (ordinal >= count)
        this.fault(at, at + 4, `${what} ${ordinal} of vm.${schema?.mnemonic ?? ""}: there are only ${count}`);
      else if (what !== "rodata" && !fits(what, ordinal, at))
        this.fault(at, at + 4, `the name of ${what} ${ordinal} is mentioned too often to be shown whole`);
    };
    if (of === "global") this.checkGlobal(at, raw, schema?.mnemonic ?? "");
    if (of === "type" && types !== undefined) past("type", raw, types);
    if (of === "rodata") past("rodata", raw, rodata);
    if (of !== "function") return;
    if (raw >= IMPORT_BIT) past("import", raw - IMPORT_BIT, imports);
    else past("function", raw, functions);
  }
}
