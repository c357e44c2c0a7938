/**
 * Records of function blocks read once more, by the readers that read the function, to learn what each operand was taken
 * for. Reading the text needs none of it and pays nothing for it.
 */
import type { BitRecord } from "../../bitstream/record";
import type { DebugRecord } from "../ir/metadata";
import type { Type } from "../ir/types";
import type { Value, ValueId } from "../ir/values";
import { RecordFault } from "../read/blocks";
import { INSTRUCTION_READERS } from "../read/function";
import { readBundle } from "../read/instructions/calls";
import type { InstructionTables } from "../read/instructions/context";
import { InstructionContext } from "../read/instructions/context";
import { readDebugRecord } from "../read/instructions/debugRecords";
import type { LoadedModule } from "../read/module";
import { ValueTable } from "../read/values";
import type { OperandNote, OperandNotes } from "./notes";

/** The values of a function that was read whole, as they were when `next` was the next number to be given. */
class EarlierValues extends ValueTable {
  constructor(
    private readonly all: ValueTable,
    private readonly next: ValueId,
  ) {
    super();
  }
  override get length(): number {
    return this.next;
  }
  override at(id: ValueId): Value | undefined {
    return id >= 0 ? this.all.at(id) : super.at(id);
  }
  override typeOf(id: ValueId): Type | undefined {
    return id >= 0 ? this.all.typeOf(id) : super.typeOf(id);
  }
  override noteForward(): void {
    // All types are known.
  }
}

function tablesAt(module: LoadedModule, next: ValueId): InstructionTables {
  const { types, interner, attributes, metadata, relative, opaque } = module;
  const { allocaAddressSpace, bundleTags, syncScopes } = module;
  return {
    types,
    values: new EarlierValues(module.values, next),
    interner,
    attributes,
    metadata,
    relative,
    opaque,
    allocaAddressSpace,
    bundleTags,
    syncScopes,
    withPointeeTypes: (list) => list,
    fitAttributes: (list) => list,
  };
}

/** A cursor that notes what each operand is read as. */
class NotingContext extends InstructionContext {
  readonly notes: (OperandNote | undefined)[] = [];

  override typeOperand(): Type {
    const { at } = this;
    const type = super.typeOperand();
    this.notes[at] = { kind: "type", type };
    return type;
  }
  override block(): number {
    const { at } = this;
    const block = super.block();
    this.notes[at] = { kind: "block", block };
    return block;
  }
  override value(): ValueId {
    const { at } = this;
    const id = super.value();
    this.notes[at] = { kind: "value", id, form: this.form, typeAt: this.at > at + 1 ? at + 1 : undefined };
    return id;
  }
  override known(type: Type): ValueId {
    const { at } = this;
    const before = this.notes[at - 1];
    const id = super.known(type);
    const typeAt = before?.kind === "type" && before.type === type ? at - 1 : undefined;
    if (id >= 0) this.notes[at] = { kind: "value", id, form: this.form, typeAt };
    return id;
  }
  override signed(): ValueId {
    const { at } = this;
    const id = super.signed();
    this.notes[at] = { kind: "value", id, form: this.form };
    return id;
  }
  override metadataOperand(raw: number): ValueId {
    const id = super.metadataOperand(raw);
    const value = this.tables.values.at(id);
    if (value?.kind === "metadataOperand") {
      this.notes[this.at - 1] = { kind: "metadata", node: value.metadata, form: "relative" };
    }
    return id;
  }
  private get form(): "relative" | "absolute" {
    return this.tables.relative ? "relative" : "absolute";
  }
}

const ALLOCA = 19;
const SWITCH = 12;
const DEBUG_LOC = 35;
const OPERAND_BUNDLE = 55;
const FIRST_DEBUG_RECORD = 61;
const LAST_DEBUG_RECORD = 66;
/** CALL, INVOKE, CALLBR: their first operand is the number of an attribute list. */
const CALLS: ReadonlySet<number> = new Set([13, 34, 57]);

/** What a function's record says. */
export interface Replayed {
  readonly notes: OperandNotes;
  readonly debugRecord?: DebugRecord;
}

const NOTHING: Replayed = { notes: [] };

/**
 * Reads a record of a function block again.
 * @param next the number of the next value at this record
 * @param blockCount basic blocks of the function
 */
export function replay(record: BitRecord, module: LoadedModule, next: ValueId, blockCount: number): Replayed {
  const context = new NotingContext(tablesAt(module, next));
  context.blockCount = blockCount;
  context.begin(record);
  const { code } = record;
  try {
    if (code === DEBUG_LOC) return { notes: locationNotes(record, module) };
    if (code === OPERAND_BUNDLE) readBundle(context);
    else if (code >= FIRST_DEBUG_RECORD && code <= LAST_DEBUG_RECORD) return replayDebugRecord(context, module);
    else INSTRUCTION_READERS[code]?.(context);
  } catch (thrown) {
    if (!(thrown instanceof RecordFault)) throw thrown;
    return NOTHING;
  }
  noteAbsolute(record, context.notes);
  return { notes: context.notes };
}

/** Operands that readers take as plain numbers, although they are numbers of values or of attribute lists. */
function noteAbsolute(record: BitRecord, notes: (OperandNote | undefined)[]): void {
  const { code } = record;
  if (code === ALLOCA) notes[2] = { kind: "value", id: record.value(2), form: "absolute", typeAt: 1 };
  if (code === SWITCH && notes[0]?.kind === "type") {
    for (let i = 3; i + 1 < record.length; i += 2) notes[i] = { kind: "value", id: record.value(i), form: "absolute" };
  }
  if (CALLS.has(code) && record.value(0) > 0) notes[0] = { kind: "attributeList", number: record.value(0) };
}

function replayDebugRecord(context: NotingContext, module: LoadedModule): Replayed {
  const debugRecord = readDebugRecord(context);
  const { record, notes } = context;
  for (let i = 0; i < record.length; i++) {
    const node = notes[i] ? undefined : module.metadata.idOf(record.value(i));
    if (node !== undefined && notes[i - 1]?.kind !== "value") notes[i] = { kind: "metadata", node, form: "absolute" };
  }
  return { notes, debugRecord };
}

/** [line, column, scope + 1, inlined at + 1, …]. */
function locationNotes(record: BitRecord, module: LoadedModule): OperandNotes {
  return [2, 3].reduce<(OperandNote | undefined)[]>((notes, i) => {
    const node = record.value(i) === 0 ? undefined : module.metadata.idOf(record.value(i) - 1);
    if (node !== undefined) notes[i] = { kind: "metadata", node, form: "plusOne" };
    return notes;
  }, []);
}
