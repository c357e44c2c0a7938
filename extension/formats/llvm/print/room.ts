/**
 * Limits how much of constants is printed. A constant is printed in full wherever it is used, so a few bytes could
 * expand to any amount of text, even an infinite one; the amount is kept in proportion to the file.
 */
import { formatPosition } from "../../../document/bits";
import { proportionate } from "../../../document/proportion";
import type { TokenKind } from "../../../document/token";
import type { ValueId } from "../ir/ids";
import { allSteps } from "../../../kit/steps";
import type { LoadedModule } from "../read/module";
import type { Constant } from "../ir/values";
import { partsOf } from "../ir/values";

/** Characters that a text may spend on constants, and how many more per byte of the module. */
const TEXT_BASE = 1 << 20;
const TEXT_PER_BYTE = 256;
/** The same limits for a constant in a row; the bytes are those of its record and of the parts that only it uses. */
const ROW_BASE = 1 << 11;
const ROW_PER_BYTE = 64;
/** The share of what a file may be expanded to that one line may take: it is in memory a few times while it is printed. */
const SHARE_OF_ONE = 0.25;
/** The deepest nesting of constants in a row of the records: each constant has a row of its own. */
const MAX_DEPTH = 8;
/** A constant no longer than this is printed at every use. */
const SMALL = 256;
/** Estimated characters of a part without text of its own: punctuation and types. */
const PART = 8;

/**
 * What is printed: a whole text in one go, or rows in any order, each by itself. Among the records, every constant has
 * a row of its own, so that other rows need not print it.
 */
export type RoomKind = "text" | "assembly" | "records";

/** A token that is printed instead of a constant. */
type Instead = readonly [kind: TokenKind, text: string];

/** Printed instead of constants for which there is no room. */
const CUT: Instead = ["problem", "<cut>"];

/** The room for constants of one module. */
export class ConstantRoom {
  private left: number;
  /** The part of it that the current constant must leave to others. */
  private others = 0;
  private readonly mostOfOne: number;
  /** The total number of characters. */
  readonly most: number;
  private brief: number | undefined;
  private outermost: Constant | undefined;
  /** The first bits of the parts of the current constant for which there may be more room. */
  private readonly granted = new Set<number>();
  /** Those whose room has not been added. */
  private readonly pending: Constant[] = [];
  private shared: ReadonlySet<number> | undefined;
  /** The same for the constants of the open body. */
  private sharedInBody: ReadonlySet<number> | undefined;

  constructor(
    private readonly module: LoadedModule,
    private readonly kind: RoomKind,
  ) {
    const { startBit, endBit } = module.place;
    const bytes = Math.ceil((endBit - startBit) / 8);
    this.left = this.most = TEXT_BASE + bytes * TEXT_PER_BYTE;
    this.mostOfOne = proportionate(bytes) * SHARE_OF_ONE;
  }

  /** Characters that the text has asked for so far; if more than {@link most}, constants were cut. */
  get taken(): number {
    return this.most - this.left;
  }

  /** The token instead of all further parts of the current constant; undefined if they are to be printed. */
  get rest(): Instead | undefined {
    return !this.refers && this.isFull ? CUT : undefined;
  }
  /** Whether a constant without room is replaced by the position of its own row. */
  private get refers(): boolean {
    return this.kind === "records" && this.brief === undefined;
  }
  /**
   * The token to print instead of a constant; undefined if there is room for it. Among the records it is the constant's
   * position, otherwise a mark, which is also reported as a problem.
   * @param depth how many constants are printed around it
   * @param typeLength the length of its type's text
   */
  instead(constant: Constant, depth: number, typeLength: number): Instead | undefined {
    if (depth === 0) this.begin(constant);
    else if (this.kind !== "text") this.grant(constant);
    const cost = typeLength + costOf(constant);
    this.left -= cost;
    // A constant that is nested deeper than there are values contains itself.
    const tooDeep = depth >= (this.kind === "records" ? MAX_DEPTH : this.module.values.length);
    if (!tooDeep && (!this.isFull || (depth === 0 && (cost <= SMALL || this.brief !== undefined)))) return undefined;
    if (depth > 0 && this.refers) return ["comment", `<at ${formatPosition(constant.startBit)}>`];
    this.report();
    return CUT;
  }

  /** Prints constants of which only this many characters are shown; cutting them is not reported as a problem. */
  briefly(characters: number, print: () => void): void {
    this.brief = characters;
    try {
      print();
    } finally {
      this.brief = undefined;
    }
  }

