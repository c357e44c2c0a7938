/**
 * How much of constants is printed. A constant is printed whole at every place that mentions it, so that a few bytes can
 * stand for any amount of text, or for one without end: what is printed is kept in proportion to the file.
 */
import { formatPosition } from "../../../document/bits";
import type { TokenKind } from "../../../document/token";
import type { ValueId } from "../ir/ids";
import type { LoadedModule } from "../read/module";
import type { Constant } from "../ir/values";

/** Characters that a text may hold of constants, and how many more for each byte of the module. */
const TEXT_BASE = 1 << 20;
const TEXT_PER_BYTE = 256;
/** The same for one constant of a row, whose bytes are those of its record and of the parts that are its alone. */
const ROW_BASE = 1 << 11;
const ROW_PER_BYTE = 64;
/** How deep constants are nested in a row of the records: each of a chain has a row of its own, and prints what is below it. */
const MAX_DEPTH = 8;
/** What is no longer than this is printed wherever an operand mentions it. */
const SMALL = 256;
/** Characters of a part that has no text of its own: punctuation and types. */
const PART = 8;

/**
 * What a room is for: a whole text that is printed in one go, or rows that are printed in any order, each by itself. Among the
 * records every constant has a row of its own, so that another row need not print it.
 */
export type RoomKind = "text" | "assembly" | "records";

/** A token that stands for a constant. */
type Instead = readonly [kind: TokenKind, text: string];

/** What stands for constants that there is no room for. */
const CUT: Instead = ["problem", "<cut>"];

/** The room for the constants of one module. */
export class ConstantRoom {
  private left: number;
  /** Characters that there is room for in all. */
  readonly most: number;
  private brief: number | undefined;
  private outermost: Constant | undefined;
  private readonly granted = new Set<number>();
  private shared: ReadonlySet<number> | undefined;

  constructor(
    private readonly module: LoadedModule,
    private readonly kind: RoomKind,
  ) {
    const { startBit, endBit } = module.place;
    this.left = this.most = TEXT_BASE + Math.ceil((endBit - startBit) / 8) * TEXT_PER_BYTE;
  }

  /** Characters that a text has asked for so far; where that is more than there are, it was cut. */
  get taken(): number {
    return this.most - this.left;
  }

  /** What stands for all further parts of the constant that is being printed; undefined where they are printed. */
  get rest(): Instead | undefined {
    return this.left < 0 && !this.refers ? CUT : undefined;
  }
  /** Whether a constant without room is named by where its own row is. */
  private get refers(): boolean {
    return this.kind === "records" && this.brief === undefined;
  }
  /**
   * What is printed in a constant's place, undefined where there is room for it: among the records its position, else a mark,
   * which is a problem.
   * @param depth constants around it in print
   * @param typeLength characters of its type
   */
  instead(constant: Constant, depth: number, typeLength: number): Instead | undefined {
    if (depth === 0) this.begin(constant);
    else if (this.kind !== "text") this.grant(constant);
    const cost = typeLength + costOf(constant);
    this.left -= cost;
    const tooDeep = this.kind === "records" && depth >= MAX_DEPTH;
    if (!tooDeep && (this.left >= 0 || (depth === 0 && (cost <= SMALL || this.brief !== undefined)))) return undefined;
    if (depth > 0 && this.refers) return ["comment", `<at ${formatPosition(constant.startBit)}>`];
    this.report();
    return CUT;
  }

  /** Prints constants of which so many characters are shown: their parts have no more room, and to be cut is no problem. */
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
    if (this.brief !== undefined) this.left = this.brief;
    else if (this.kind !== "text") this.left = ROW_BASE + bytesRoom(constant);
    if (this.kind === "text") return;
    if (this.granted.size > 0) this.granted.clear();
  }
  /** Room for the bytes of a part that is the row's alone; once, since in a damaged file it may lead back to itself. */
  private grant(constant: Constant): void {
    const { startBit } = constant;
    if (this.brief !== undefined || startBit === this.outermost?.startBit) return;
    if (this.granted.has(startBit) || this.isShared(constant)) return;
    this.granted.add(startBit);
    this.left += bytesRoom(constant);
  }
  /** Whether several constants or globals mention it, so that its bytes account for it at one place only. */
  private isShared(constant: Constant): boolean {
    this.shared ??= sharedConstants(this.module);
    return this.shared.has(constant.startBit);
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

/** About how many characters a constant has beside its parts. */
function costOf(constant: Constant): number {
  switch (constant.kind) {
    case "string":
      return PART + constant.text.length;
    case "data":
      return PART + constant.elements.length * PART;
    default:
      return PART + partsOf(constant).length * PART;
  }
}

/** Whether a constant holds no others. */
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

const NO_PARTS: readonly ValueId[] = [];

function partsOf(constant: Constant): readonly ValueId[] {
  if (constant.kind === "aggregate") return constant.elements;
  return constant.kind === "expression" || constant.kind === "ptrAuth" ? constant.operands : NO_PARTS;
}

/** First bits of the module's constants that more than one constant or global mentions. */
function sharedConstants({ values, globals, moduleValues }: LoadedModule): ReadonlySet<number> {
  const mentioned = new Uint8Array(moduleValues);
  const shared = new Set<number>();
  const mention = (id: ValueId): void => {
    if (mentioned[id] !== 1) {
      mentioned[id] = 1;
      return;
    }
    const value = values.at(id);
    if (value && "startBit" in value) shared.add(value.startBit);
  };
  for (const global of globals)
    if (global.kind === "variable" && global.initializer !== undefined) mention(global.initializer);
  for (let id = 0; id < moduleValues; id++) {
    const value = values.at(id);
    if (value?.kind === "aggregate" || value?.kind === "expression") for (const part of partsOf(value)) mention(part);
  }
  return shared;
}
