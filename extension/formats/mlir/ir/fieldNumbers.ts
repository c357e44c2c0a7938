/** What tokens call the fields of a record by: an op's, a block's. */

/** Numbers of the fields of an op, which pair the two columns: results and operands count on from theirs. */
export const OpField = {
  name: 0,
  mask: 1,
  location: 2,
  attributes: 3,
  properties: 4,
  results: 1000,
  operands: 1_000_000,
  successors: 2_000_000,
};

/** Those of a block: its arguments' types, then such of their locations as there are. */
export const BlockField = { locations: 1_000_000 };
