/**
 * The container's dump: sections with offsets and sizes, then every table. MLIR has no such tool, so the form is ours:
 * one line per entry, positions in bytes from the file's first byte.
 */
import { ByteText } from "../../document/byteText";
import { indentation } from "../../document/indentation";
import { CHECKSUM, SectionKind, sectionNames } from "./container/sections";
import type { Container } from "./container/container";
import { irWalker, walkIr } from "./ir/walk";
import { Step } from "./ir/walker";
import { RecordOwners } from "./elements/records";
import { writeHex } from "./model/hex";
import { quoted, spellName } from "./model/spelling";
import { OpTexts } from "./text/opText";
import type { OpReader } from "./text/values";
import { EntryWriter } from "./model/entryWriter";

/** Most characters of an attribute or type in a line. */
const BRIEF = 4096;
/** Most bytes of a record in a line. */
const SHOWN_BYTES = 64;
/** Bytes yielded at once. */
const CHUNK = 65536;

/** The dump in pieces of about 64 KiB, which are valid until the next is requested. */
export function* dumpText(reader: OpReader): Generator<Uint8Array, void, undefined> {
  const out = new ByteText();
  const lines = dumpLines(reader, out);
  while (lines.next().done !== true) if (out.length >= CHUNK) yield out.take();
  yield out.take();
}

/** Lines that are written one after another: a step is a line, or a few. */
type Lines<Result = void> = Generator<void, Result, undefined>;

function* dumpLines(reader: OpReader, out: ByteText): Lines {
  const { container } = reader;
  const { version, producer } = container.frame;
  line(out, `MLIR bytecode version ${version}, producer ${quoted(producer)}, ${container.window.length} bytes`);
  const owners = yield* sectionLines(container, out);
  yield* stringLines(container, out);
  dialectLines(container, out);
  const writer = new EntryWriter(container.codec, container);
  yield* entryLines(container, writer, "attribute", out);
  yield* entryLines(container, writer, "type", out);
  yield* propertyLines(reader, writer, owners, out);
  yield* resourceLines(container, out);
}

function line(out: ByteText, text: string): void {
  out.text(text);
  out.text("\n");
}

/**
 * The sections with their content; the dialect section and the IR contain sections of their own.
 * @returns the ops by which records of properties are read
 */
function* sectionLines(container: Container, out: ByteText): Lines<RecordOwners> {
  let owners: RecordOwners | undefined;
  const { sections, checksumByte } = container.frame;
  line(out, `\nsections ${sections.length}:`);
  for (const { id, startByte, dataByte, endByte, alignment, ignored } of sections) {
    const aligned = alignment > 1 ? ` alignment ${alignment}` : "";
    const size = `data ${dataByte} length ${endByte - dataByte}${aligned}`;
    const contents = ignored ? "a second one, stepped over" : contentsOf(container, id);
    line(out, `  ${startByte}: ${sectionNames[id] ?? ""} (${id}) ${size}  ; ${contents}`);
    if (id === SectionKind.dialects && !ignored) versionLines(container, out);
    if (id === SectionKind.ir && !ignored) owners = yield* regionLines(container, out);
  }
  if (checksumByte !== undefined) line(out, `  ${checksumByte}: checksum  ; ${CHECKSUM}`);
  return owners ?? new RecordOwners(container);
}

