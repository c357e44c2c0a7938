/** Reads FUNCTION_BLOCK: a body is read on demand into the module's tables, and removed again afterwards. */
import { rangeOf } from "../../../document/bits";
import type { ByteWindow } from "../../../document/window";
import type { BodyFindings } from "../ir/findings";
import type { MetadataId } from "../ir/ids";
import { append } from "../../../document/arrays";
import { steppedAt } from "../../../kit/steps";
import { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { BLOCK, FUNCTION_CODE } from "../codes";
import type { FunctionBody, Instruction } from "../ir/function";
import { isTerminator, NO_VALUE } from "../ir/function";
import type { Body } from "../ir/module";
import type { Release } from "../ir/releases";
import type { MetadataReader } from "../ir/tables";
import type { InstructionResult } from "../ir/values";
import { limitsOf } from "../release/limits";
import type { BlockHandler, ProblemList } from "../stream/blocks";
import { blockInSteps, readBlock, RecordFault } from "../stream/blocks";
import type { StreamRange } from "../stream/modules";
import { addressUses } from "./addressUses";
import { attach, isAttachment } from "./attachments";
import { EmptyBlock } from "./basicBlock";
import { ConstantsReader } from "./constants/block";
import { readBundle } from "./instructions/calls";
import type { SymbolsOwner } from "./functionSymbols";
import { functionSymbolsInSteps, readFunctionSymbols } from "./functionSymbols";
import type { InstructionTables } from "./instructions/context";
import { InstructionContext } from "./instructions/context";
import { EXACT_RECORDS, INSTRUCTION_READERS } from "./instructions";
import { DEBUG_RECORD_KINDS, lacksNode, readDebugRecord } from "./instructions/debugRecords";

const USELIST_CODE_BB = 2;
/** The first release that compares a result with the type that earlier references to it promised. */
const CHECKED_FORWARD: Release = 15;
/** The first release that makes the address of a block where it reads the first use, not with the constants. */
const LAZY_ADDRESSES: Release = 15;
/** The first release in which the address of a block is no use of the block. */
const FREE_ADDRESSES: Release = 23;
/** The first release that reads the atoms of a location, and `isImplicitCode` of one that has more than five operands. */
const ATOMS: Release = 21;
/** The first release whose locations may tell where the code was in its intermediate forms. */
const LAYERS: Release = 24;
/** How many operands locations with these have. */
const [WITH_ATOM, WITH_LAYERS] = [7, 8];

const RESULT: InstructionResult = { kind: "instruction" };

/** The module that a body is read into. */
export interface BodyHost extends InstructionTables {
  readonly window: ByteWindow;
  /** The range of the module's stream. */
  readonly stream: StreamRange;
  readonly problems: ProblemList;
  readonly release: Release;
  /** Whether to read what the file contains, without upgrades. */
  readonly literal: boolean;
  readonly metadata: MetadataReader;
  readonly findings: BodyFindings;
  readonly bodies: { readonly length: number };
  /** Readers that are free for the next body. */
  readonly idleReaders: BitstreamReader[];
}

/** The most blocks without instructions in all bodies of a module, beyond those for which the bodies have bits. */
const MOST_EMPTY = 1 << 17;

/** Reads one body. */
class FunctionReader {
  readonly body: FunctionBody;
  private readonly context: InstructionContext;
  private readonly instructions: Instruction[] = [];
  private current = 0;
  /** The instructions of the current block, up to a count: the list keeps its room for the next blocks. */
  private readonly open: Instruction[] = [];
  private count = 0;
  private lastLocation: MetadataId | undefined;
  private readonly constants: ConstantsReader;
  /** The highest code of a record that the release knows. */
  private readonly highestCode: number;

  constructor(
    private readonly module: BodyHost,
    private readonly place: Body,
    private readonly path: readonly string[],
  ) {
    const { values } = module;
    const { function: function_ } = place;
    this.context = new InstructionContext(module);
    this.highestCode = module.literal ? Infinity : limitsOf(module.release).instructions;
    this.constants = new ConstantsReader(
      module.types,
      values,
      module.interner,
      module.problems,
      module.release,
      module.literal,
      module.typeAt,
    );
    const firstLocal = values.length;
    const type = function_.valueType;
    const params = type.kind === "function" ? type.params : [];
    params.forEach((param, index) => {
      values.push(
        { kind: "argument", index, type: param, startBit: function_.startBit, endBit: function_.endBit },
        param,
      );
    });
    this.body = {
      function: function_,
      firstLocal,
      argumentCount: params.length,
      firstResult: values.length,
      blocks: [],
      names: [],
      extraNames: new Map(),
      personality: undefined,
      attachments: [],
      useLists: [],
      hasAttachments: false,
      hasDebugRecords: false,
      lacksDebugNodes: false,
    };
  }

  read(): FunctionBody {
    const { window, stream, problems, idleReaders } = this.module;
    const reader = idleReaders.pop() ?? new BitstreamReader(window, stream);
    reader.restore(this.place.checkpoint);
    try {
      readBlock(reader, problems, this.handler(reader));
    } finally {
      idleReaders.push(reader);
    }
    return this.ended();
  }
  /** The same, in steps. */
  *inSteps(): Generator<void, FunctionBody, undefined> {
    const { window, stream, problems } = this.module;
    const reader = new BitstreamReader(window, stream);
    reader.restore(this.place.checkpoint);
    const nested = (id: number): Generator<void, void, undefined> | undefined =>
      id === BLOCK.VALUE_SYMTAB ? functionSymbolsInSteps(reader, this.symbolsOwner()) : undefined;
    yield* blockInSteps(reader, problems, this.handler(reader), nested);
    return this.ended();
  }
  private handler(reader: BitstreamReader): BlockHandler {
    return {
      path: this.path,
      record: (record) => {
        this.readRecord(record);
      },
      block: (id) => this.readNested(id, reader),
    };
  }
  private ended(): FunctionBody {
    this.fillBlock();
    if (!this.module.values.endExpectations() || this.endsWithoutValue()) this.missing();
    if (this.context.bundles.length > 0) this.unusedBundles();
    return this.body;
  }
  /** Whether the function has no values, and the last number of the module has none either: only metadata refer to it. */
  private endsWithoutValue(): boolean {
    const { values } = this.module;
    return (
      values.length === this.body.firstLocal && values.length > 0 && values.typeOf(values.length - 1) === undefined
    );
  }
  private unusedBundles(): void {
    const { startBit, endBit } = this.place;
    const message = "Operand bundles found with no consumer";
    this.module.problems.add({ code: "bad-instruction", message, startBit, endBit, path: this.path });
  }
  /** Reports that an instruction refers to a value that the function does not define. */
  private missing(): void {
    const { startBit, endBit } = this.place;
    const message = "Never resolved value found in function";
    this.module.problems.add({ code: "bad-reference", message, startBit, endBit, path: this.path });
  }

  private readRecord(record: BitRecord): void {
    const read = record.code > this.highestCode ? undefined : INSTRUCTION_READERS[record.code];
    if (read) {
      this.context.begin(record);
      const instruction = read(this.context);
      if (this.context.left > 0 && EXACT_RECORDS[record.code]) this.tooLong();
      if (this.context.bundles.length > 0)
        this.context.fail("Operand bundles found with no consumer", "bad-instruction");
      this.add(instruction);
    } else this.readOther(record);
  }
  private tooLong(): void {
    const code = this.module.problems.newer ? "unsupported" : "bad-instruction";
    throw new RecordFault(code, "Invalid record: more operands than the instruction has");
  }

  private add(instruction: Instruction): void {
    const block = this.body.blocks[this.current];
    if (!block) throw new RecordFault("bad-instruction", "Invalid instruction with no BB");
    const { before, counted } = this.context;
    if (before.length > 0) for (const one of before.splice(0)) this.open[this.count++] = one;
    if (counted.length > 0) append(this.instructions, counted.splice(0));
    this.open[this.count++] = instruction;
    if (instruction.kind === "landingpad") this.body.personality ??= instruction.personality;
    steppedAt(this.instructions.push(instruction));
    const { values } = this.module;
    const isChecked = instruction.id !== NO_VALUE && this.module.release >= CHECKED_FORWARD;
    const isExpected = !isChecked || values.keepsPromise(instruction.type);
    if (instruction.id !== NO_VALUE) values.push(RESULT, instruction.type);
    if (isTerminator(instruction)) this.endBlock(this.current + 1);
    if (!isExpected) throw new RecordFault("bad-type", "Assigned value does not match type of forward declaration");
  }

  /** Gives the current block its instructions, in a list without spare room: a body may have many blocks. */
  private fillBlock(): void {
    const block = this.body.blocks[this.current];
    if (block && this.count > 0) block.instructions = this.open.slice(0, this.count);
  }
  private endBlock(next: number): void {
    this.fillBlock();
    this.count = 0;
    this.current = next;
  }

  private readOther(record: BitRecord): void {
    const { code } = record;
    if (code > this.highestCode) throw new RecordFault("unsupported", `Invalid value: instruction code ${code}`);
    if (code === FUNCTION_CODE.DEBUG_LOC) this.setLocation(this.readLocation(record));
    else if (code === FUNCTION_CODE.DEBUG_LOC_AGAIN) this.setLocation(this.lastLocation);
    else if (code === FUNCTION_CODE.DECLAREBLOCKS) this.declareBlocks(record);
    else if (code === FUNCTION_CODE.OPERAND_BUNDLE) {
      this.context.begin(record);
      readBundle(this.context);
    } else if (DEBUG_RECORD_KINDS[code] !== undefined) this.addDebugRecord(record);
    else if (code === FUNCTION_CODE.BLOCKADDR_USERS) this.checkUsers(record);
    else throw new RecordFault("unsupported", `Invalid value: instruction code ${code}`);
  }

  /** Checks the functions that a record says take addresses of this one's blocks. @throws {RecordFault} */
  private checkUsers(record: BitRecord): void {
    const { values } = this.module;
    let isBroken = record.length === 0;
    for (let i = 0; i < record.length && !isBroken; i++) isBroken = values.at(record.value(i))?.kind !== "function";
    if (isBroken) throw new RecordFault("bad-reference", "Invalid blockaddr users record");
  }

  /**
   * Creates the declared blocks; a further declaration adds blocks, and numbers then mean these. The reference takes any
   * number. Here a function has at most as many as it has bits, and its share of {@link MOST_EMPTY}.
   */
  private declareBlocks(record: BitRecord): void {
    const count = record.word(0);
    const { startBit, endBit } = this.place;
    const most = endBit - startBit + MOST_EMPTY / Math.max(1, this.module.bodies.length);
    if (count === 0 || this.body.blocks.length + count > most)
      throw new RecordFault("bad-record", "Invalid value: number of basic blocks");
    this.context.firstBlock = this.body.blocks.length;
    if (this.current === 0) this.endBlock(this.context.firstBlock);
    for (let i = 0; i < count; i++) this.body.blocks.push(new EmptyBlock());
    this.context.blockCount = count;
  }

  private readLocation(record: BitRecord): MetadataId | undefined {
    const { metadata } = this.module;
    if (record.length < 4) throw new RecordFault("bad-record", "Invalid record: a location has four operands");
    const scope = this.locationNode(record.value(2));
    const inlinedAt = this.locationNode(record.value(3));
    const hasLayers = record.length === WITH_LAYERS && this.module.isSince(LAYERS);
    const hasAtom = (record.length === WITH_ATOM && this.module.isSince(ATOMS)) || hasLayers;
    const irLayers = hasLayers ? this.locationNode(record.value(7)) : undefined;
    this.lastLocation =
      scope === undefined
        ? undefined
        : metadata.location({
            line: record.word(0),
            column: columnOf(record.word(1)),
            scope,
            inlinedAt,
            implicitCode: record.value(4) !== 0 && (record.length === 5 || this.module.isSince(ATOMS)),
            atomGroup: hasAtom ? record.value(5) : 0,
            atomRank: hasAtom ? record.word(6) & MOST_RANK : 0,
            irLayers,
          });
    return this.lastLocation;
  }

  /** A node of a location, by its number plus one; 0 for none. */
  private locationNode(stored: number): MetadataId | undefined {
    if (stored === 0) return undefined;
    const node = this.module.metadata.nodeOf(stored - 1);
    if (node === undefined) throw new RecordFault("bad-reference", "Invalid record: a location's scope is no node");
    return node;
  }

  private lastInstruction(): Instruction {
    const last = this.instructions[this.instructions.length - 1];
    if (!last) throw new RecordFault("bad-record", "Invalid record: no instruction before it");
    return last;
  }
  private setLocation(location: MetadataId | undefined): void {
    this.lastInstruction().location = location;
  }

  /** A debug record comes after the instruction before which it is printed. */
  private addDebugRecord(record: BitRecord): void {
    const last = this.lastInstruction();
    if (lacksNode(record)) {
      this.body.lacksDebugNodes = true;
      return;
    }
    this.context.begin(record);
    const debugRecord = readDebugRecord(this.context);
    debugRecord.range = rangeOf(record);
    last.debugRecords = [...last.debugRecords, debugRecord];
    this.body.hasDebugRecords = true;
  }

  private readNested(id: number, reader: BitstreamReader): boolean {
    switch (id) {
      case BLOCK.CONSTANTS:
        this.constants.read(reader, this.path);
        this.body.firstResult = this.module.values.length;
        return true;
      case BLOCK.VALUE_SYMTAB:
        readFunctionSymbols(reader, this.symbolsOwner());
        return true;
      case BLOCK.METADATA:
        this.module.metadata.readBlock(reader, this.path);
        return true;
      case BLOCK.METADATA_ATTACHMENT:
        this.readAttachments(reader);
        return true;
      case BLOCK.USELIST:
        this.readUseLists(reader);
        return true;
      default:
        return false;
    }
  }

  private symbolsOwner(): SymbolsOwner {
    const { module, body, context, path } = this;
    return { module, body, firstBlock: context.firstBlock, path };
  }

  /** [(kind, node)…] belongs to the function, [instruction, (kind, node)…] to an instruction. */
  private readAttachments(reader: BitstreamReader): void {
    const { metadata, release } = this.module;
    readBlock(reader, this.module.problems, {
      path: [...this.path, "attachments"],
      record: (record) => {
        if (!isAttachment(record.code, release)) return;
        if (record.length === 0) throw new RecordFault("bad-record", "Invalid record");
        const own = record.length % 2 === 0;
        const found = metadata.readAttachments(record, own ? 0 : 1);
        if (own) this.body.attachments = [...this.body.attachments, ...found].sort((a, b) => a.kind - b.kind);
        else {
          const instruction = this.instructions[record.value(0)];
          if (!instruction) throw new RecordFault("bad-reference", "Invalid attachment record: no such instruction");
          attach(instruction, found);
          this.body.hasAttachments = true;
        }
      },
    });
  }

  private readUseLists(reader: BitstreamReader): void {
    const { body, module } = this;
    const { release } = module;
    this.fillBlock();
    let uses: ReadonlyMap<number, number> | undefined;
    const placeOf = (block: number): number | undefined => {
      if (release >= FREE_ADDRESSES) return undefined;
      if (release < LAZY_ADDRESSES) return 0;
      uses ??= addressUses(body, (id) => module.values.at(id));
      return uses.get(block) ?? 0;
    };
    readBlock(reader, this.module.problems, {
      path: [...this.path, "use lists"],
      record: (record) => {
        if (record.length < 3) throw new RecordFault("bad-record", "Invalid record: a use list has two uses or more");
        if (record.code !== USELIST_CODE_BB) return;
        const last = record.length - 1;
        const block = record.value(last);
        const order = Array.from(record.values.subarray(0, last));
        body.useLists.push({ block, order, addressedIn: placeOf(block) });
      },
    });
  }
}

/** The greatest rank of a location in its group, which has 3 bits. */
const MOST_RANK = 7;
/** The column that a location can store: one of more than 16 bits is none (adjustColumn). */
function columnOf(stored: number): number {
  return stored < 1 << 16 ? stored : 0;
}

/** Reads a body. Its values stay in the module's table until the caller removes them. */
export function readFunction(module: BodyHost, place: Body, path: readonly string[]): FunctionBody {
  return new FunctionReader(module, place, path).read();
}
/** The same, in steps: what it has read until then is at the table's end between them. */
export function functionInSteps(
  module: BodyHost,
  place: Body,
  path: readonly string[],
): Generator<void, FunctionBody, undefined> {
  return new FunctionReader(module, place, path).inSteps();
}
