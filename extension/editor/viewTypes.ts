/**
 * The ids of the custom editor in package.json: the default for our own file names, and an option for all other files. The
 * option names some files beside `*`: of editors of one priority, "Open With…" puts the one with the longer pattern first, so
 * that ours is before a hex editor there.
 */
export const VIEW_TYPES = ["bitscope.editor", "bitscope.editorOption"] as const;

/** The names that the default editor takes, as its selector in package.json has them. */
const OURS = /\.(?:pexe|bc|mlirbc?|vmfb|tileirbc|metallib|swiftmodule|swiftdoc|swiftsourceinfo|mojopkg)$/i;

/** The editor to open a file in: VS Code has no title for the default one where its selector does not match. */
export function viewTypeOf(path: string): (typeof VIEW_TYPES)[number] {
  return OURS.test(path) ? VIEW_TYPES[0] : VIEW_TYPES[1];
}

/** The language of assembly texts (package.json): it has our grammar and no file extension. */
export const ASSEMBLY_LANGUAGE = "bitscope-assembly";
/** The language id that such a file has by its name, whatever is in it. */
export const BINARY_LANGUAGE = "bitscope-binary";
