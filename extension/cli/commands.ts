/** What each command prints. */
import { indentation, MOST_LEVELS } from "../document/indentation";
import type { BitRange } from "../document/bits";
import { formatPosition, parsePosition } from "../document/bits";
import type { DumpOptions, IrDocument, Notice, TextOptions } from "../document/document";
import type { Piece } from "../document/byteText";
import type { OutlineNode, OutlineNodes } from "../document/outline";
import type { Problem } from "../document/problem";
import type { SectionId } from "../document/section";
import type { Threads } from "../document/threads";
import { check } from "../session/check";
import { demangled } from "../session/names/demangle";
import { encoded } from "../session/names/unicode";
import { AtSink, rawText, TreeSink } from "../session/facts/elements";
import { problemsOf } from "../session/facts/problems";
import { allEntries } from "../kit/entryWalk";
import {
  blankPositions,
  entryText,
  positionedFunction,
  positionedListing,
  writtenListing,
} from "../session/rows/listing";
import { turn } from "../session/transport/slices";
import { nodeThreads } from "../session/worker/threads";
import type { Flags } from "./call";
import { UsageError } from "./call";
import type { OutlineNode as OutlineJson, Symbol as SymbolJson } from "./json";
import { jsonText, openedAt, writeList } from "./jsonText";
import { memory } from "./memory";
import type { Output } from "./output";
import { allSteps } from "../kit/steps";

/** One document that a command works on: the file, or a member of it. */
export interface Subject {
  readonly document: IrDocument;
  /** Its name in messages. */
  readonly name: string;
  /** Whether it is standard input. */
  readonly stdin: boolean;
}

/**
 * The release that `--as` names.
 * @throws {UsageError} if the file's format has no style of that name
 */
function styleOf({ document }: Subject, flags: Flags): { readonly release?: string } {
  const { styles = [] } = document;
  if (flags.as === undefined) return {};
  if (styles.includes(flags.as)) return { release: flags.as };
  const known = styles.length === 0 ? "this file has one style" : `known are ${styles.join(", ")}`;
  throw new UsageError(`--as ${flags.as}: no such style; ${known}`);
}

/** The options of `text`, made from the command line's. */
export function textOptions(subject: Subject, flags: Flags): TextOptions {
  return {
    fileName: subject.stdin ? "<stdin>" : encoded(subject.name),
    ...styleOf(subject, flags),
    ...(flags.function === undefined ? {} : { function: encoded(flags.function) }),
    locations: flags.locations ?? false,
    tables: flags.tables ?? false,
  };
}

/** The threads that `--jobs` allows. @throws {UsageError} unless it is a number from 1 to 99 */
function threadsOf({ jobs }: Flags): Threads {
  if (jobs !== undefined && !/^[1-9]\d?$/.test(jobs))
    throw new UsageError(`--jobs ${jobs}: give a number from 1 to 99`);
  return nodeThreads(__dirname, jobs === undefined ? undefined : Number(jobs));
}

/** `text`: the assembly as the reference prints it; with `--positions` the lines of the assembly arrangement. */
export async function text(subject: Subject, flags: Flags, out: Output): Promise<void> {
  const options = textOptions(subject, flags);
  if (!flags.positions) {
    for (const piece of subject.document.text({ ...options, whole: true, threads: threadsOf(flags) })) {
      out.print(piece);
      if (piece.length > 0) continue;
      memory.look();
      await turn();
    }
    return;
  }
  for (const piece of positioned(subject.document, options)) out.print(piece);
}

/** The text with positions in front of its lines. */
function* positioned(document: IrDocument, options: TextOptions): Generator<Piece, void, undefined> {
  const { function: wanted, ...ofAll } = options;
  const assembly = document.assembly?.(ofAll);
  if (!assembly) return yield* blankPositions(document.text(options));
  const work = assembly.background?.();
  if (work) allSteps(work);
  if (wanted === undefined) return yield* positionedListing(assembly);
  let isFound = false;
  for (const node of functionsNamed(document, wanted)) {
    isFound = true;
    yield* positionedFunction(assembly, node);
  }
  // The text knows a function by other names too: PNaCl's by its number.
  if (!isFound) yield* blankPositions(document.text(options));
}

/** The nodes of the outline for functions with that name, which is written without its sigil. */
function* functionsNamed(document: IrDocument, name: string): Generator<OutlineNode, void, undefined> {
  for (const { node } of outlineNodes(document.outline(), false))
    if ((node.kind === "function" || node.kind === "declaration") && node.name.replace(/^[@%]/, "") === name)
      yield node;
}

/** The options of `dump`, made from the command line's. */
export function dumpOptions(subject: Subject, flags: Flags): DumpOptions {
  return { fileName: encoded(subject.name), ...styleOf(subject, flags) };
}

/** Bytes of an entry that `--bytes` shows. */
const BYTES_SHOWN = 8;

/**
 * The section that `show` prints: the body of a function, or the innermost section with a bit; undefined: all of them.
 * @throws {UsageError} if there is none
 */
