/** The test dialect, which mlir-opt knows in every release: TestDialectInterfaces.cpp for the codes. */
import type { MlirCursor } from "../../model/cursor";
import type { CustomNode } from "../../model/node";
import type { Piece } from "../../model/piece";
import { integer } from "./fields";
import { decodeCustom, schema } from "./schema";

const ATTRIBUTES = schema(`
  0 attr_params v0:varint v1:varint
`);
const TYPES = schema(`
  99 i32
`);

/** An attribute of the test dialect. @throws Damage */
export function decodeTestAttribute(cursor: MlirCursor): CustomNode {
  return decodeCustom(cursor, ATTRIBUTES, { dialect: "test", word: "attribute" });
}

/** A type of the test dialect. @throws Damage */
export function decodeTestType(cursor: MlirCursor): CustomNode {
  return decodeCustom(cursor, TYPES, { dialect: "test", word: "type" });
}

/** `#test.attr_params<42, 24>` */
export function spellTestAttribute(node: CustomNode): readonly Piece[] {
  return [`#test.${node.mnemonic}<${integer(node, "v0")}, ${integer(node, "v1")}>`];
}

/** `!test.i32` */
export function spellTestType({ mnemonic }: CustomNode): readonly Piece[] {
  return [`!test.${mnemonic}`];
}
