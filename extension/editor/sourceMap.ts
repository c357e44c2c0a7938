/** Which files a source path may mean on this machine: the compiler's own, where a setting puts it, or one of the workspace. */
import { isAbsolutePath, sourcePath } from "../document/paths";
import type { SourceFile } from "../document/sourceLocation";

/** Prefixes of paths as compilers wrote them, and what stands for each here (setting `bitscope.sourceMap`). */
export type SourceMap = Readonly<Record<string, string>>;

/**
 * The paths under which a source file is looked for, the likeliest first: as the longest prefix of the map has it, as it
 * is, then its ends, longest first. Those that are not absolute count from the workspace's folders.
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
/** What follows a prefix that ends where a name ends. */
function restAfter(path: string, prefix: string): string | undefined {
  if (prefix === "" || !path.startsWith(prefix)) return undefined;
  const rest = path.slice(prefix.length);
  if (rest === "" || prefix.endsWith("/")) return rest;
  return rest.startsWith("/") ? rest.slice(1) : undefined;
}
function joinEnd(folder: string, rest: string): string {
  return rest === "" ? folder : `${folder.replace(/\/+$/, "")}/${rest}`;
}

/** How many names two paths have in common at their ends. */
function commonEnd(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  while (same < Math.min(a.length, b.length) && a.at(-1 - same) === b.at(-1 - same)) same++;
  return same;
}

/** The prefix, and what stands for it, that lead from a path to the file that the user chose: all but their common end. */
export function learned(path: string, chosen: string): { readonly prefix: string; readonly replacement: string } {
  const from = path.split("/");
  const to = chosen.split("/");
  // At least one name stays on either side: an empty prefix would mean every path.
  const same = Math.min(commonEnd(from, to), from.length - 1, to.length - 1);
  const head = (names: readonly string[]): string => names.slice(0, names.length - same).join("/") || "/";
  return { prefix: head(from), replacement: head(to) };
}

/**
 * Which of the files that debug information names are a file of this machine: those that the map or their own path puts
 * there; where there are none, those whose path ends most like it, by at least the file's name.
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
