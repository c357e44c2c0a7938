/** Numbers by which values and metadata refer to each other. */

/**
 * A value's absolute number: globals first, then module constants, then within a function its arguments, constants and
 * instructions. Values made by an upgrade have no number in the file; their ids are negative, see FunctionBody.
 */
export type ValueId = number;

/**
 * Index in the METADATA table: the module's entries come first; a function's follow them, and are dropped when it ends.
 */
export type MetadataId = number;
