/** How much one message carries. */

/** Most rows, hits or nodes in one message. */
export const PAGE_ROWS = 500;

/** Characters of text in one message, approximately. */
export const PAGE_BYTES = 65536;
