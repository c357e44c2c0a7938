/**
 * Maps a source path to files on this machine: the compiler's own path, the mapped path, or a file of the workspace.
 */
import { isAbsolutePath, sourcePath } from "../document/paths";
import type { SourceFile } from "../document/sourceLocation";

/** Maps prefixes of the compiler's paths to prefixes on this machine (setting `bitscope.sourceMap`). */
export type SourceMap = Readonly<Record<string, string>>;

/**
 * The paths under which a source file is looked for, likeliest first: with the longest matching prefix of the map
 * replaced, unchanged, then its ends, longest first. Relative paths start at the workspace folders.
 */
export function candidates(path: string, map: SourceMap): readonly string[] {
  const mapped = mappedPath(path, map);
  const names = path.split("/").filter((name) => name !== "");
  const ends = names.map((_, index) => names.slice(index).join("/"));
  const own = isAbsolutePath(path) ? [path] : [];
  return [...new Set([...(mapped === undefined ? [] : [mapped]), ...own, ...ends])];
}

function mappedPath(path: string, map: SourceMap): string | undefined {
  let best: { readonly rest: string; readonly to: string } | undefined;
  for (const [prefix, to] of Object.entries(map)) {
    const rest = restAfter(path, sourcePath("", prefix));
    if (rest !== undefined && (!best || rest.length < best.rest.length)) best = { rest, to };
  }
  return best && joinEnd(best.to, best.rest);
}
/** The rest of a path after a prefix, if the prefix ends at a separator. */
function restAfter(path: string, prefix: string): string | undefined {
  if (prefix === "" || !path.startsWith(prefix)) return undefined;
  const rest = path.slice(prefix.length);
  if (rest === "" || prefix.endsWith("/")) return rest;
  return rest.startsWith("/") ? rest.slice(1) : undefined;
}
function joinEnd(folder: string, rest: string): string {
  return rest === "" ? folder : `${folder.replace(/\/+$/, "")}/${rest}`;
}

/** How many trailing path components two paths have in common. */
function commonEnd(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  while (same < Math.min(a.length, b.length) && a.at(-1 - same) === b.at(-1 - same)) same++;
  return same;
}

/** The prefix and its replacement that map a path to the file that the user chose: everything but their common end. */
export function learned(path: string, chosen: string): { readonly prefix: string; readonly replacement: string } {
  const from = path.split("/");
  const to = chosen.split("/");
  // At least one component remains on either side: an empty prefix would match every path.
  const same = Math.min(commonEnd(from, to), from.length - 1, to.length - 1);
  const head = (names: readonly string[]): string => names.slice(0, names.length - same).join("/") || "/";
  return { prefix: head(from), replacement: head(to) };
}

/**
 * The files in the debug information that correspond to the file at `path` on this machine: files with this path,
 * mapped or not; if there are none, those whose path has the longest end in common with it, at least the file name.
 */
export function filesAt(path: string, files: readonly SourceFile[], map: SourceMap): readonly SourceFile[] {
  const names = path.split("/");
  const own = (file: SourceFile): string => sourcePath(file.directory, file.file);
  const there = files.filter((file) => own(file) === path || mappedPath(own(file), map) === path);
  if (there.length > 0) return there;
  const ends = files.map((file) => commonEnd(names, own(file).split("/")));
  const most = ends.reduce((longest, end) => Math.max(longest, end), 1);
  return files.filter((_, index) => ends[index] === most);
}
