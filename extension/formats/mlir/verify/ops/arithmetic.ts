/** What ops of arith, complex and index demand by their types and attributes. */
import { elementTypeOf } from "../../attributes/shape";
import type { TypeView } from "../entryView";
import { known, refuse } from "../fault";
import type { OpCheck, OpChecks, TypesTest } from "../opView";
import { inAngles } from "../lists";
import { castWords, shapeWords } from "./shared";

/** Tensors of casts have equal dimensions. */
const sameTensors: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  if (from.kind !== "tensor" || to.kind !== "tensor") return;
  refuse(
    from.shape.join() !== to.shape.join(),
    "failed to verify that input and output have the same tensor dimensions",
  );
  refuse(from.mark !== to.mark, castWords(from, to));
};

const indexCast: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  const words = castWords(from, to);
  refuse(from.isIndex === to.isIndex, words);
};

const complexConstant: OpCheck = (op) => {
  const parts = known(op.attribute("value")).list;
  refuse(parts.length !== 2, "requires 'value' to be a complex constant, represented as array of two values");
  const areNumbers = parts.every(({ node }) => /^(?:float|integer)$/.test(known(node).kind));
  refuse(!areNumbers, "requires attribute's elements to be float or integer attributes");
  const element = inAngles(op.result().text);
  const types = parts.map(({ type }) => `'${type.text}'`).join(", ");
  const words = `to match the element type of the op's return type ('${element}')`;
  refuse(!parts.every(({ type }) => type.is(element)), `requires attribute's element types (${types}) ${words}`);
};

/** The check of `arith.constant`, which {@link SETTLED} leaves the rare types to. */
const constant: OpCheck = (op) => {
  const type = op.result();
  const { scalar } = op.release < 23 ? { scalar: type } : type;
  refuse(scalar.kind === "integer" && !scalar.text.startsWith("i"), "integer return type must be signless");
  const isList = known(op.attribute("value")).text.startsWith("dense<[");
  const words = "intializing scalable vectors with elements attribute is not supported unless it's a vector splat";
  refuse(type.scalable.includes(true) && isList, words);
};

/** By the names of ops. */
export const ARITHMETIC: OpChecks = {
  "arith.constant": constant,
  "complex.constant": complexConstant,
  "complex.bitcast": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    const isComplex = ({ text }: TypeView): boolean => text.startsWith("complex<");
    const isSame = isComplex(from) === isComplex(to) && !from.isSame(to);
    refuse(isSame, "requires that either input or output has a complex type");
  },
  "arith.bitcast": sameTensors,
  "arith.extsi": sameTensors,
  "arith.extui": sameTensors,
  "arith.extf": sameTensors,
  "arith.truncf": sameTensors,
  "arith.trunci": sameTensors,
  "arith.index_cast": sameTensors,
  "arith.index_castui": sameTensors,
  "arith.select": (op) => {
    const [condition, result] = [op.operand(0), op.result()];
    if (condition.is("i1") || condition.kind === "integer") return;
    const isSame = condition.isRanked && result.isRanked && condition.shape.join() === result.shape.join();
    const isOther = condition.isRanked && result.isRanked && !isSame;
    refuse(isOther, "failed to verify that condition is signless i1 or has matching shape");
    const mark = result.mark && `, ${result.mark}`;
    const wanted = `${result.kind}<${shapeWords(result.shape)}xi1${mark}>`;
    const words = `expected condition type to have the same shape as the result type, expected '${wanted}', but got '${condition.text}'`;
    refuse(condition.mark !== result.mark, words);
  },
  "index.casts": indexCast,
  "index.castu": indexCast,
};

/** Ops of which most are settled by the types of their results, by name: a file has very many. */
export const SETTLED: Readonly<Record<string, TypesTest>> = {
  "arith.constant": (results, { type }) => {
    const node = type(results.at(0));
    const scalar = type(elementTypeOf(node) ?? results.at(0));
    if (scalar.kind === "integer" && scalar.sign !== "signless") return false;
    return node.kind !== "opaque" && (node.kind !== "vector" || !node.scalable.includes(true));
  },
};
