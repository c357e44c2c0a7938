/** The text between isolated ops, which is printed when the file is opened. */
import type { Piece } from "../../../document/byteText";
import { PagedBytes } from "../../../kit/pagedBytes";
import type { IrWalker } from "../ir/walker";
import { Step } from "../ir/walker";
import type { MarkingPrinter } from "../text/markingPrinter";
import { Marks } from "../text/marks";
import { NotingPrinter } from "./noting";
import type { Isle } from "./plan";

/** A part of the text between isolated ops: its bytes, and what they show. */
export interface Segment {
  readonly bytes: PagedBytes;
  /** Lines at its beginning that show nothing of the file. */
  readonly opening: number;
  readonly records: readonly number[];
  readonly locations: readonly number[];
  readonly marks: Marks;
}

/** Between two isolated ops there is often nothing. */
const NOTHING: Segment = { bytes: new PagedBytes(), opening: 0, records: [], locations: [], marks: new Marks() };

/** Prints what is between isolated ops, each of which ends a segment. */
export class SegmentPrinter extends NotingPrinter<MarkingPrinter> {
  readonly segments: Segment[] = [];
  private readonly isles: ReadonlyMap<number, Isle>;
  private text = new PagedBytes();
  private opening = 0;

  constructor(printer: MarkingPrinter, isles: readonly Isle[]) {
    super(printer);
    this.isles = new Map(isles.map((isle) => [isle.startByte, isle]));
  }
  override take(step: Step, walker: IrWalker): void {
    const isle = step === Step.Op ? this.isles.get(walker.op.startByte) : undefined;
    if (!isle) {
      super.take(step, walker);
      return;
    }
    walker.skipRegions(isle.endByte);
    this.printer.skipRegions(isle.nextRegion);
    this.end();
  }
  /** Begins with lines that show nothing of the file. */
  begin(opening: string): void {
    this.gather([opening]);
    this.printer.takeMarks(opening.length);
    this.opening = opening.split("\n").length - 1;
  }
  gather(pieces: Iterable<Piece>): void {
    for (const piece of pieces) this.text.piece(piece);
  }
  end(): void {
    if (this.printer.isEmpty() && this.text.length === 0) {
      this.segments.push(NOTHING);
      return;
    }
    this.gather(this.printer.flush());
    this.segments.push({
      bytes: this.text,
      opening: this.opening,
      records: this.records.splice(0),
      locations: this.locations.splice(0),
      marks: this.printer.takeMarks(),
    });
    this.text = new PagedBytes();
    this.opening = 0;
  }
}
