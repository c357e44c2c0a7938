/**
 * Finds the attribute kinds in a group's record without decoding the values. Format: docs/formats/llvm.md,
 * "Attributes".
 */

interface GroupRecord {
  readonly length: number;
  value(index: number): number;
  big(index: number): bigint;
}

/** The index of the operand after a text that ends in 0. */
function afterText(record: GroupRecord, from: number): number {
  let at = from;
  while (at < record.length && record.value(at) !== 0) at++;
  return at + 1;
}

/**
 * The index of the operand after a range of `bits` bits: two bounds, or the numbers of words of both and then the
 * words.
 */
function afterRange(record: GroupRecord, from: number, bits: number): number {
  if (bits <= 64) return from + 2;
  const words = record.big(from);
  return from + 1 + Number(words & 0xffffffffn) + Number(words >> 32n);
}

function afterRanges(record: GroupRecord, from: number): number {
  const count = record.value(from);
  const bits = record.value(from + 1);
  let at = from + 2;
  for (let i = 0; i < count && at < record.length; i++) at = afterRange(record, at, bits);
  return at;
}

/**
 * The highest attribute kind in a record of PARAMATTR_GROUP_BLOCK, 0 if all its attributes are strings. It stops at an
 * attribute of unknown form.
 */
export function highestAttributeKind(record: GroupRecord): number {
  let highest = 0;
  for (let at = 2; at < record.length;) {
    const form = record.value(at);
    if (form === 3 || form === 4) {
      at = afterText(record, at + 1);
      if (form === 4) at = afterText(record, at);
      continue;
    }
    highest = Math.max(highest, record.value(at + 1));
    if (form === 0 || form === 5) at += 2;
    else if (form === 1 || form === 6) at += 3;
    else if (form === 7) at = afterRange(record, at + 3, record.value(at + 2));
    else if (form === 8) at = afterRanges(record, at + 2);
    else return highest;
  }
  return highest;
}
