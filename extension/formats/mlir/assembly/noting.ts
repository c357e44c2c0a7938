/** A printer that notes what it prints. */
import type { Piece } from "../../../document/byteText";
import type { IrVisitor } from "../ir/walk";
import type { IrWalker } from "../ir/walker";
import { Step } from "../ir/walker";
import type { Damage } from "../model/damage";
import type { ModulePrinter } from "../text/printer";
import { hasLabel } from "../text/printer";

/** Prints ops and blocks and notes where they are. */
export class NotingPrinter<P extends ModulePrinter> implements IrVisitor {
  readonly records: number[] = [];
  /** The location attributes of the ops; -1 for a block. */
  readonly locations: number[] = [];
  constructor(readonly printer: P) {}
  take(step: Step, walker: IrWalker): void {
    if (step === Step.Op) this.note(walker.op.startByte, walker.op.location);
    else if (step === Step.Block && walker.frames.length > 1 && hasLabel(walker.block))
      this.note(walker.block.startByte, -1);
    this.printer.take(step, walker);
  }
  private note(startByte: number, location: number): void {
    this.records.push(startByte);
    this.locations.push(location);
  }
  lost(damage: Damage, lostBytes: number, depth: number): void {
    this.printer.lost(damage, lostBytes, depth);
  }
  get full(): boolean {
    return this.printer.full;
  }
  flush(): Generator<Piece, void, undefined> {
    return this.printer.flush();
  }
}
