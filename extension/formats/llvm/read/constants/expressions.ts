/** Reads constant expressions, except getelementptr. */
import type { Type } from "../../ir/types";
import { isFloating, scalarOf } from "../../ir/types";
import type { Constant } from "../../ir/values";
import { binaryNameFor, castName, fastMathText, integerFlagsText, predicateName } from "../../operations";
import type { FieldReader } from "../../spec/fieldReader";
import { RecordFault } from "../../stream/blocks";
import { makeExpression, makeNumber } from "./make";
import type { ConstantScope } from "./scope";
import { fieldsOf, typeIn } from "./scope";

/** A binary operator; undef if it is unknown, as in the reference. */
export function readBinary(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid constexpr binop record");
  const operation = binaryNameFor(fields.number("opcode"), scope.type);
  const operands = numbers(fields, "opval0", "opval1");
  if (operation === undefined) return makeNumber(scope, "undef");
  return makeExpression(scope, operation, operands, { flags: integerFlagsText(operation, fields.optional("flags")) });
}

/** A unary operator: `fneg` is the only one. */
export function readUnary(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid constexpr unop record");
  const opcode = fields.number("opcode");
  const operands = numbers(fields, "opval");
  if (opcode !== 0 || !isFloating(scalarOf(scope.type))) return makeNumber(scope, "undef");
  return makeExpression(scope, "fneg", operands, { flags: fastMathText(fields.optional("flags")) });
}

/** A cast; undef if it is unknown, as in the reference. */
export function readCast(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid constexpr cast record");
  const operation = castName(fields.number("opcode"));
  typeIn(scope, fields, "opty");
  const operands = numbers(fields, "opval");
  return operation === undefined ? makeNumber(scope, "undef") : makeExpression(scope, operation, operands);
}

/** A comparison. */
export function readCompare(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid constexpr cmp record");
  const floating = isFloating(scalarOf(typeIn(scope, fields, "opty")));
  const operands = numbers(fields, "opval0", "opval1");
  const predicate = predicateName(fields.number("pred"));
  if (predicate === undefined) throw new RecordFault("bad-value", "Invalid constexpr cmp record");
  return makeExpression(scope, floating ? "fcmp" : "icmp", operands, { predicate });
}

/** A choice between two values. */
export function readSelect(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid constexpr select record");
  return makeExpression(scope, "select", numbers(fields, "cond", "true", "false"));
}

/** An element of a vector. */
export function readExtractElement(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid constexpr extractelement record");
  checkVector(typeIn(scope, fields, "opty"), "Invalid constexpr extractelement record");
  const [vector = 0] = numbers(fields, "opval");
  fields.skip("index ty");
  return makeExpression(scope, "extractelement", [vector, ...numbers(fields, "index")]);
}

/** A vector with one element replaced. */
export function readInsertElement(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid constexpr insertelement record");
  checkVector(scope.type, "Invalid constexpr insertelement record");
  const operands = numbers(fields, "opval0", "opval1");
  fields.skip("index ty");
  return makeExpression(scope, "insertelement", [...operands, ...numbers(fields, "index")]);
}

/** Elements of two vectors; the type of the vectors comes first if it is not that of the result. */
export function readShuffleVector(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid constexpr shufflevector record");
  checkVector(scope.type, "Invalid constexpr shufflevector record");
  fields.skip("opty");
  return makeExpression(scope, "shufflevector", numbers(fields, "opval0", "opval1", "mask"));
}

/** @throws {RecordFault} if a type is no vector */
function checkVector({ kind }: Type, fault: string): void {
  if (kind !== "vector") throw new RecordFault("bad-type", fault);
}

/** The numbers in these fields, which follow one another. */
function numbers(fields: FieldReader, ...names: readonly string[]): number[] {
  return names.map((name) => fields.number(name));
}
