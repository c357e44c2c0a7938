/** The ids of the custom editor in package.json: for our own file names, and the same one as an option for all others. */
export const VIEW_TYPES = ["bitscope.editor", "bitscope.editorOption"] as const;
