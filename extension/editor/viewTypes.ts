/**
 * The ids of the custom editor in package.json: the default for our own file names, and an option for all other files.
 */
export const VIEW_TYPES = ["bitscope.editor", "bitscope.editorOption"] as const;

/** The language of assembly texts (package.json): it has our grammar and no file extension. */
export const ASSEMBLY_LANGUAGE = "bitscope-assembly";
