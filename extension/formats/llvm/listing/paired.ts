/** Printers for rows whose record is known: they note which operand each value, basic block and metadata node shows. */
import type { MetadataId, ValueId } from "../ir/ids";
import type { Sink } from "../../../document/sink";
import type { PrintContext } from "../ir/printing";
import { MetadataPrinter } from "../metadata/print";
import { ModulePrinting, NO_TYPE } from "../print/context";
import { ListingSink } from "./sink";

/** Prints metadata and notes which operand a reference shows. */
export class PairedMetadata extends MetadataPrinter {
  override operand(sink: Sink, node: MetadataId | undefined, context: PrintContext): void {
    const at = node === undefined || !(sink instanceof ListingSink) ? undefined : sink.pairing?.metadata(node);
    if (at === undefined || !(sink instanceof ListingSink)) super.operand(sink, node, context);
    else {
      sink.within(at, () => {
        super.operand(sink, node, context);
      });
    }
  }
}

/** Prints values and blocks and notes which operand they show. */
export class PairedPrinting extends ModulePrinting {
  override printOperand(sink: Sink, id: ValueId, withType: boolean): void {
    const paired = sink instanceof ListingSink ? this.pairedOperand(sink, id) : undefined;
    if (!paired || !(sink instanceof ListingSink)) {
      super.printOperand(sink, id, withType);
      return;
    }
    if (withType) {
      const type = this.module.values.typeOf(id);
      sink.within(paired.typeAt, () => {
        if (type && paired.typeAt === undefined) sink.of(type);
        sink.put("type", type ? this.typeText(type) : NO_TYPE);
      });
      sink.put("text", " ");
    }
    sink.within(paired.at, () => {
      super.printOperand(sink, id, false);
    });
  }

  private pairedOperand(sink: ListingSink, id: ValueId): { at: number; typeAt: number | undefined } | undefined {
    if (!sink.pairing) return undefined;
    const value = id < 0 ? this.module.values.at(id) : undefined;
    if (value?.kind !== "metadataOperand") return sink.pairing.value(id);
    const at = sink.pairing.metadata(value.metadata);
    return at === undefined ? undefined : { at, typeAt: undefined };
  }

  override printBlock(sink: Sink, index: number, withType: boolean): void {
    const at = sink instanceof ListingSink ? sink.pairing?.block(index) : undefined;
    if (at === undefined || !(sink instanceof ListingSink)) super.printBlock(sink, index, withType);
    else {
      sink.within(at, () => {
        super.printBlock(sink, index, withType);
      });
    }
  }
}
