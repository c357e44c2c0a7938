/** From a source line to the rows compiled from it. */
import type { Place } from "../../document/section";
import type { SourceFile } from "../../document/sourceLocation";
import type { Arranged } from "../rows/arranged";
import type { Core } from "../core";
import { displayTokens } from "../rows/display";
import { unicode } from "../names/unicode";
import { HitSender } from "../search/find";
import type { LinesEntry } from "../rows/folds";
import { columnText } from "../../document/token";
import { withoutNoise } from "../rows/noise";
import type { FindSummary, Folds, Reference, SessionApi } from "../protocol";
import type { Call } from "../transport/rpc";
import { Slice } from "../transport/slices";

/** Most files to list. */
const MOST_FILES = 20000;

/** How long (ms) locations are searched for files, if the format has no list of files. */
const PATIENCE = 2000;

function keyOf({ file, directory }: SourceFile): string {
  return `${directory}\n${file}`;
}
function shown({ file, directory }: SourceFile): SourceFile {
  return { file: unicode(file), directory: unicode(directory) };
}

/** The source files that an arrangement names. */
export async function sourceFiles(core: Core, arranged: Arranged, signal: AbortSignal): Promise<SourceFile[]> {
  const { arrangement } = arranged;
  const found = new Map<string, SourceFile>();
  const note = (file: SourceFile): boolean => {
    found.set(keyOf(file), shown(file));
    return found.size < MOST_FILES;
  };
  if (arrangement.sourceFiles) await walk(core, arrangement.sourceFiles(), signal, note);
  else if (arrangement.sourceOf) {
    const end = performance.now() + PATIENCE;
    await arranged.scan(signal, (place) => {
      arrangement.sourceOf?.(place).forEach(note);
      return found.size < MOST_FILES && performance.now() < end;
    });
  }
  return [...found.values()];
}

/** The rows of a line of these files, sent as they are found. */
export async function rowsOfSource(
  core: Core,
  { files, line, folds }: Parameters<SessionApi["rowsOfSource"]>[0],
  call: Call<readonly Reference[]>,
): Promise<FindSummary> {
  const { signal } = call;
  const arranged = await core.step(() => core.arranged(folds.arrangement), signal);
  const sender = new HitSender<Reference>((hits) => call.progress(hits));
  const wanted = new Set(files.map(keyOf));
  const isFile = (file: SourceFile): boolean => wanted.has(keyOf(shown(file)));
  const { arrangement } = arranged;
  const add = (place: Place, entry: LinesEntry): void => sender.add(() => rowOf(arranged, place, entry, folds));
  if (arrangement.entriesOfSource) {
    await walk(core, arrangement.entriesOfSource(isFile, line), signal, (place) => {
      const entry = arranged.pages.alone(place);
      if (entry?.kind === "lines") add(place, entry);
      sender.tick();
      return true;
    });
  } else if (arrangement.sourceOf) {
    await arranged.scan(signal, (place, entry) => {
      const frames = arrangement.sourceOf?.(place) ?? [];
      if (frames.some((frame) => frame.line === line && isFile(frame))) add(place, entry);
      sender.tick();
      return true;
    });
  }
  return sender.finish();
}

/** Runs a generator in steps, between which other calls are answered. */
async function walk<T>(
  core: Core,
  found: Generator<T | undefined, void, undefined> | undefined,
  signal: AbortSignal,
  take: (item: T) => boolean,
): Promise<void> {
  // A generator could not continue after a MissingBytes.
  await core.loadAll();
  const slice = new Slice(signal);
  for (let next = found?.next(); next && !next.done; next = found?.next()) {
    if (next.value !== undefined && !take(next.value)) return;
    if (slice.due) await slice.pause();
  }
}

function rowOf(arranged: Arranged, place: Place, entry: LinesEntry, folds: Folds): Reference {
  const line = Math.max(
    0,
    entry.lines.findIndex(({ positionBit }) => positionBit !== undefined),
  );
  const text = columnText(displayTokens(withoutNoise(entry.lines[line]?.assembly ?? [], folds.hidden)));
  const start = text.length - text.trimStart().length;
  return {
    ...place,
    line,
    column: "assembly",
    start,
    end: start,
    startBit: entry.lines[line]?.positionBit ?? entry.startBit,
    share: arranged.share(place, folds),
    definition: false,
    text,
    container: arranged.pages.section(place.section)?.title ?? "",
  };
}
