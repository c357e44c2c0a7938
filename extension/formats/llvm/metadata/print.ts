/** Prints metadata: operands, definitions, attachments, debug records. Source: the reference's AsmWriter. */
import { MdKind } from "./kinds";
import type { MetadataId } from "../ir/ids";
import type { Sink } from "../../../document/sink";
import { escaped } from "../ir/escape";
import type { Attachment, DebugRecord, DebugValue, MetadataRecord } from "../ir/metadata";
import type { PrintContext } from "../ir/printing";
import type { MetadataPrinter as Printer } from "../ir/tables";
import { nodeClass } from "./classes";
import { dwarfName, Tag } from "../dwarf/names";
import { expressionText } from "../dwarf/expression";
import type { MetadataNames } from "./fields";
import { FieldPrinter } from "./fields";

/**
 * The name of metadata or of an attachment kind, with bytes that an identifier cannot have as `\XX`
 * (printMetadataIdentifier).
 */
export function metadataIdentifier(name: string): string {
  return name.replace(/[^-\w$.]|^\d/g, (c) => `\\${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

/** Prints metadata of one module. */
export class MetadataPrinter implements Printer {
  /** ` !dbg `, by kind number, made when first printed. */
  private readonly kindTexts: (string | undefined)[] = [];
  constructor(private readonly table: MetadataNames) {}

  operand(sink: Sink, node: MetadataId | undefined, context: PrintContext): void {
    if (node === undefined) {
      sink.put("keyword", "null");
      return;
    }
    if (this.table.isNode(node)) {
      this.mention(sink, node, context);
      return;
    }
    const metadata = this.table.node(node);
    switch (metadata?.kind) {
      case "string":
        sink.put("string", `!"${escaped(metadata.text, context.release)}"`);
        return;
      case "value":
        context.printInMetadata(sink, metadata.value, metadata.type);
        return;
      case "integer":
        sink.put("type", `i${metadata.bits} `);
        sink.put("number", metadata.bits === 1 ? String(metadata.value !== 0n) : String(metadata.value));
        return;
      case "expression":
        sink.put("metadata", expressionText(metadata.elements, context.release));
        return;
      case "arguments":
        sink.put("metadata", "!DIArgList(");
        this.list(sink, this.values(metadata.operands), context);
        sink.put("metadata", ")");
        return;
      default:
        this.mention(sink, node, context);
    }
  }

  definition(sink: Sink, node: MetadataId, context: PrintContext): void {
    const metadata = this.table.node(node);
    switch (metadata?.kind) {
      case "tuple":
        if (metadata.distinct) sink.put("keyword", "distinct ");
        sink.put("punctuation", "!{");
        this.list(sink, metadata.operands, context);
        sink.put("punctuation", "}");
        return;
      case "record":
        if (metadata.distinct) sink.put("keyword", "distinct ");
        this.record(sink, metadata, context);
        return;
      case undefined:
        sink.put("keyword", "null");
        return;
      default:
        this.operand(sink, node, context);
    }
  }

  attachments(sink: Sink, attachments: readonly Attachment[], separator: string, context: PrintContext): void {
    for (const { kind, node } of attachments) this.attachment(sink, kind, node, separator, context);
  }

  attachment(sink: Sink, kind: number, node: MetadataId, separator: string, context: PrintContext): void {
    sink.noise?.(kind === MdKind.dbg ? "location" : "attachment");
    sink.put("metadata", separator);
    sink.put("metadata", this.kindTexts[kind] ?? this.newKindText(kind));
    this.operand(sink, node, context);
    sink.noise?.(undefined);
  }
  private newKindText(kind: number): string {
    while (this.kindTexts.length <= kind) this.kindTexts.push(undefined);
    return (this.kindTexts[kind] = ` !${metadataIdentifier(this.table.kindName(kind))} `);
  }

  /** Prints a reference to a node, by its number. */
  private mention(sink: Sink, node: MetadataId, context: PrintContext): void {
    // Plain text does not link references.
    if (sink.packed) sink.put("metadata", context.metadataName(node));
    else sink.name("metadata", context.metadataName(node), `!${node}`);
  }

  debugRecord(sink: Sink, record: DebugRecord, context: PrintContext): void {
    sink.put("keyword", `#dbg_${record.kind}`);
    sink.put("punctuation", "(");
    if (record.kind === "label") this.operand(sink, record.label, context);
    else {
      this.debugValue(sink, record.value, context);
      this.following(sink, record.variable, context);
      this.following(sink, record.expression, context);
      if (record.kind === "assign") {
        this.following(sink, record.assignment, context);
        sink.put("punctuation", ", ");
        this.debugValue(sink, record.address, context);
        this.following(sink, record.addressExpression, context);
      }
    }
    sink.noise?.("location");
    this.following(sink, record.location, context);
    sink.noise?.(undefined);
    sink.put("punctuation", ")");
  }

  private debugValue(sink: Sink, value: DebugValue, context: PrintContext): void {
    if ("metadata" in value) this.operand(sink, value.metadata, context);
    else context.printOperand(sink, value.value, true);
  }
  private following(sink: Sink, node: MetadataId, context: PrintContext): void {
    sink.put("punctuation", ", ");
    this.operand(sink, node, context);
  }

  /** The operands of an argument list: values only. A list inside a list could print itself, or grow exponentially. */
  private values(operands: readonly MetadataId[]): readonly (MetadataId | undefined)[] {
    return operands.map((operand) => (this.table.node(operand)?.kind === "arguments" ? undefined : operand));
  }
  /** Prints operands separated by commas. LLVM 3.0 writes `metadata` before operands other than values. */
  private list(sink: Sink, operands: readonly (MetadataId | undefined)[], context: PrintContext): void {
    operands.forEach((operand, i) => {
      if (i > 0) sink.put("punctuation", ", ");
      if (context.release === 3 && operand !== undefined && this.table.node(operand)?.kind !== "value") {
        sink.put("type", "metadata ");
      }
      this.operand(sink, operand, context);
    });
  }

  private record(sink: Sink, record: MetadataRecord, context: PrintContext): void {
    sink.put("keyword", "!");
    sink.put("keyword", record.name);
    sink.put("punctuation", "(");
    const fields = new FieldPrinter(sink, record, context, this.table, (node) => {
      this.operand(sink, node, context);
    });
    if (record.name === "GenericDINode") this.generic(sink, record, fields, context);
    else if (record.name === "DILayerLocList") this.list(sink, record.operands, context);
    else for (const field of nodeClass(record.name)?.text ?? []) fields.print(field);
    sink.put("punctuation", ")");
  }

  /** `!GenericDINode(tag: …, header: "…", operands: {…})`: operand 0 is the header. */
  private generic(sink: Sink, record: MetadataRecord, fields: FieldPrinter, context: PrintContext): void {
    const tag = Number(record.fields[0] ?? Tag.baseType);
    fields.plain("tag", dwarfName("tag", tag, context.release) ?? String(tag));
    fields.text("header", record.operands[0], true);
    const operands = record.operands.slice(1);
    if (operands.length === 0) return;
    fields.label("operands");
    sink.put("punctuation", "{");
    this.list(sink, operands, context);
    sink.put("punctuation", "}");
  }
}
