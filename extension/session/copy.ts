/** Selected entries as text, for copy and "Copy As…". */
import { formatPosition } from "../document/bits";
import type { Place } from "../document/section";
import type { NoiseKind } from "../document/token";
import type { Core } from "./core";
import { unicode } from "./names/unicode";
import type { LinesEntry } from "./rows/folds";
import { columnText } from "../document/token";
import { isNoise, withoutNoise } from "./rows/noise";
import type { CopyKind, CopyPart, CopyQuery } from "./protocol";
import { PAGE_BYTES } from "./protocol";
import type { Call } from "./transport/rpc";
import { Slice } from "./transport/slices";

/** The bytes that hold an entry's bits, in hex. */
function hex(core: Core, entry: LinesEntry): string {
  const bytes = core.window.view(Math.floor(entry.startBit / 8), Math.ceil(entry.endBit / 8));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join(" ");
}

/** One entry as text, with a newline after each line. May throw MissingBytes. */
export function copyEntry(core: Core, entry: LinesEntry, kind: CopyKind, hidden: readonly NoiseKind[] = []): string {
  const lines = entry.lines.filter(
    (line) =>
      ((line.when !== "folded" && !line.detail) || entry.lines.every((l) => l.detail)) && !isNoise(line, hidden),
  );
  if (lines.length === 0) return "";
  const column = (pick: (line: (typeof lines)[number]) => string): string =>
    lines.map((line) => `${pick(line)}\n`).join("");
  const position = (bit: number | undefined): string => (bit === undefined ? "" : formatPosition(bit));
  switch (kind) {
    case "rows":
      return column((l) =>
        [
          position(l.positionBit),
          unicode(columnText(l.record)).trimEnd(),
          unicode(columnText(withoutNoise(l.assembly, hidden))),
        ].join("\t"),
      );
    case "text":
      return column((l) => unicode(columnText(withoutNoise(l.assembly, hidden))));
    case "record":
      return column((l) => unicode(columnText(l.record)).trim());
    case "position":
      return `${formatPosition(entry.startBit)}\n`;
    case "hex":
      return `${hex(core, entry)}\n`;
    case "json":
      return `${JSON.stringify({
        startBit: entry.startBit,
        endBit: entry.endBit,
        record: lines.map((l) => unicode(columnText(l.record)).trim()).filter((t) => t !== ""),
        assembly: lines.map((l) => unicode(columnText(withoutNoise(l.assembly, hidden)))),
      })}\n`;
  }
}

/** The characters of a part that are in an entry, with a newline after each line except the part's last. */
function copyPart(entry: LinesEntry, at: Place, { column, from, to }: CopyPart, hidden: readonly NoiseKind[]): string {
  const isAt = (end: Place): boolean => at.section === end.section && at.entry === end.entry;
  const first = isAt(from) ? from.line : 0;
  const last = isAt(to) ? to.line : Infinity;
  let text = "";
  entry.lines.forEach((line, index) => {
    const shown = !line.detail || entry.lines.every((l) => l.detail) || index === first || index === last;
    if (!shown || index < first || index > last || isNoise(line, hidden)) return;
    const { positionBit } = line;
    const whole =
      column !== "position"
        ? unicode(columnText(withoutNoise(line[column], hidden)))
        : positionBit === undefined
          ? ""
          : formatPosition(positionBit);
    const start = isAt(from) && index === first && column !== "position" ? from.char : 0;
    const ends = isAt(to) && index === last;
    text += whole.slice(start, ends && column !== "position" ? to.char : undefined) + (ends ? "" : "\n");
  });
  return text;
}

/** The entries from one place to another (in either order), up to what one message may carry. */
export async function copy(core: Core, query: CopyQuery, call: Call): Promise<{ text: string; next?: Place }> {
  const view = core.arranged(query.arrangement).view({ base: "none", toggled: [], detail: false });
  const to = query.to ?? (await core.step(() => view.last(), call.signal));
  const slice = new Slice(call.signal);
  let text = "";
  let place: Place | undefined = query.from ?? (await core.step(() => view.first(), call.signal));
  while (place) {
    const at: Place = place;
    const piece = await core.step(() => {
      const entry = view.entry(at);
      if (!entry) return "";
      return query.part
        ? copyPart(entry, at, query.part, query.hidden ?? [])
        : copyEntry(core, entry, query.kind, query.hidden);
    }, call.signal);
    text += piece;
    if (at.section === to?.section && at.entry === to.entry) return { text };
    place = await core.step(() => view.next(at), call.signal);
    if (place && text.length > PAGE_BYTES) return { text, next: place };
    // A column may be empty in all of a large file.
    if (slice.due) await slice.pause();
  }
  return { text };
}
