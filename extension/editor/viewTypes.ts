/**
 * The ids of the custom editor in package.json: the default for our own file names, and an option for all other files.
 */
export const VIEW_TYPES = ["bitscope.editor", "bitscope.editorOption"] as const;
