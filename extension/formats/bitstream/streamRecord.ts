/** The layout of a record in a stream other than IR. */

/** An operand's name, with the names of its values if it is an enumeration; or that of a Swift identifier. */
export type StreamField =
  string | readonly [name: string, values: readonly string[]] | { readonly name: string; readonly isIdentifier: true };

/** A record's operands in order. `rest` is for all operands after `fields`; a "character" is shown as one. */
export interface StreamRecord {
  readonly fields: readonly StreamField[];
  readonly rest?: StreamField;
}
