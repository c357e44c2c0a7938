/** Prints the same as ModulePrinter and marks what each part of the text shows, for the editor's tokens. */
import type { ByteText, Piece } from "../../../document/byteText";
import { OpField } from "../ir/fieldNumbers";
import type { Numbering } from "../ir/numbering";
import type { NumberList, Op } from "../ir/op";
import type { EntryWriter } from "../model/entryWriter";
import { UNKNOWN_LOCATION } from "./aliasPass";
import { MarkedText } from "./markedText";
import type { Marks } from "./marks";
import type { OpFields, OpTexts, ValuesText } from "./opText";
import { ModulePrinter } from "./printer";
import type { TextRoom } from "./room";
import type { TypeTexts } from "./typeTexts";
import type { OpReader } from "./values";

/** What printing a module needs. */
export interface MarkingParts {
  readonly reader: OpReader;
  readonly texts: OpTexts;
  readonly types: TypeTexts;
  readonly writer: EntryWriter;
}

/** A printer with marks. It does not reuse text that other ops printed, since they show it at another position. */
export class MarkingPrinter extends ModulePrinter {
  private readonly marked: MarkedText;
  /** Marks of the types that are printed after regions. */
  private readonly kept: MarkedText;
  /** The positions of op names in the file. */
  private readonly nameBytes: ReadonlyMap<number, number>;

  constructor(
    numbering: Numbering,
    { reader, texts, types, writer }: MarkingParts,
    locations: boolean,
    room: TextRoom,
    base: number,
    nextRegion?: number,
  ) {
    super(numbering, texts, types, writer, reader, locations, room, base, nextRegion);
    const { container } = reader;
    this.marked = new MarkedText(container, writer, this.out, room);
    this.kept = new MarkedText(container, writer, this.tails, room);
    const names = container.dialects.rows.filter(({ kind }) => kind === "opName");
    this.nameBytes = new Map(names.map(({ index, startByte }) => [index, startByte]));
  }

  /** The marks made since the last call; following marks count from after `before` characters. */
  takeMarks(before = 0): Marks {
    return this.marked.restart(before);
  }

  override *flush(): Generator<Piece, void, undefined> {
    this.marked.leave();
    yield* super.flush();
  }

  protected override printName(name: number): void {
    const from = this.marked.place;
    super.printName(name);
    const byte = this.nameBytes.get(name);
    if (byte !== undefined) this.marked.marks.byte(from, this.marked.place - "(".length, byte);
  }
  protected override printResults(count: number): void {
    const from = this.marked.place;
    super.printResults(count);
    this.marked.marks.operand(from, this.marked.place - " = ".length, OpField.results);
  }
  protected override printOperand(value: number, place: number, first = OpField.operands): void {
    const from = this.marked.place;
    super.printOperand(value, place);
    this.marked.marks.operand(from, this.marked.place, first + place);
  }
  protected override printArguments(value: number, types: NumberList, locations: NumberList): void {
    const { marked } = this;
    for (let i = 0; i < types.length; i++) {
      marked.put(i === 0 ? "(" : ", ");
      // An argument is marked by its index.
      this.printOperand(value + i, i, 0);
      marked.put(": ");
      marked.entry("type", types.at(i));
      if (this.locations) this.printLocation(locations.at(i));
    }
    marked.put(")");
  }
  protected override printSuccessor(block: number, place: number): void {
    const from = this.marked.place;
    super.printSuccessor(block, place);
    this.marked.marks.operand(from, this.marked.place, OpField.successors + place);
  }
  private printLocation(location: number): void {
    this.marked.put(" ");
    if (location < 0) this.marked.put(UNKNOWN_LOCATION);
    else this.marked.spelled(location);
  }
  protected override printKnownRest(op: Op): void {
    this.printRest(op);
  }
  protected override printValues(_: ValuesText, op: OpFields, part: "properties" | "attributes"): void {
    this.texts.printMarked(this.marked, op, part);
  }
  protected override printTypes(op: Op, out: ByteText): undefined {
    const into = out === this.out ? this.marked : this.kept;
    this.types.printSignature(out, this.operandTypes, op.results, (type) => {
      into.entry("type", type);
    });
    if (this.locations) {
      into.put(" loc(");
      into.entry("attribute", op.location, "location");
      into.put(")");
    }
    into.put("\n");
  }
  protected override printKept(tail: number): void {
    this.marked.marks.move(this.kept.marks, tail, this.marked.place);
    super.printKept(tail);
  }
}
