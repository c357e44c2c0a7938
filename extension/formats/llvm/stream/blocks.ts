/** Walks the records of a block. Damage becomes problems, and reading continues after it. */
import type { Problem, ProblemCode } from "../../../document/problem";
import type { BitEvent, BitstreamReader } from "../../bitstream/reader";
import { BLOCKINFO } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";

/**
 * A record that contradicts itself or its context: thrown by a record's reader, caught by {@link readBlock}. It is not
 * an Error, whose stack trace would cost more than the record if a file consists of such records.
 */
export class RecordFault {
  constructor(
    readonly code: ProblemCode,
    readonly message: string,
  ) {}
}

/**
 * The most problems that are kept: more tell a reader nothing new, and a file of nothing but damage would need more
 * memory for them than it has bytes.
 */
const MOST_PROBLEMS = 4096;

const MANY = `more is wrong from here on than ${MOST_PROBLEMS} problems can say`;

/** Problems in order of discovery; one that is found again on a second reading is kept once. */
export class ProblemList {
  readonly list: Problem[] = [];
  /**
   * Whether the file is from a newer LLVM: records of unknown codes are then reported even if the reference ignores
   * them.
   */
  readonly newer: boolean = false;
  private readonly known = new Set<string>();
  add(problem: Problem): void {
    if (this.list.length > MOST_PROBLEMS) return;
    const key = `${problem.startBit} ${problem.code} ${problem.message}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    this.list.push(this.list.length < MOST_PROBLEMS ? problem : { ...problem, code: "limit", message: MANY });
  }
}

/**
 * The problems of a module from a newer LLVM. What is unknown is not damage there and is kept apart; all other problems
 * go to the document's list.
 */
export class UnknownAside extends ProblemList {
  override readonly newer = true;
  readonly unknown = new ProblemList();
  constructor(private readonly others: ProblemList) {
    super();
  }
  override add(problem: Problem): void {
    if (problem.code === "unsupported") this.unknown.add(problem);
    else this.others.add(problem);
  }
}

/** What the reader of a block does with its records and nested blocks. */
export interface BlockHandler {
  record(record: BitRecord): void;
  /** A nested block was entered; returns true if it has been read to its end. Otherwise it is skipped. */
  block?(id: number): boolean;
  /** Called now and then, before the next entry. @param count the entries read or passed over so far */
  reached?(count: number): void;
  /**
   * Called before each entry of a block that is read in steps: passes over entries that are known already, not too many,
   * and returns their number.
   */
  pass?(): number;
  /** The containers around it, for problems. */
  readonly path: readonly string[];
}

/** Reads the block that was just entered to its end. Throws nothing but MissingBytes. */
export function readBlock(reader: BitstreamReader, problems: ProblemList, handler: BlockHandler): void {
  const depth = reader.depth;
  while (reader.depth >= depth) {
    const event = reader.next();
    if (event === "enterBlock") enter(reader, problems, handler);
    else if (!take(event, reader, problems, handler)) return;
  }
}

/** How many entries of a large block are read in one step. */
const STEP_ENTRIES = 256;

/**
 * Like {@link readBlock}, but yields now and then; `inSteps` returns the steps of a nested block, or undefined to read
 * it at once.
 */
export function* blockInSteps(
  reader: BitstreamReader,
  problems: ProblemList,
  handler: BlockHandler,
  inSteps: (id: number) => Generator<void, void, undefined> | undefined = () => undefined,
): Generator<void, void, undefined> {
  const depth = reader.depth;
  let count = 0;
  while (reader.depth >= depth) {
    const passed = handler.pass?.() ?? 0;
    if (passed === 0) {
      const event = reader.next();
      if (event !== "enterBlock") {
        if (!take(event, reader, problems, handler)) return;
      } else {
        const steps = inSteps(reader.block?.id ?? -1);
        if (steps) yield* steps;
        else enter(reader, problems, handler);
      }
    }
    count += passed || 1;
    if (count % STEP_ENTRIES !== 0 && passed === 0) continue;
    if (reader.depth === depth) handler.reached?.(count);
    yield;
  }
}

/** Handles an event other than a block's start; returns whether reading can continue. */
function take(
  event: Exclude<BitEvent, "enterBlock">,
  reader: BitstreamReader,
  problems: ProblemList,
  handler: BlockHandler,
): boolean {
  switch (event) {
    case "record":
      readRecord(reader, problems, handler);
      return true;
    case "fault":
      reportFault(reader, problems, handler.path);
      return reader.recover() !== undefined;
    case "end":
      return false;
    case "endBlock":
    case "defineAbbrev":
      return true;
  }
}

/**
 * Reads BLOCKINFO for the abbreviations it defines for other blocks: the reader keeps them, and its records go to no
 * handler.
 */
function enter(reader: BitstreamReader, problems: ProblemList, handler: BlockHandler): void {
  const id = reader.block?.id ?? -1;
  if (id === BLOCKINFO) readBlock(reader, problems, { path: [...handler.path, "block info"], record: ignore });
  else if (!handler.block?.(id)) reader.skipBlock();
}
function ignore(): void {
  // The reader has taken what it needs from the record.
}

/** Adds the reader's fault to the problems. */
export function reportFault(reader: BitstreamReader, problems: ProblemList, path: readonly string[]): void {
  const fault = reader.fault;
  if (fault)
    problems.add({ code: fault.code, message: fault.message, startBit: fault.startBit, endBit: fault.endBit, path });
}

function readRecord(reader: BitstreamReader, problems: ProblemList, handler: BlockHandler): void {
  const { record } = reader;
  const { startBit, endBit } = record;
  try {
    handler.record(record);
  } catch (thrown) {
    if (!(thrown instanceof RecordFault)) throw thrown;
    problems.add({ code: thrown.code, message: thrown.message, startBit, endBit, path: handler.path });
  }
}

/**
 * The value of a signed VBR: the magnitude above a sign in bit 0; 1 alone is the smallest 64-bit number
 * (BitCodeFormat).
 */
export function signedNumber(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value - 1) / 2;
}
/** Like {@link signedNumber}, for 64-bit words. */
export function signedBig(value: bigint): bigint {
  if ((value & 1n) === 0n) return value >> 1n;
  return value === 1n ? -(1n << 63n) : -(value >> 1n);
}

/** The 64-bit number that rotateSign encoded: shifted left by one, and complemented if negative. */
export function rotatedBig(value: bigint): bigint {
  return BigInt.asIntN(64, value & 1n ? ~(value >> 1n) : value >> 1n);
}
