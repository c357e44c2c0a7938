/** The skim: finds a module's blocks from their headers alone. */
import type { ProblemCode } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import { Cursor, Damage } from "../model/cursor";
import type { Traits } from "../model/traits";
import { LAST_RELEASED, traitsOf } from "../model/traits";

/** The kinds of blocks, by the names that LLVM's Format.h gives them. */
export type BlockKind =
  | "Module"
  | "Function"
  | "ConstantPool"
  | "SymbolTable"
  | "ModuleGlobalInfo"
  | "GlobalTypePlane"
  | "BasicBlock"
  | "InstructionList"
  | "CompactionTable"
  | "Unknown";

/** Block ids of versions 0 to 2 (Format.h). */
const LONG_IDS: ReadonlyMap<number, BlockKind> = new Map([
  [0x01, "Module"],
  [0x11, "Function"],
  [0x12, "ConstantPool"],
  [0x13, "SymbolTable"],
  [0x14, "ModuleGlobalInfo"],
  [0x15, "GlobalTypePlane"],
  [0x31, "BasicBlock"],
  [0x32, "InstructionList"],
  [0x33, "CompactionTable"],
]);
/** Block ids since version 3. */
const SHORT_IDS: readonly (BlockKind | undefined)[] = [
  undefined,
  "Module",
  "Function",
  "ConstantPool",
  "SymbolTable",
  "ModuleGlobalInfo",
  "GlobalTypePlane",
  "InstructionList",
  "CompactionTable",
];
/** Bits of the id in a short header's word. */
const SHORT_ID_BITS = 5;
const MODULE_KINDS: ReadonlySet<BlockKind> = new Set([
  "GlobalTypePlane",
  "ModuleGlobalInfo",
  "ConstantPool",
  "Function",
  "SymbolTable",
]);
const FUNCTION_KINDS: ReadonlySet<BlockKind> = new Set([
  "ConstantPool",
  "CompactionTable",
  "BasicBlock",
  "InstructionList",
  "SymbolTable",
]);

/** A block: header, contents, and padding to a multiple of four. All positions are bytes from the document's first. */
export interface Block {
  readonly index: number;
  readonly kind: BlockKind;
  readonly id: number;
  /** The size in the header; the available size is `endByte - startByte`. */
  readonly size: number;
  readonly headerByte: number;
  readonly startByte: number;
  readonly endByte: number;
  readonly paddedByte: number;
  readonly parent: Block | undefined;
  children: readonly Block[];
  /** Where a block with nested blocks ends its own contents: after the version word, or the linkage. */
  bodyByte: number;
}

const NO_BLOCKS: readonly Block[] = [];

/** Reports damage in a range of bytes. */
export type Report = (code: ProblemCode, message: string, startByte: number, endByte: number, block?: Block) => void;

/** The result of the skim. */
export interface Layout {
  readonly traits: Traits;
  /** The word after the module's header: version << 4 | flags. Undefined if the file ends before it. */
  readonly versionWord: number | undefined;
  readonly module: Block | undefined;
  /** All blocks by index, in file order. */
  readonly blocks: readonly Block[];
}

/** Reads a block header: two words, id and size, in old versions; one word since version 3. */
export function readHeader(cursor: Cursor, long: boolean): { id: number; size: number } {
  if (long) return { id: cursor.uint32("block id"), size: cursor.uint32("block size") };
  const word = cursor.bitFields("block header", () => [
    { name: "block id", bits: SHORT_ID_BITS },
    { name: "block size", bits: 32 - SHORT_ID_BITS },
  ]);
  return { id: word % 2 ** SHORT_ID_BITS, size: Math.floor(word / 2 ** SHORT_ID_BITS) };
}

class Skimmer {
  readonly blocks: Block[] = [];
  traits = traitsOf(LAST_RELEASED);
  constructor(
    private readonly window: ByteWindow,
    private readonly report: Report,
  ) {}

  /** A cursor on the bytes of a header or a version word. */
  private cursor(at: number, end: number): Cursor {
    const to = Math.min(end, at + 16);
    return new Cursor(this.window.view(at, to), at, at, to);
  }

  private kindOf(id: number, long: boolean): BlockKind {
    return (long ? LONG_IDS.get(id) : SHORT_IDS[id]) ?? "Unknown";
  }

