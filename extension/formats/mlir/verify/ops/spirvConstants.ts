/** What mlir::spirv demands of constants that are known late, and of those whose parts are equal (SPIRVOps.cpp). */
import { known, refuse, refuseBare } from "../fault";
import { inAngles } from "../lists";
import type { NestedChecks, SymbolCheck, SymbolChecks } from "../nestedOp";
import type { OpChecks } from "../opView";
import { membersOf } from "./spirvComposites";

/** The type of a composite's first part; undefined if it is no composite. */
function firstOf(text: string): string | undefined {
  // Tensors of SPIR-V have one type of elements.
  if (text.startsWith("!spirv.arm.tensor<")) return inAngles(text).replace(/^(?:(?:\d+|\?)x)*/, "");
  return membersOf(text)?.[0];
}

/** By the names of ops. */
export const SPIRV_CONSTANT_OPS: OpChecks = {
  "spirv.EXT.ConstantCompositeReplicate": (op) => {
    const found = known(op.attribute("value")).type.text;
    const types: string[] = [];
    for (let part = firstOf(op.result().text); part !== undefined; part = firstOf(part)) types.push(part);
    const expected = types.map((type) => `'${type}'`).join(" or ");
    refuseBare(!types.includes(found), `expected value attribute type ${expected}, but got: '${found}'`);
  },
};

const composite: SymbolCheck = (op, find) => {
  const { text } = known(op.attribute("type")).type;
  refuseBare(text.startsWith("!spirv.coopmatrix<"), `unsupported composite type  '${text}'`);
  const members = membersOf(text);
  refuseBare(!members, `result type must be a composite type, but provided '${text}'`);
  const constituents = known(op.attribute("constituents")).list;
  const counts = `expected ${members?.length ?? 0}, but provided ${constituents.length}`;
  refuseBare(constituents.length !== members?.length, `has incorrect number of operands: ${counts}`);
  constituents.forEach((one, i) => {
    const found = known(find(one)?.attribute("default_value")).type.text;
    const words = `expected '${members?.[i] ?? ""}', but provided '${found}'`;
    refuseBare(found !== members?.[i], `has incorrect types of operands: ${words}`);
  });
};

const replicated: SymbolCheck = (op, find) => {
  const { text } = known(op.attribute("type")).type;
  const part = firstOf(text);
  refuseBare(part === undefined, `result type must be a composite type, but provided '${text}'`);
  const constant = find(known(op.attribute("constituent")));
  refuseBare(!constant, "splat spec constant reference defining constituent not found");
  refuseBare(constant?.name !== "spirv.SpecConstant", "constituent is not a spec constant");
  const found = known(constant?.attribute("default_value")).type.text;
  const words = `expected '${part ?? ""}', but provided '${found}'`;
  refuseBare(found !== part, `constituent has incorrect type: ${words}`);
};

/** Checks of symbols. */
export const SPIRV_CONSTANT_SYMBOLS: SymbolChecks = {
  "spirv.SpecConstantComposite": composite,
  "spirv.EXT.SpecConstantCompositeReplicate": replicated,
};

/** Ops that a constant may be calculated by (UsableInSpecConstantOp). */
const CALCULATING = new Set(
  [
    ...[
      "IAdd",
      "IMul",
      "ISub",
      "SDiv",
      "SMod",
      "SNegate",
      "SRem",
      "UDiv",
      "UMod",
      "BitwiseAnd",
      "BitwiseOr",
      "BitwiseXor",
    ],
    ...["ShiftLeftLogical", "ShiftRightArithmetic", "ShiftRightLogical", "Not", "FConvert", "SConvert", "UConvert"],
    ...["CompositeExtract", "CompositeInsert", "IEqual", "INotEqual", "LogicalAnd", "LogicalEqual", "LogicalNot"],
    ...["LogicalNotEqual", "LogicalOr", "SGreaterThan", "SGreaterThanEqual", "SLessThan", "SLessThanEqual", "Select"],
    ...["UGreaterThan", "UGreaterThanEqual", "ULessThan", "ULessThanEqual"],
  ].map((name) => `spirv.${name}`),
);

/** Checks by regions. */
export const SPIRV_CONSTANT_REGIONS: NestedChecks = {
  "spirv.SpecConstantOperation": (op) => {
    const { ops } = op.entry();
    refuse(ops.length !== 2, "expected exactly 2 nested ops");
    refuse(!CALCULATING.has(known(ops[0]).name), "invalid enclosed op");
  },
};
