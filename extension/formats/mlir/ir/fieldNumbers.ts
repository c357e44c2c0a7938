/** The numbers by which tokens refer to the fields of a record: of an op or a block. */

/** The fields of an op, which pair the two columns: results and operands count on from their first. */
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

/** The fields of a block: the types of its arguments, then those locations that are present. */
export const BlockField = { locations: 1_000_000 };
