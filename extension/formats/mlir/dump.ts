/**
 * The container's dump: sections with offsets and sizes, then every table. MLIR has no such tool, so the form is ours:
 * one line per entry, positions in bytes from the file's first byte.
 */
import { indentation } from "../../document/indentation";
import { CHECKSUM, SectionKind, sectionNames } from "./container/sections";
import type { Container } from "./container/container";
import { irWalker, walkIr } from "./ir/walk";
import { Step } from "./ir/walker";
import { propertyOwners } from "./elements/records";
import { quoted, spellName } from "./model/spelling";
import { OpTexts } from "./text/opText";
import type { OpReader } from "./text/values";
import { EntryWriter } from "./model/entryWriter";

/** Most characters of an attribute or type in a line. */
const BRIEF = 4096;
/** Most bytes of a record in a line. */
const SHOWN_BYTES = 64;
/** Characters yielded at once. */
const CHUNK = 65536;

/** The dump in pieces of about 64 KiB. */
export function* dumpText(reader: OpReader): Generator<string, void, undefined> {
  let text = "";
  for (const line of dumpLines(reader)) {
    text += `${line}\n`;
    if (text.length < CHUNK) continue;
    yield text;
    text = "";
  }
  yield text;
}

function* dumpLines(reader: OpReader): Generator<string, void, undefined> {
  const { container } = reader;
  const { version, producer } = container.frame;
  yield `MLIR bytecode version ${version}, producer ${quoted(producer)}, ${container.window.length} bytes`;
  yield* sectionLines(container);
  yield* stringLines(container);
  yield* dialectLines(container);
  const writer = new EntryWriter(container.codec, container);
  yield* entryLines(container, writer, "attribute");
  yield* entryLines(container, writer, "type");
  yield* propertyLines(reader, writer);
  yield* resourceLines(container);
}

