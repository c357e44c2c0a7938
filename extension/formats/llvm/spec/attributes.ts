/**
 * Specifies the records of PARAMATTR_BLOCK and PARAMATTR_GROUP_BLOCK, down to each key, value and character
 * (LLVMBitCodes.h, AttributeCodes).
 */
import type { BlockSpecification, Part } from "./form";
import { counted, field, hex, names, number, record, rest, signed, when } from "./form";

/** A constant range of `bitwidth` bits: two signed VBRs; past 64 bits, the two numbers of words and then the words. */
export const constantRange: Part = when(
  { field: "bitwidth", atMost: 64 },
  [field("lower", signed), field("upper", signed)],
  [
    field("words", {
      kind: "packed",
      bits: [
        { name: "lower", width: 32 },
        { name: "upper", width: 32 },
      ],
    }),
    { part: "times", count: "words", half: "low", parts: [field("lower word", signed)] },
    { part: "times", count: "words", half: "high", parts: [field("upper word", signed)] },
  ],
);

const kind = field("attr kind", { kind: "attributeKind" });
const bitWidth = field("bitwidth", counted("bits"));

/** An attribute; its first operand tells its form. */
const attribute: readonly Part[] = [
  field(
    "attr form",
    names([
      "enum",
      "int",
      undefined,
      "string key",
      "string key and value",
      "type without a type",
      "type",
      "constant range",
      "list of constant ranges",
    ]),
  ),
  {
    part: "choose",
    field: "attr form",
    cases: {
      0: [kind],
      1: [kind, field("attr value", { kind: "attributeValue", of: "attr kind" })],
      3: [{ part: "string", name: "key char" }],
      4: [
        { part: "string", name: "key char" },
        { part: "string", name: "value char" },
      ],
      5: [kind],
      6: [kind, field("attr type", { kind: "type" })],
      7: [kind, bitWidth, constantRange],
      8: [kind, field("count", counted("ranges")), bitWidth, { part: "times", count: "count", parts: [constantRange] }],
    },
  },
];

/** What the attributes of a group belong to. */
const place = names({ 0: "return value", 0xffffffff: "function" }, "parameter");

/** PARAMATTR_BLOCK. */
export const PARAMATTR: BlockSpecification = {
  1: record("ENTRY_OLD", rest(field("paramidx", place), field("attr", hex))),
  2: record("ENTRY", rest(field("attrgrp", { kind: "attributeGroup" }))),
};

/** PARAMATTR_GROUP_BLOCK. */
export const PARAMATTR_GROUP: BlockSpecification = {
  3: record("GRP_CODE_ENTRY", field("grpid", number), field("paramidx", place), rest(...attribute)),
};