function contentsOf(container: Container, id: number): string {
  const { dialects, entries, properties, resources, strings } = container;
  switch (id) {
    case SectionKind.strings:
      return count(strings.count, "string");
    case SectionKind.dialects:
      return `${count(dialects.dialects.length, "dialect")}, ${count(dialects.opNames.length, "op name")}`;
    case SectionKind.entries:
      return `${count(entries.attributes.count, "attribute")}, ${count(entries.types.count, "type")}`;
    case SectionKind.entryOffsets:
      return count(entries.attributes.groups.length + entries.types.groups.length, "group");
    case SectionKind.resources:
      return count(
        resources.reduce((sum, group) => sum + group.entries.length, 0),
        "resource",
      );
    case SectionKind.resourceOffsets:
      return count(resources.length, "group");
    case SectionKind.properties:
      return count(properties.count, "record");
    default:
      return "ops";
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function versionLines({ dialects }: Container, out: ByteText): void {
  for (const { name, version } of dialects.dialects) {
    if (!version) continue;
    const size = `data ${version.startByte} length ${version.endByte - version.startByte}`;
    line(out, `    DialectVersions (${SectionKind.dialectVersion}) ${size}  ; ${name}`);
  }
}

/** The sections of isolated regions, each below the one around it. */
function* regionLines(container: Container, out: ByteText): Lines<RecordOwners> {
  const walker = irWalker(container);
  const owners = new RecordOwners(container);
  if (!walker) return owners;
  yield* walkIr(container, walker, {
    take: (step) => {
      if (step !== Step.Op) return;
      owners.note(walker.op);
      const regions = walker.op.regions > 0 ? walker.enclosed() : undefined;
      if (!regions) return;
      const { startByte, endByte } = regions;
      const name = container.dialects.opNames[walker.op.name]?.name ?? "";
      const what = `IR (${SectionKind.ir}) data ${startByte} length ${endByte - startByte}`;
      const indent = indentation(walker.frame.scope + 2);
      line(out, `${indent}${walker.op.endByte}: ${what}  ; ${count(walker.op.regions, "region")} of ${name}`);
    },
    lost: () => undefined,
  });
  return owners;
}

function* stringLines({ strings }: Container, out: ByteText): Lines {
  line(out, `\nstrings ${strings.count}:`);
  for (let i = 0; i < strings.count; i++) {
    line(out, `  ${strings.starts[i] ?? 0}: string ${i} ${quoted(strings.at(i))}`);
    yield;
  }
}

function dialectLines(container: Container, out: ByteText): void {
  const { dialects, opNames } = container.dialects;
  const starts = new Map(container.dialects.rows.map(({ kind, index, startByte }) => [`${kind} ${index}`, startByte]));
  line(out, `\ndialects ${dialects.length}:`);
  for (const [i, { name, version }] of dialects.entries()) {
    out.text(`  ${starts.get(`dialect ${i}`) ?? 0}: dialect ${i} ${name}`);
    if (version) {
      out.text(" version ");
      hex(container, version.startByte, version.endByte, out);
    }
    line(out, "");
  }
  line(out, `\nop names ${opNames.length}:`);
  for (const [i, { name, registered }] of opNames.entries()) {
    const note = registered === false ? " not registered" : "";
    line(out, `  ${starts.get(`opName ${i}`) ?? 0}: op name ${i} ${quoted(name)}${note}`);
  }
}

function* entryLines(container: Container, writer: EntryWriter, kind: "attribute" | "type", out: ByteText): Lines {
  const table = kind === "attribute" ? container.entries.attributes : container.entries.types;
  line(out, `\n${kind}s ${table.count}:`);
  for (let i = 0; i < table.count; i++) {
    const { startByte, endByte } = container.entryPlace(table, i);
    place(out, startByte);
    out.text(kind);
    out.text(" ");
    out.decimal(i);
    out.text(" ");
    out.text(container.dialectOf(table, i));
    out.text(table.custom[i] === 1 ? " custom " : " text ");
    out.decimal(endByte - startByte);
    out.text(" bytes ");
    hex(container, startByte, endByte, out);
    out.text("  ; ");
    writer.printBrief(out, kind, i, BRIEF);
    line(out, "");
    yield;
  }
}

function* propertyLines(reader: OpReader, writer: EntryWriter, { names }: RecordOwners, out: ByteText): Lines {
  const { container } = reader;
  const { properties } = container;
  if (properties.count === 0) return;
  line(out, `\nproperties ${properties.count}:`);
  const texts = new OpTexts(reader, writer, BRIEF);
  for (let i = 0; i < properties.count; i++) {
    const { startByte, endByte } = properties.at(i);
    const owner = names[i] ?? -1;
    const read = owner < 0 ? undefined : texts.properties({ name: owner, attributes: -1, properties: i }).text;
    const name = container.dialects.opNames[owner]?.name ?? "";
    place(out, startByte);
    out.text("record ");
    out.decimal(i);
    out.text(" ");
    out.decimal(endByte - startByte);
    out.text(" bytes ");
    hex(container, startByte, endByte, out);
    line(out, `  ; ${read === undefined ? "no op refers to it" : `${name}${read}`}`);
    yield;
  }
}

function* resourceLines(container: Container, out: ByteText): Lines {
  for (const { owner, external, entries } of container.resources) {
    line(out, `\n${external ? "external" : "dialect"} resources ${owner} ${entries.length}:`);
    for (const { key, value, startByte, endByte } of entries) {
      const size =
        value.kind === "blob"
          ? ` ${value.data.endByte - value.data.startByte} bytes at ${value.data.startByte} alignment ${value.alignment}`
          : "";
      line(out, `  ${startByte}: ${spellName(key)} ${value.kind} ${endByte - startByte} bytes${size}`);
      yield;
    }
  }
}

/** The beginning of a line with an entry. */
function place(out: ByteText, startByte: number): void {
  out.text("  ");
  out.decimal(startByte);
  out.text(": ");
}

function hex(container: Container, startByte: number, endByte: number, out: ByteText): void {
  writeHex(out, container.window.view(startByte, Math.min(endByte, startByte + SHOWN_BYTES)));
  if (endByte - startByte > SHOWN_BYTES) out.text(" \xE2\x80\xA6");
}