/** The sections with their content; the dialect section and the IR contain sections of their own. */
function* sectionLines(container: Container): Generator<string, void, undefined> {
  const { sections, checksumByte } = container.frame;
  yield `\nsections ${sections.length}:`;
  for (const { id, startByte, dataByte, endByte, alignment, ignored } of sections) {
    const aligned = alignment > 1 ? ` alignment ${alignment}` : "";
    const size = `data ${dataByte} length ${endByte - dataByte}${aligned}`;
    const contents = ignored ? "a second one, stepped over" : contentsOf(container, id);
    yield `  ${startByte}: ${sectionNames[id] ?? ""} (${id}) ${size}  ; ${contents}`;
    if (id === SectionKind.dialects && !ignored) yield* versionLines(container);
    if (id === SectionKind.ir && !ignored) yield* regionLines(container);
  }
  if (checksumByte !== undefined) yield `  ${checksumByte}: checksum  ; ${CHECKSUM}`;
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

function* versionLines({ dialects }: Container): Generator<string, void, undefined> {
  for (const { name, version } of dialects.dialects)
    if (version)
      yield `    DialectVersions (${SectionKind.dialectVersion}) data ${version.startByte} length ${version.endByte - version.startByte}  ; ${name}`;
}

/** The sections of isolated regions, each below the one around it. */
function* regionLines(container: Container): Generator<string, void, undefined> {
  const walker = irWalker(container);
  if (!walker) return;
  let found: string[] = [];
  const steps = walkIr(container, walker, {
    take: (step) => {
      const regions = step === Step.Op && walker.op.regions > 0 ? walker.enclosed() : undefined;
      if (!regions) return;
      const { startByte, endByte } = regions;
      const name = container.dialects.opNames[walker.op.name]?.name ?? "";
      const what = `IR (${SectionKind.ir}) data ${startByte} length ${endByte - startByte}`;
      found.push(
        `${indentation(walker.frame.scope + 2)}${walker.op.endByte}: ${what}  ; ${count(walker.op.regions, "region")} of ${name}`,
      );
    },
    lost: () => undefined,
  });
  for (let done = false; !done;) {
    done = steps.next().done === true;
    yield* found;
    found = [];
  }
}

function* stringLines({ strings }: Container): Generator<string, void, undefined> {
  yield `\nstrings ${strings.count}:`;
  for (let i = 0; i < strings.count; i++) yield `  ${strings.starts[i] ?? 0}: string ${i} ${quoted(strings.at(i))}`;
}

function* dialectLines(container: Container): Generator<string, void, undefined> {
  const { dialects, opNames } = container.dialects;
  yield `\ndialects ${dialects.length}:`;
  const starts = new Map(container.dialects.rows.map(({ kind, index, startByte }) => [`${kind} ${index}`, startByte]));
  for (const [i, { name, version }] of dialects.entries())
    yield `  ${starts.get(`dialect ${i}`) ?? 0}: dialect ${i} ${name}${version ? ` version ${hex(container, version.startByte, version.endByte)}` : ""}`;
  yield `\nop names ${opNames.length}:`;
  for (const [i, { name, registered }] of opNames.entries())
    yield `  ${starts.get(`opName ${i}`) ?? 0}: op name ${i} ${quoted(name)}${registered === false ? " not registered" : ""}`;
}

function* entryLines(
  container: Container,
  writer: EntryWriter,
  kind: "attribute" | "type",
): Generator<string, void, undefined> {
  const table = kind === "attribute" ? container.entries.attributes : container.entries.types;
  yield `\n${kind}s ${table.count}:`;
  for (let i = 0; i < table.count; i++) {
    const { startByte, endByte } = container.entryPlace(table, i);
    const encoding = table.custom[i] === 1 ? "custom" : "text";
    const where = `${startByte}: ${kind} ${i} ${container.dialectOf(table, i)} ${encoding} ${endByte - startByte} bytes`;
    yield `  ${where} ${hex(container, startByte, endByte)}  ; ${writer.brief(kind, i, BRIEF)}`;
  }
}

function* propertyLines(reader: OpReader, writer: EntryWriter): Generator<string, void, undefined> {
  const { container } = reader;
  const { properties } = container;
  if (properties.count === 0) return;
  yield `\nproperties ${properties.count}:`;
  const owners = finished(propertyOwners(container));
  const texts = new OpTexts(reader, writer, BRIEF);
  for (let i = 0; i < properties.count; i++) {
    const { startByte, endByte } = properties.at(i);
    const owner = owners[i] ?? -1;
    const read = owner < 0 ? undefined : texts.properties({ name: owner, attributes: -1, properties: i }).text;
    const name = container.dialects.opNames[owner]?.name ?? "";
    const meaning = read === undefined ? "no op refers to it" : `${name}${read}`;
    yield `  ${startByte}: record ${i} ${endByte - startByte} bytes ${hex(container, startByte, endByte)}  ; ${meaning}`;
  }
}

function* resourceLines(container: Container): Generator<string, void, undefined> {
  for (const { owner, external, entries } of container.resources) {
    yield `\n${external ? "external" : "dialect"} resources ${owner} ${entries.length}:`;
    for (const { key, value, startByte, endByte } of entries) {
      const size =
        value.kind === "blob"
          ? ` ${value.data.endByte - value.data.startByte} bytes at ${value.data.startByte} alignment ${value.alignment}`
          : "";
      yield `  ${startByte}: ${spellName(key)} ${value.kind} ${endByte - startByte} bytes${size}`;
    }
  }
}

function hex(container: Container, startByte: number, endByte: number): string {
  const bytes = container.window.view(startByte, Math.min(endByte, startByte + SHOWN_BYTES));
  const text = [...bytes].map((b) => b.toString(16).toUpperCase().padStart(2, "0")).join(" ");
  return endByte - startByte > SHOWN_BYTES ? `${text} \xE2\x80\xA6` : text;
}

/** Runs a pass to its end. */
function finished<Result>(steps: Generator<void, Result, undefined>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
