/** One case of a corpus: a file, a mode, and the reference's output. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Piece } from "../../extension/document/byteText";
import { pieceText } from "../../extension/document/byteText";
import { formatPosition } from "../../extension/document/bits";
import type { IrDocument } from "../../extension/document/document";
import { ResidentWindow } from "../../extension/document/window";
import { openDocument } from "../../extension/formats/detect";
import { allEntries } from "../../extension/kit/entryWalk";
import { entryText } from "../../extension/session/rows/listing";

/** A row of a MANIFEST.tsv; its paths are relative to `home`. */
export interface Case {
  readonly group: string;
  readonly home: string;
  readonly file: string;
  readonly mode: string;
  readonly golden: string;
}

/** The result of a case: `why` is empty if it holds. */
export interface Outcome {
  readonly why: string;
  readonly expected: string;
  readonly actual: string;
}

/** The cases of a group (a folder with a MANIFEST.tsv); none if the folder is absent. */
export function casesOf(corpus: string, group: string): readonly Case[] {
  const home = path.join(corpus, group);
  const manifest = path.join(home, "MANIFEST.tsv");
  if (!existsSync(manifest)) return [];
  return readFileSync(manifest, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"))
    .map(([file = "", mode = "", golden = ""]) => ({ group, home, file, mode, golden }));
}

function listing(document: IrDocument): string {
  let text = "";
  for (const entry of allEntries(document, {})) text += entryText(entry, { recordWidth: document.recordWidth });
  return text;
}

function joined(pieces: Iterable<Piece>): string {
  let text = "";
  for (const piece of pieces) text += pieceText(piece);
  return text;
}

function printed(document: IrDocument, mode: string): string {
  if (mode === "show" || mode === "bad") return listing(document);
  if (mode === "dump") return joined(document.dump({ fileName: "-" }));
  const release = mode.startsWith("text@") ? { release: mode.slice(5) } : {};
  return joined(document.text({ fileName: "<stdin>", whole: true, locations: mode === "text-loc", ...release }));
}

/** The ops in a reference list or in our VM assembly, as `OFFSET mnemonic` lines (block markers are not ops). */
function ops(text: string): string {
  const found: string[] = [];
  for (const line of text.split("\n")) {
    const theirs = /^ {2}([0-9A-F]{8}) \S+ (\S+)/.exec(line);
    const ours = /^\[([0-9A-F]{8})\]\s+(?:.*? = )?vm\.([\w.]+)/.exec(line);
    if (theirs) {
      if (theirs[2] !== "<block>") found.push(`${theirs[1] ?? ""} ${theirs[2] ?? ""}`);
    } else if (ours) found.push(`${ours[1] ?? ""} ${ours[2] ?? ""}`);
  }
  return found.join("\n") + "\n";
}

/** The reference's output; a corpus stores it compressed. */
function golden(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith(".br") ? brotliDecompressSync(bytes) : bytes).toString("latin1");
}

/** Runs a case in this process. Never throws: an exception counts as a difference. */
export function runCase(one: Case): Outcome {
  try {
    const bytes = new Uint8Array(readFileSync(path.join(one.home, one.file)));
    const document = openDocument(new ResidentWindow(bytes));
    let actual = printed(document, one.mode);
    if (one.mode === "bad") {
      const why = document.problems().length === 0 ? "no problem was found" : "";
      return { why, expected: "", actual };
    }
    let expected = golden(path.join(one.home, one.golden));
    if (one.mode === "ops") [expected, actual] = [ops(expected), ops(actual)];
    const problem = document.problems()[0];
    if (expected !== actual) return { why: actual === "" ? "no output" : "differs", expected, actual };
    if (problem && one.mode !== "show") {
      return { why: `equal, but ${formatPosition(problem.startBit)}: ${problem.message}`, expected, actual };
    }
    return { why: "", expected, actual };
  } catch (error) {
    return { why: error instanceof Error ? (error.stack ?? error.message) : String(error), expected: "", actual: "" };
  }
}