  /** The block whose header is at `at`; clamped to `limit`. */
  private block(at: number, limit: number, long: boolean, parent: Block | undefined): Block {
    const cursor = this.cursor(at, limit);
    const { id, size } = readHeader(cursor, long);
    const kind = this.kindOf(id, long);
    const startByte = cursor.position;
    const endByte = Math.min(limit, startByte + size);
    const paddedByte = parent && this.traits.aligned ? Math.min(limit, Math.ceil(endByte / 4) * 4) : endByte;
    const block: Block = {
      index: this.blocks.length,
      kind,
      id,
      size,
      headerByte: at,
      startByte,
      endByte,
      paddedByte,
      parent,
      children: NO_BLOCKS,
      bodyByte: startByte,
    };
    this.blocks.push(block);
    if (startByte + size > limit) {
      const [needs, left] = [size, limit - startByte];
      this.report(
        "bad-block",
        `the ${kind} block needs ${needs} bytes, ${left} are left`,
        at,
        startByte,
        parent ?? block,
      );
    }
    return block;
  }

  /** The blocks nested in a module or function, in file order. */
  private children(parent: Block, known: ReadonlySet<BlockKind>): void {
    const seen = new Set<BlockKind>();
    const children: Block[] = [];
    let at = parent.bodyByte;
    while (at < parent.endByte) {
      try {
        const block = this.block(at, parent.endByte, this.traits.longHeaders, parent);
        children.push(block);
        this.judge(block, known, seen);
        if (block.kind === "Function" && known.has("Function")) this.body(block);
        at = block.paddedByte;
      } catch (thrown) {
        if (!(thrown instanceof Damage)) throw thrown;
        this.report("truncated", "the block ends within a block header", at, parent.endByte, parent);
        break;
      }
    }
    // A copy has no room for more: most functions have few blocks, and there may be many functions.
    if (children.length > 0) parent.children = children.slice();
  }

  /** Reports a block that readers refuse or skip; its extent is known nevertheless. */
  private judge(block: Block, known: ReadonlySet<BlockKind>, seen: Set<BlockKind>): void {
    const { kind, id, headerByte, startByte, parent } = block;
    const wrong = (message: string): void => this.report("bad-block", message, headerByte, startByte, parent);
    if (kind === "Unknown") wrong(`unknown block id ${id}`);
    else if (!known.has(kind)) wrong(`a ${kind} block does not belong in a ${parent?.kind ?? "file"}`);
    else if ((kind === "GlobalTypePlane" || kind === "ModuleGlobalInfo") && seen.has(kind)) wrong(`a second ${kind}`);
    seen.add(kind);
  }

  /** @param at position of the module's header: after the signature, or 0 in a payload */
  skim(at: number): Layout {
    const { window } = this;
    let module: Block | undefined;
    let versionWord: number | undefined;
    try {
      // The module's header is long in every version, since the version is inside the block.
      module = this.block(at, window.length, true, undefined);
      if (module.kind !== "Module") {
        this.report("bad-block", `expected a module block (id 1), found block id ${module.id}`, at, module.startByte);
        return { traits: this.traits, versionWord, module: undefined, blocks: [] };
      }
      const cursor = this.cursor(module.startByte, module.endByte);
      versionWord = cursor.vbr32("version");
      this.traits = traitsOf(versionWord >>> 4);
      if (this.traits.aligned) cursor.align();
      module.bodyByte = cursor.position;
    } catch (thrown) {
      if (!(thrown instanceof Damage)) throw thrown;
      this.report(thrown.code, thrown.message, thrown.byte, window.length, module);
    }
    if (module && versionWord !== undefined) this.children(module, MODULE_KINDS);
    return { traits: this.traits, versionWord, module, blocks: this.blocks };
  }

  /** A function's linkage, then its blocks. */
  private body(block: Block): void {
    try {
      const cursor = this.cursor(block.startByte, block.endByte);
      cursor.vbr32("linkage");
      block.bodyByte = cursor.position;
    } catch (thrown) {
      if (!(thrown instanceof Damage)) throw thrown;
      this.report(thrown.code, thrown.message, thrown.byte, block.endByte, block);
      return;
    }
    this.children(block, FUNCTION_KINDS);
  }
}

/** Finds the blocks of the module whose header is at byte `at`. Reads only block headers. */
export function skim(window: ByteWindow, at: number, report: Report): Layout {
  return new Skimmer(window, report).skim(at);
}
