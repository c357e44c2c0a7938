/** Paths: of files here, and of source files as compilers wrote them on whatever system. */

const WINDOWS = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** The last name of a path whose names stand between `/`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a path is so by itself, on whatever system it was written. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || WINDOWS.test(path);
}

/** The path of a source file as its compiler saw it, with `/` between its names and without `.` and `..`. */
export function sourcePath(directory: string, file: string): string {
  const joined = isAbsolutePath(file) || directory === "" ? file : `${directory}/${file}`;
  // On other systems `\` may be a part of a name.
  return tidy(WINDOWS.test(joined) ? joined.replaceAll("\\", "/") : joined);
}

function tidy(path: string): string {
  const root = /^\/{0,2}/.exec(path)?.[0] ?? "";
  const names: string[] = [];
  for (const name of path.slice(root.length).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return root + names.join("/");
}
