/** Numbers by which values and metadata refer to each other. */

/**
 * A value's absolute number: globals first, then module constants, then within a function its arguments, constants and
 * instructions. Numbers below zero are values that the file does not number (made by an upgrade): see FunctionBody.
 */
export type ValueId = number;

/** Index in the METADATA table: the module's come first, a function's follow and end with it. */
export type MetadataId = number;