  private begin(constant: Constant): void {
    this.outermost = constant;
    this.others = 0;
    if (this.brief !== undefined) this.left = this.brief;
    else if (this.kind !== "text") this.left = ROW_BASE + bytesRoom(constant);
    if (this.kind === "text" && this.brief === undefined) {
      // A line is held in memory until it is complete, so one constant may not take all the room.
      this.others = Math.max(0, this.left - this.mostOfOne);
    }
    if (this.kind === "text") return;
    if (this.granted.size > 0) this.granted.clear();
    this.pending.length = 0;
  }
  /**
   * Adds room for the bytes of a part that only this row uses; once per part, since in a damaged file it may contain
   * itself.
   */
  private grant(constant: Constant): void {
    const { startBit } = constant;
    if (this.brief !== undefined || startBit === this.outermost?.startBit) return;
    if (this.granted.has(startBit)) return;
    this.granted.add(startBit);
    this.pending.push(constant);
  }
  /**
   * Whether there is no room left. Only then is it found out which of the parts are used elsewhere too, since that takes
   * a look at all constants of the module.
   */
  private get isFull(): boolean {
    if (this.left >= this.others || this.pending.length === 0) return this.left < this.others;
    for (const constant of this.pending) if (!this.isShared(constant)) this.left += bytesRoom(constant);
    this.pending.length = 0;
    return this.left < this.others;
  }
  /** Whether several constants or globals use it, so that its bytes must not be counted for each. */
  private isShared(constant: Constant): boolean {
    this.shared ??= allSteps(sharedConstants(this.module));
    this.sharedInBody ??= allSteps(sharedInBody(this.module));
    return this.shared.has(constant.startBit) || this.sharedInBody.has(constant.startBit);
  }
  /** Forgets what is known of the body that was open. */
  leaveBody(): void {
    this.sharedInBody = undefined;
  }
  /** Finds the constants that are used several times beforehand, in steps. */
  *prepare(): Generator<void, void, undefined> {
    this.shared ??= yield* sharedConstants(this.module);
  }
  private report(): void {
    if (this.brief !== undefined) return;
    const { startBit, endBit } = this.outermost ?? this.module.place;
    const message = "constants are nested too deep, or mentioned too often, to be printed whole";
    this.module.problems.add({ code: "limit", message, startBit, endBit, path: ["module"] });
  }
}

function bytesRoom({ startBit, endBit }: Constant): number {
  return Math.ceil((endBit - startBit) / 8) * ROW_PER_BYTE;
}

/** Estimated characters of a constant without its parts. */
function costOf(constant: Constant): number {
  switch (constant.kind) {
    case "string":
      return PART + constant.text.length;
    case "integer":
      return PART + (typeof constant.value === "bigint" ? digitsOf(constant.value) : 0);
    case "data":
      return PART + constant.elements.length * PART;
    default:
      return PART + partsOf(constant).length * PART;
  }
}

/** Decimal digits of a number, approximately. Counting hexadecimal ones takes time in proportion to them. */
function digitsOf(value: bigint): number {
  return value < WIDE && value > -WIDE ? 0 : Math.ceil(value.toString(16).length * DIGITS_PER_NIBBLE);
}
/** Integers below this have few digits. */
const WIDE = 1n << 64n;
const DIGITS_PER_NIBBLE = 1.204;

/** Whether a constant contains no others. */
export function isLeaf({ kind }: Constant): boolean {
  switch (kind) {
    case "null":
    case "undef":
    case "poison":
    case "integer":
    case "float":
    case "data":
    case "string":
      return true;
    default:
      return false;
  }
}

/** Values that are looked at in one step. */
const AT_ONCE = 1024;

/** Notes uses of the values from `first` up to `end`, and which constants among them are used more than once. */
class Mentions {
  /** The first bits of those constants. */
  readonly shared = new Set<number>();
  private readonly mentioned: Uint8Array;

  constructor(
    private readonly values: LoadedModule["values"],
    private readonly first: number,
    private readonly end: number,
  ) {
    this.mentioned = new Uint8Array(Math.max(0, end - first));
  }

  add(id: ValueId): void {
    const place = id - this.first;
    if (this.mentioned[place] === 0) {
      this.mentioned[place] = 1;
      return;
    }
    const value = place >= 0 && place < this.mentioned.length ? this.values.at(id) : undefined;
    if (value && "startBit" in value) this.shared.add(value.startBit);
  }
  /** Adds the parts of all constants, in steps. */
  *addParts(): Generator<void, void, undefined> {
    for (let id = this.first; id < this.end; id++) {
      if (id % AT_ONCE === 0) yield;
      const value = this.values.at(id);
      if (value?.kind === "aggregate" || value?.kind === "expression")
        for (const part of partsOf(value)) this.add(part);
    }
  }
}

/** The first bits of those constants of the module that are used more than once by constants and globals, in steps. */
function* sharedConstants(module: LoadedModule): Generator<void, ReadonlySet<number>, undefined> {
  const mentions = new Mentions(module.values, 0, module.moduleValues);
  let passed = 0;
  for (const global of module.globals) {
    if (++passed % AT_ONCE === 0) yield;
    if (global.kind === "variable" && global.initializer !== undefined) mentions.add(global.initializer);
  }
  yield* mentions.addParts();
  return mentions.shared;
}
/** The same for the open body's constants, which only its constants and instructions use. */
function* sharedInBody({ values, moduleValues }: LoadedModule): Generator<void, ReadonlySet<number>, undefined> {
  const mentions = new Mentions(values, moduleValues, values.length);
  yield* mentions.addParts();
  return mentions.shared;
}
