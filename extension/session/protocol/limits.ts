/** How much one message carries. */

/** Most rows, hits or nodes in one message. */
export const PAGE_ROWS = 500;

/** About as many characters of text in one message. */
export const PAGE_BYTES = 65536;
