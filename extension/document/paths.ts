/** Paths: of files on this machine, and of source files as compilers wrote them on any system. */

const WINDOWS = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** The last component of a path whose components are separated by `/`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a path is absolute on the system it was written for, POSIX or Windows. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || WINDOWS.test(path);
}

/** The path of a source file as its compiler saw it, with `/` as separator and without `.` and `..`. */
export function sourcePath(directory: string, file: string): string {
  const joined = isAbsolutePath(file) || directory === "" ? file : `${directory}/${file}`;
  // Only on Windows is `\` a separator; elsewhere it may be part of a name.
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
