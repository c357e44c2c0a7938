/**
 * Source locations in rows: `file:line:column` at a row's end, and a band that distinguishes rows of different source
 * lines.
 */
import { baseName, sourcePath } from "../../extension/document/paths";
import type { SourceFile } from "../../extension/document/sourceLocation";
import { visible } from "../../extension/document/visible";
import type { Row, RowSource } from "../../extension/session/protocol";
import { make } from "../base/dom";

/** Colours of the band; neighbouring source lines have different ones. */
const COLOURS = 6;

/** The name of a source file, as it is drawn. */
export function sourceName({ file, directory }: SourceFile): string {
  return visible(baseName(sourcePath(directory, file)));
}
/** `:12:5`; an unknown column is left out. */
export function lineText({ line, column }: Pick<RowSource, "line" | "column">): string {
  return column === 0 ? `:${line}` : `:${line}:${column}`;
}

/** The source that is shown at a row's end: not line 0, with which compilers mark what belongs to no line. */
export function shownSource({ source }: Row): RowSource | undefined {
  return source?.line === 0 ? undefined : source;
}

/** Characters of a file's name that tell which file is meant; a longer name is cut there at most. */
const TELLING = 12;
/** Characters of padding beside a source (listing.css). */
const PADDING = 3;

/** The cell at a row's end; undefined if it shows no source. */
export function sourceCell(row: Row): HTMLElement | undefined {
  const source = shownSource(row);
  if (!source) return undefined;
  const [name, line] = [sourceName(source), lineText(source)];
  const cell = make("span", source.inlined > 0 ? "cell source inlined" : "cell source");
  cell.style.setProperty("--telling", `${Math.min(name.length, TELLING) + line.length + PADDING}ch`);
  cell.append(make("span", "file", name), make("span", "line", line));
  return cell;
}

/** The colour of a source line. */
function colourOf({ file, line }: RowSource): number {
  let sum = line;
  for (let i = 0; i < file.length; i++) sum = (sum + file.charCodeAt(i)) % COLOURS;
  return (sum % COLOURS) + 1;
}
/** Whether a row is a node that describes a source line, such as `!DILocation(…)`, and not code of that line. */
export function describesSource({ source, assembly }: Row): boolean {
  const first = assembly.find(({ text }) => text.trim() !== "");
  return source !== undefined && first?.kind === "metadata" && first.definition === true;
}
/** The band of a row of code. */
export function bandOf(row: Row): HTMLElement | undefined {
  const { source } = row;
  if (!source || source.line === 0 || describesSource(row)) return undefined;
  return make("span", `band band-${colourOf(source)}`);
}
