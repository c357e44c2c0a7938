/** Prints the assembly column of records that define metadata or refer to it. */
import { Code, definesNode } from "../spec/metadataCodes";
import type { Row } from "./recordRow";
import { quoted } from "./recordRow";
import { metadataSymbol } from "./sink";

/** Prints the node that a record of METADATA defines: `!3 = !{!1, !2}`. */
export function printMetadata(row: Row): boolean {
  const { sink, record, module, open, metadataIndex } = row;
  if (!definesNode(record.code)) return printMetadataOther(row);
  const { metadata } = module.module;
  // The module's table may have ended at damage before this record: such a number is that of a node of a function.
  const isInTable = open !== undefined || metadataIndex < module.metadataCount;
  const id = isInTable ? metadata.idOf(metadataIndex) : undefined;
  if (id === undefined) return false;
  sink.name("metadata", `!${metadataIndex}`, metadataSymbol(metadataIndex), true);
  sink.put("punctuation", " = ");
  module.context.metadata.definition(sink, id, module.context);
  return true;
}

/** Prints the records of METADATA and METADATA_KIND that define no node. */
export function printMetadataOther(row: Row): boolean {
  const { sink, record } = row;
  switch (record.code) {
    case Code.NAME:
      sink.put("comment", "; name ");
      sink.put("string", quoted(row));
      return true;
    case Code.KIND:
      sink.put("comment", `kind ${record.value(0)}: `);
      sink.put("string", quoted(row, 1));
      return true;
    case Code.NAMED_NODE:
      printNodes(row, 0, 1);
      return true;
    case Code.STRINGS:
      sink.put("comment", `; strings !${row.metadataIndex} to !${row.metadataIndex + record.value(0) - 1}`);
      return true;
    default:
      return false;
  }
}

function printNodes({ sink, record }: Row, from: number, step: number): void {
  sink.put("punctuation", "!{");
  for (let i = from; i < record.length; i += step) {
    if (i > from) sink.put("punctuation", ", ");
    sink.operand(i);
    sink.name("metadata", `!${record.value(i)}`, metadataSymbol(record.value(i)));
    sink.operand(undefined);
  }
  sink.put("punctuation", "}");
}

/** Prints `%x: !tbaa !7`, or for the function itself `function: !dbg !4`. */
export function printAttachment({ sink, record, module, open }: Row): boolean {
  const first = record.length % 2;
  const instruction = first === 1 ? open?.ordered[record.value(0)] : undefined;
  const name = instruction && module.context.localName(instruction.id);
  if (first === 0) sink.put("keyword", "function:");
  else if (name !== undefined) sink.name("local", name, name);
  else sink.put("keyword", `instruction ${record.value(0)}`);
  if (first === 1) sink.put("punctuation", ":");
  for (let i = first; i + 1 < record.length; i += 2) {
    const kind = module.module.metadata.nameOfFileKind(record.value(i)) ?? `<kind ${record.value(i)}>`;
    sink.put("metadata", ` !${kind} `);
    sink.operand(i + 1);
    sink.name("metadata", `!${record.value(i + 1)}`, metadataSymbol(record.value(i + 1)));
    sink.operand(undefined);
  }
  return true;
}

/** Prints `  !DILocation(line: 3, column: 5, scope: !12)`, with indices in the metadata table. */
export function printLocation({ sink, record }: Row): void {
  sink.put("metadata", "  !DILocation(");
  sink.put("text", "line: ");
  sink.operand(0);
  sink.put("number", String(record.value(0)));
  sink.operand(undefined);
  sink.put("text", ", column: ");
  sink.operand(1);
  sink.put("number", String(record.value(1)));
  sink.operand(undefined);
  [", scope: ", ", inlinedAt: "].forEach((label, i) => {
    const node = record.value(2 + i);
    if (node === 0) return;
    sink.put("text", label);
    sink.operand(2 + i);
    sink.name("metadata", `!${node - 1}`, metadataSymbol(node - 1));
    sink.operand(undefined);
  });
  if (record.value(4) !== 0) sink.put("text", ", isImplicitCode: true");
  sink.put("metadata", ")");
}