function sectionOf({ document, name }: Subject, { function: wanted, section }: Flags): SectionId | undefined {
  if (section !== undefined) {
    const place = document.placeOf(bitAt(document, section));
    if (!place) throw new UsageError(`${name}: nothing is shown of ${section}`);
    return place.section;
  }
  if (wanted === undefined) return undefined;
  for (const { kind, startBit } of functionsNamed(document, wanted)) {
    const place = kind === "function" ? document.placeOf(startBit) : undefined;
    if (place) return place.section;
  }
  throw new UsageError(`${name}: no function ${wanted}`);
}

/** The bit at a position. @throws {UsageError} if it is no position in the file */
function bitAt({ bits }: IrDocument, position: string | undefined): number {
  const bit = position === undefined ? undefined : parsePosition(position);
  if (bit === undefined) throw new UsageError(`not a position: ${position ?? "(none given)"}; write it as B:N`);
  if (bit >= bits) throw new UsageError(`${position ?? ""} is past the file's end (${formatPosition(bits)})`);
  return bit;
}

/** `show`: the listing. */
export function show(subject: Subject, flags: Flags, out: Output): void {
  const { document } = subject;
  const section = sectionOf(subject, flags);
  const hex = ({ startBit, endBit }: BitRange): string => {
    const start = Math.floor(startBit / 8);
    return rawText(document.window.view(start, Math.min(Math.ceil(endBit / 8), start + BYTES_SHOWN)));
  };
  const layout = { recordWidth: document.recordWidth, all: flags.all ?? false, ...(flags.bytes ? { bytes: hex } : {}) };
  const options = { full: flags.full ?? false, unpaired: true };
  const written = writtenListing(document, options, layout, section);
  if (written) for (const piece of written) out.print(piece);
  else for (const entry of allEntries(document, options, section)) out.print(entryText(entry, layout));
}

/** `tree`: containers and leaves. */
export function tree({ document }: Subject, out: Output): void {
  const sink = new TreeSink((lines) => {
    out.print(lines);
  });
  allSteps(document.elements(sink));
  sink.flush();
}

/** `at`: the elements that own one bit. */
export function at({ document }: Subject, position: string | undefined, out: Output): void {
  const bit = bitAt(document, position);
  const sink = new AtSink(bit);
  allSteps(document.elements(sink, { startBit: bit, endBit: bit + 1 }));
  out.printText(JSON.stringify(sink.found, null, 2) + "\n");
}

/** How many levels of documents within documents `check` and `--member` descend. */
export const DEEPEST = 8;

/** `check`: the tiling law, for the file and for every document inside it. Returns whether it holds. */
export function checkCommand(subject: Subject, out: Output): boolean {
  return checkDocument(subject.document, "", DEEPEST, out);
}

function checkDocument(document: IrDocument, name: string, depth: number, out: Output): boolean {
  const { bits, counts, fault } = allSteps(check(document));
  const { decoded, padding, opaque, undecoded } = counts;
  const head = name === "" ? "" : `${name}: `;
  out.printText(
    `${head}bits: ${bits}, decoded ${decoded}, padding ${padding}, opaque ${opaque}, undecoded ${undecoded}\n`,
  );
  out.printText(
    `${head}the leaves ${fault === undefined ? "encode to the file: equal" : `do not encode to the file: ${fault}`}\n`,
  );
  for (const problem of problemsOf(document)) out.printText(problemText(name, problem) + "\n");
  let holds = fault === undefined;
  for (const inner of depth > 0 ? document.derived() : []) {
    const opened = inner.open();
    // A file for other tools, such as an ELF object in an IREE module, is opaque in this one: there is nothing to check.
    if (opened.format !== "unknown") holds = checkDocument(opened, `${head}${inner.name}`, depth - 1, out) && holds;
    inner.drop?.();
  }
  return holds;
}

/** A problem as printed on standard error: `FILE: B:N: message`. */
export function problemText(name: string, problem: Problem): string {
  return `${name === "" ? "" : `${name}: `}${formatPosition(problem.startBit)}: ${problem.message}`;
}

/** A notice as printed on standard error: `FILE: B:N: note: message`. */
export function noticeText(name: string, notice: Notice): string {
  return `${name === "" ? "" : `${name}: `}${formatPosition(notice.startBit)}: note: ${notice.message}`;
}

/** The children shown below a node. Those of a function need its body read, so only `all` asks for them. */
function shownChildren(node: OutlineNode, all: boolean): OutlineNodes | undefined {
  return node.kind === "function" && !all ? undefined : node.children?.();
}

