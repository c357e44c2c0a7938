/** Walks the records of a block; damage becomes problems, and reading goes on behind it. */
import type { Problem, ProblemCode } from "../../../document/problem";
import type { BitEvent, BitstreamReader } from "../../bitstream/reader";
import { BLOCKINFO } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";

/**
 * A record that cannot be what it says: thrown by a record's reader, caught by {@link readBlock}. No Error, whose trace of
 * the stack costs more than the record where a file is nothing but such records.
 */
export class RecordFault {
  constructor(
    readonly code: ProblemCode,
    readonly message: string,
  ) {}
}

/** More problems than this tell a reader nothing new; a file of damage alone would otherwise cost more than its bytes. */
const MOST_PROBLEMS = 4096;

const MANY = `more is wrong from here on than ${MOST_PROBLEMS} problems can say`;

/** Problems in order of discovery; the same one found on a second reading is kept once. */
export class ProblemList {
  readonly list: Problem[] = [];
  /** Whether a newer LLVM has written what is read: records of unknown codes are then said, also where the reference is silent. */
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
 * The problems of a module that a newer LLVM has written: what is unknown is no damage there, and is kept apart; everything
 * else goes to the document's list.
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

/** What a reader of a block does with what it meets. */
export interface BlockHandler {
  record(record: BitRecord): void;
  /** A nested block was entered; true: it has been read to its end. Blocks that nobody reads are skipped. */
  block?(id: number): boolean;
  /** For problems: the containers around. */
  readonly path: readonly string[];
}

/** Reads the block that was just entered to its end. Never throws but MissingBytes. */
export function readBlock(reader: BitstreamReader, problems: ProblemList, handler: BlockHandler): void {
  const depth = reader.depth;
  while (reader.depth >= depth) {
    const event = reader.next();
    if (event === "enterBlock") enter(reader, problems, handler);
    else if (!take(event, reader, problems, handler)) return;
  }
}

/** Entries of a large block that are read in one step. */
const STEP_ENTRIES = 256;

/** Reads as {@link readBlock} does, and yields now and then; `inSteps` gives the reading of a nested block in steps, too. */
export function* blockInSteps(
  reader: BitstreamReader,
  problems: ProblemList,
  handler: BlockHandler,
  inSteps: (id: number) => Generator<void, void, undefined> | undefined = () => undefined,
): Generator<void, void, undefined> {
  const depth = reader.depth;
  for (let count = 1; reader.depth >= depth; count++) {
    const event = reader.next();
    if (event !== "enterBlock") {
      if (!take(event, reader, problems, handler)) return;
    } else {
      const steps = inSteps(reader.block?.id ?? -1);
      if (steps) yield* steps;
      else enter(reader, problems, handler);
    }
    if (count % STEP_ENTRIES === 0) yield;
  }
}

/** Takes what was read, if it is no block; whether reading can go on. */
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

/** BLOCKINFO is read for the abbreviations that it gives to others: the reader keeps them, its records are nobody's. */
function enter(reader: BitstreamReader, problems: ProblemList, handler: BlockHandler): void {
  const id = reader.block?.id ?? -1;
  if (id === BLOCKINFO) readBlock(reader, problems, { path: [...handler.path, "block info"], record: ignore });
  else if (!handler.block?.(id)) reader.skipBlock();
}
function ignore(): void {
  // Nothing is to be done with the record.
}

/** Notes the reader's fault as a problem. */
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

/** A signed VBR's value: magnitude above the sign in bit 0; 1 alone is the least 64-bit number (BitCodeFormat). */
export function signedNumber(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value - 1) / 2;
}
/** As {@link signedNumber}, for 64-bit words. */
export function signedBig(value: bigint): bigint {
  if ((value & 1n) === 0n) return value >> 1n;
  return value === 1n ? -(1n << 63n) : -(value >> 1n);
}

/** A number shifted left by one and complemented where it is negative (rotateSign), of 64 bits. */
export function rotatedBig(value: bigint): bigint {
  return BigInt.asIntN(64, value & 1n ? ~(value >> 1n) : value >> 1n);
}
