/** Reads the table of contents of a xar archive, which is XML, in one pass. Source: xar's own format page. */

/** A file in the table of contents; offsets count from the first byte after the table. */
export interface XarFile {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly style: string;
}

/** Elements whose text is read. */
const OUTSIDE: ReadonlySet<string> = new Set(["name", "file-type"]);
const INSIDE: ReadonlySet<string> = new Set(["offset", "length"]);
const STORED = "application/octet-stream";

/** What is known so far of the file whose element is open. */
class OpenFile {
  /** The first text of each element: `name`, `file-type`, and in `data` also `offset`, `length`, `style`. */
  private readonly texts = new Map<string, string>();
  /** Whether its `data` has not begun, is open, or has ended. */
  private data: "before" | "open" | "done" = "before";

  /** Takes a tag (`name`, `/name`) and the text after it. */
  take(tag: string, attributes: string, text: string): void {
    if (tag === "data" && this.data === "before") this.data = "open";
    else if (tag === "/data" && this.data === "open") this.data = "done";
    const wanted = this.data === "open" ? INSIDE : OUTSIDE;
    if (wanted.has(tag)) this.note(tag, text.trim());
    else if (tag === "encoding" && this.data === "open") {
      const from = attributes.indexOf('style="');
      const end = attributes.indexOf('"', from + 7);
      if (from >= 0 && end >= 0) this.note("style", attributes.slice(from + 7, end));
    }
  }
  private note(key: string, text: string): void {
    if (!this.texts.has(key)) this.texts.set(key, text);
  }
  /** The file; undefined if it has no complete data: a folder, or damage. */
  file(): XarFile | undefined {
    const { texts } = this;
    const [offset, length] = [number(texts.get("offset")), number(texts.get("length"))];
    if (this.data !== "done" || offset === undefined || length === undefined) return undefined;
    const [name = "file", type = "", style = STORED] = [texts.get("name"), texts.get("file-type"), texts.get("style")];
    return { name, type, offset, length, style };
  }
}

/** A number of bytes; undefined if the text is none. */
function number(text: string | undefined): number | undefined {
  const value = text === undefined ? NaN : Number(text);
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The files of a table of contents, in its order. Folders contain their files; what has no data is left out. */
export function* xarFiles(xml: string): Generator<XarFile, void, undefined> {
  let open: OpenFile | undefined;
  for (let at = xml.indexOf("<"); at >= 0;) {
    const end = xml.indexOf(">", at);
    if (end < 0) break;
    const next = xml.indexOf("<", end);
    const [, tag = "", attributes = ""] = /^<([^\s>]*)([^>]*)/.exec(xml.slice(at, end)) ?? [];
    if (tag === "file") {
      const before = open?.file();
      if (before) yield before;
      open = new OpenFile();
    } else open?.take(tag, attributes, xml.slice(end + 1, next < 0 ? xml.length : next));
    at = next;
  }
  const last = open?.file();
  if (last) yield last;
}