/** `outline`, indented or as JSON; `--all` includes what is inside functions. */
export function outline({ document }: Subject, flags: Flags, out: Output): void {
  const all = flags.all ?? false;
  if (flags.json) {
    const write = (text: string): void => out.printText(text);
    const print = (depth: number) => (node: OutlineNode, indent: string) => {
      const children = depth < MOST_LEVELS ? shownChildren(node, all) : undefined;
      if (!children) return write(jsonText(outlineJson(node), indent));
      write(openedAt(outlineJson(node), "children", indent));
      writeList(children, write, print(depth + 1), `${indent}  `);
      write(`\n${indent}}`);
    };
    // What is nested deeper than rows are indented is left out, since readers of JSON recurse.
    writeList(document.outline(), write, print(0));
    write("\n");
    return;
  }
  let text = "";
  for (const { node, depth } of outlineNodes(document.outline(), all)) {
    text += outlineLine(node, depth);
    // Many lines at once: to print each by itself takes longer than to make it.
    if (text.length < OUTLINE_PIECE) continue;
    out.printText(text);
    text = "";
  }
  out.printText(text);
}
/** Characters of the outline that are printed at once. */
const OUTLINE_PIECE = 16384;

/**
 * Nodes in the order of the outline, with their depths. They may be nested without limit: the call stack does not hold
 * them, and nodes whose last one has been taken are given up before what is in it.
 */
function* outlineNodes(
  roots: OutlineNodes,
  all: boolean,
): Generator<{ readonly node: OutlineNode; readonly depth: number }, void, undefined> {
  const open: { readonly nodes: OutlineNodes; next: number; readonly depth: number }[] = [];
  const enter = (nodes: OutlineNodes | undefined, depth: number): void => {
    if (nodes && nodes.length > 0) open.push({ nodes, next: 0, depth });
  };
  enter(roots, 0);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const { depth } = top;
    const node = top.nodes.at(top.next++);
    if (top.next >= top.nodes.length) open.pop();
    if (!node) continue;
    yield { node, depth };
    enter(shownChildren(node, all), depth + 1);
  }
}

function outlineLine(node: OutlineNode, depth: number): string {
  // A node makes its texts each time it is asked for them.
  const { kind, name, detail, startBit, endBit } = node;
  const plain = demangled(name);
  const names = plain === undefined ? name : `${plain}  ${name}`;
  const label = `${kind === "group" ? "" : `${kind} `}${names}${detail === undefined ? "" : `  ${detail}`}`;
  return `${indentation(depth)}${label}  ${formatPosition(startBit)}+${endBit - startBit}\n`;
}

/** A node as JSON, without its children. */
function outlineJson(node: OutlineNode): OutlineJson {
  const { kind, name, detail, startBit, endBit } = node;
  const plain = demangled(name);
  return {
    kind,
    name,
    ...(plain === undefined ? {} : { demangled: plain }),
    ...(detail === undefined ? {} : { detail }),
    startBit,
    endBit,
  };
}

/** llvm-nm's letters of symbols that are not defined in this file. */
const UNDEFINED = ["U", "w", "v"];

/** `symbols`, as llvm-nm lists it (by name; bitcode has no addresses), or as JSON. */
export function symbols({ document }: Subject, flags: Flags, out: Output): void {
  const found: SymbolJson[] = [...document.symbols()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  if (flags.json) {
    writeList(found, (text) => out.printText(text));
    out.print("\n");
    return;
  }
  for (const { letter, name } of found) {
    out.print(`${(UNDEFINED.includes(letter) ? " " : "-").repeat(16)} ${letter} ${name}\n`);
  }
}

/** `stats`, a table or JSON. */
export function stats({ document }: Subject, flags: Flags, out: Output): void {
  const rows = allSteps(document.stats());
  if (flags.json) {
    writeList(rows, (text) => out.printText(text));
    out.print("\n");
    return;
  }
  for (const { label, value } of document.facts?.() ?? []) out.printText(`${label}: ${value}\n`);
  const share = (bits: number): string => ((100 * bits) / Math.max(1, document.bits)).toFixed(2).padStart(6);
  out.print("     count          bits   share  abbrev  block / record\n");
  for (const row of rows) {
    const abbreviated =
      row.abbreviated === undefined ? "" : `${((100 * row.abbreviated) / Math.max(1, row.count)).toFixed(0)}%`;
    const name = row.record === undefined ? row.block : `  ${row.record}`;
    const numbers = `${String(row.count).padStart(10)}  ${String(row.bits).padStart(12)}  ${share(row.bits)}`;
    out.printText(`${numbers}  ${abbreviated.padStart(6)}  ${name}\n`);
  }
}

/** Bytes that `extract` prints at once. */
const EXTRACTED = 1 << 20;

/** `extract`: the bytes of a document. */
export function extract({ document: { window } }: Subject, out: Output): void {
  for (let at = 0; at < window.length; at += EXTRACTED)
    out.print(window.view(at, Math.min(at + EXTRACTED, window.length)));
}

/** Prints a document's notices and problems on standard error. */
export function complain({ document, name }: Subject, out: Output): void {
  for (const notice of document.notices?.() ?? []) out.complain(noticeText(name, notice));
  for (const problem of problemsOf(document)) out.complain(problemText(name, problem));
  out.flushErrors();
}
