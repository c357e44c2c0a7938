/** What mlir::LLVM's ops demand by their types and attributes (LLVMDialect.cpp). */
import type { AttrView, TypeView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { each } from "./combined";
import { functionAttributes } from "./llvmAttributes";
import { constant } from "./llvmConstant";
import { caseOf, isAtomic } from "./llvmMemory";
import { arrayText, functionText, short, structText } from "./llvmTypes";
import { isPowerOf2 } from "../../../../kit/numbers";

/** Types that LLVM certainly has. */
const lowered = (type: TypeView): string | undefined =>
  /^(?:i\d+|!llvm\.ptr\b.*|b?f16|f32|f64|f80|f128)$/.test(type.text) ? type.text : undefined;

/** The cases of enums that are integers, by their numbers. */
const OPERATIONS =
  "xchg add sub _and nand _or _xor max min umax umin fadd fsub fmax fmin uinc_wrap udec_wrap usub_cond usub_sat fmaximum fminimum".split(
    " ",
  );

const linkage = (op: OpView): string => {
  const word = op.word("linkage");
  return word === "" ? unknown() : word;
};

const func: OpCheck = (op) => {
  const type = functionText(known(op.attribute("function_type")).type.text);
  functionAttributes(op, type.parameters, type.result === "void" ? [] : [type.result]);
  refuse(linkage(op) === "common", "functions cannot have 'common' linkage");
};

const atomic: OpCheck = (op) => {
  const [type, operation] = [op.operand(1), caseOf(op, "bin_op", OPERATIONS)];
  if (["fadd", "fsub", "fmin", "fmax", "fminimum", "fmaximum"].includes(operation)) {
    const isVector = type.kind === "vector";
    refuse(isVector && !type.element.isFloat, "expected LLVM IR floating point type for vector element");
    refuse(!isVector && !type.isFloat, "expected LLVM IR floating point type");
  } else if (operation === "xchg") refuse(!isAtomic(type), "unexpected LLVM IR type for 'xchg' bin_op");
  else refuse(!type.isInteger || ![8, 16, 32, 64].includes(type.bits), "expected LLVM IR integer type");
};

const exchanged: OpCheck = (op) => {
  const value = op.operand(2);
  const members = structText(op.result().text);
  refuse(
    members?.join() !== `${short(value.text)},i1`,
    "failed to verify that result #0 has an LLVM struct type consisting of the type of operand #2 and a bool",
  );
  refuse(!isAtomic(value), "unexpected LLVM IR type");
  const [success, failure] = ["success_ordering", "failure_ordering"].map((name) => caseOf(op, name));
  const least = ["not_atomic", "unordered"];
  refuse(least.includes(success ?? "") || least.includes(failure ?? ""), "ordering must be at least 'monotonic'");
  refuse(["release", "acq_rel"].includes(failure ?? ""), "failure ordering cannot be 'release' or 'acq_rel'");
};

/** Types that have no parts which LLVM's ops take out. */
const SCALAR = /^(?:i\d+|b?f\d+|vector<.*|(?:!llvm\.)?ptr(?:<\d+>)?)$/;

/** The type of a part of a struct or array. */
function partType(text: string, position: readonly number[]): string {
  let type = text;
  for (const index of position) {
    const [array, members] = [arrayText(type), structText(type)];
    if (!array && !members) {
      refuse(SCALAR.test(type), `expected LLVM IR structure/array type, got: '${type.replace(/^ptr/, "!llvm.ptr")}'`);
      unknown();
    }
    const count = array?.[0] ?? members?.length ?? 0;
    refuse(index < 0 || index >= count, `position out of bounds: ${index}`);
    type = array?.[1] ?? members?.[index] ?? unknown();
  }
  return type;
}

/** Whether an attribute certainly is not zero. */
function isNotZero(value: AttrView): boolean {
  const { node } = value;
  if (node?.kind === "integer") return node.value !== 0n;
  if (node?.kind === "array") return value.list.some(isNotZero);
  return node?.kind === "denseElements" ? value.integers.some((one) => one !== 0) : false;
}

const global: OpCheck = (op) => {
  const { text } = known(op.attribute("global_type")).type;
  refuse(
    ["!llvm.void", "!llvm.token", "!llvm.metadata", "!llvm.label"].includes(text),
    "expects type to be a valid element type for an LLVM global",
  );
  const value = op.attribute("value");
  const array = arrayText(text);
  if (value?.node?.kind === "string") {
    const bytes = /\\/.test(value.text) ? undefined : value.string.length;
    refuse(
      !array || array[1] !== "i8" || (bytes !== undefined && array[0] !== bytes),
      "requires an i8 array type of the length equal to that of the string attribute",
    );
  }
  const isTarget = text.startsWith("!llvm.target<");
  refuse(
    isTarget && value !== undefined,
    "global with target extension type can only be initialized with zero-initializer",
  );
  const kind = linkage(op);
  refuse(kind === "common" && value !== undefined && isNotZero(value), "expected zero value for 'common' linkage");
  refuse(kind === "appending" && !array, "expected array type for 'appending' linkage");
  if (op.has("alignment")) refuseBare(!isPowerOf2(op.integer("alignment")), "alignment attribute is not a power of 2");
};

/** A call's type for a callee with a variable number of arguments. @param first the first argument */
function variableCallee(op: OpView, operands: readonly TypeView[]): void {
  const attribute = op.attribute("var_callee_type");
  if (!attribute) return;
  const { result, parameters, variadic } = functionText(attribute.type.text);
  refuse(!variadic, "expected var_callee_type to be a variadic function type");
  const most = operands.length;
  refuse(parameters.length > most, `expected var_callee_type to have at most ${most} parameters`);
  parameters.forEach((type, i) => {
    const found = short(known(operands[i]).text);
    refuse(type !== found, `var_callee_type parameter type mismatch: '${type}' != '${found}'`);
  });
  const [returned] = op.results;
  refuse(!returned && result !== "void", "expected var_callee_type to return void");
  const found = returned ? short(returned.text) : result;
  refuse(found !== result, `var_callee_type return type mismatch: '${result}' != '${found}'`);
}

const called: OpCheck = (op) => {
  const isIndirect = !op.has("callee");
  const callees = op.group(0);
  variableCallee(op, isIndirect ? callees.slice(1) : callees);
  if (!isIndirect) return;
  if (op.name === "llvm.call") {
    refuse(op.operands.length === 0, "must have either a `callee` attribute or at least an operand");
    const { text } = op.operand(0);
    refuse(!text.startsWith("!llvm.ptr"), `indirect call expects a pointer as callee: '${text}'`);
  }
};

const bundled: OpCheck = (op) => {
  const sizes = op.integers("op_bundle_sizes").length;
  const tags = op.attribute("op_bundle_tags")?.list.length ?? 0;
  refuseBare(sizes !== tags, `expected ${sizes} operand bundle tags, but actually got ${tags}`);
};

const weighted = (successors: (op: OpView) => number): OpCheck => {
  return (op) => {
    const weights = op.attribute("branch_weights")?.integers;
    const count = successors(op);
    refuseBare(
      weights !== undefined && weights.length !== count,
      `expects number of branch weights to match number of successors: ${weights?.length ?? 0} vs ${count}`,
    );
    refuseBare(weights !== undefined && weights.every((one) => one === 0), "branch weights cannot all be zero");
  };
};

const listed =
  (name: "ctors" | "dtors"): OpCheck =>
  (op) => {
    const counts = [name, "priorities", "data"].map((property) => known(op.attribute(property)).list.length);
    refuseBare(new Set(counts).size > 1, `${name}, priorities, and data must have the same number of elements`);
    const data = known(op.attribute("data")).list;
    const isData = ({ text }: AttrView): boolean => text.startsWith("@") || text === "#llvm.zero";
    refuseBare(!data.every(isData), "data element must be symbol or #llvm.zero");
  };

const maskedPointers =
  (operand: number, other: (op: OpView) => TypeView): OpCheck =>
  (op) => {
    const [pointers, value] = [op.operand(operand), other(op)];
    if (pointers.kind !== "vector" || value.kind !== "vector") return;
    const isSame = pointers.shape.join() === value.shape.join() && pointers.scalable.join() === value.scalable.join();
    const size = `${value.scalable[0] ? "[" : ""}${value.shape[0] ?? 0}${value.scalable[0] ? "]" : ""}`;
    refuse(!isSame, `expected operand #${operand + 1} type to be 'vector<${size}x!llvm.ptr>'`);
  };

/** What an aggregate's part and a value are. */
const inserted: OpCheck = (op) => {
  const [container, value] = [op.operand(0).text, op.operand(1).text];
  const part = partType(container, op.integers("position"));
  refuse(part !== short(value), `Type mismatch: cannot insert '${value}' into '${container}'`);
};

/** Flags of overflow are `nsw` (1) and `nuw` (2); a number is printed for others. */
const overflowing: OpCheck = (op) => {
  const isOther = op.release > 21 && (op.attribute("overflowFlags")?.integer ?? 0) > 3;
  refuse(isOther, "property 'overflowFlags' failed to satisfy constraint: LLVM integer overflow flags");
};

/** By the names of ops. */
export const LLVM: OpChecks = {
  ...each("llvm.*", ["add", "mul", "shl", "sub", "trunc"], overflowing),
  "llvm.func": func,
  "func.func": (op) => {
    // Most functions have neither, and each is checked for itself.
    if (!op.has("arg_attrs") && !op.has("res_attrs")) return;
    const { inputs, outputs } = known(op.attribute("function_type")).type;
    functionAttributes(op, inputs.map(lowered), outputs.map(lowered));
  },
  "llvm.atomicrmw": atomic,
  "llvm.cmpxchg": exchanged,
  "llvm.mlir.constant": constant,
  "llvm.mlir.global": global,
  "llvm.mlir.alias": (op) => {
    const { text } = known(op.attribute("alias_type")).type;
    refuse(
      ["!llvm.void", "!llvm.token", "!llvm.metadata", "!llvm.label"].includes(text),
      "expects type to be a valid element type for an LLVM global alias",
    );
    const kind = linkage(op);
    refuse(
      ["appending", "common", "extern_weak"].includes(kind),
      `'${kind}' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally`,
    );
  },
  "llvm.mlir.ifunc": (op) => {
    const kind = linkage(op);
    refuse(
      ["appending", "common", "extern_weak", "available_externally"].includes(kind),
      `'${kind}' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage`,
    );
  },
  "llvm.inline_asm": (op) => {
    const words = "tail call kind 'musttail' is not supported by this operation";
    refuse(op.word("tail_call_kind") === "musttail", words);
  },
  "llvm.mlir.zero": (op) => {
    const { text } = op.result();
    const words = "target extension type does not support zero-initializer";
    refuse(/^!llvm\.target<"(?!spirv\.|aarch64\.svcount)/.test(text) && !text.startsWith('!llvm.target<"dx'), words);
  },
  "llvm.call": (op) => {
    called(op);
    bundled(op);
  },
  "llvm.invoke": (op) => {
    called(op);
    bundled(op);
    weighted(() => 2)(op);
  },
  "llvm.call_intrinsic": bundled,
  "llvm.cond_br": weighted(() => 2),
  "cf.cond_br": weighted(() => 2),
  "llvm.load": (op) => {
    const isDereferenceable = op.has("dereferenceable") || op.has("dereferenceable_or_null");
    const words = "expected op to return a single LLVM pointer type";
    refuse(isDereferenceable && !op.result().text.startsWith("!llvm.ptr"), words);
  },
  "llvm.switch": (op) => {
    const cases = op.integers("case_operand_segments").length;
    weighted(() => cases + 1)(op);
    const values = op.attribute("case_values");
    if (!values || values.node?.kind !== "denseElements") return;
    const words = "expects case value type to match condition value type";
    refuseBare(!values.type.element.isSame(op.operand(0)), words);
  },
  "llvm.mlir.global_ctors": listed("ctors"),
  "llvm.mlir.global_dtors": listed("dtors"),
  "llvm.module_flags": (op) => {
    const isFlag = ({ text }: AttrView): boolean => text.startsWith("#");
    refuse(!known(op.attribute("flags")).list.every(isFlag), "expected a module flag attribute");
  },
  "llvm.extractvalue": (op) => {
    const { text } = op.operand(0);
    const part = partType(text, op.integers("position"));
    const found = op.result().text;
    const words = `Type mismatch: extracting from '${text}' should produce '${part}' but this op returns '${found}'`;
    refuse(part !== short(found), words);
  },
  "llvm.insertvalue": inserted,
  "llvm.shufflevector": (op) => {
    const isScalable = op.operand(0).scalable.includes(true);
    const mask = op.integers("mask");
    refuse(isScalable && mask.some((one) => one !== 0), "expected a splat operation for scalable vectors");
  },
  "llvm.intr.masked.gather": maskedPointers(0, (op) => op.result()),
  "llvm.intr.masked.scatter": maskedPointers(1, (op) => op.operand(0)),
  "llvm.intr.vector.interleave2": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    refuse(op.release > 18 && !from.isSame(op.operand(1)), "failed to verify that all of {vec1, vec2} have same type");
    const isDouble = 2 * from.count === to.count && from.scalable.join() === to.scalable.join();
    refuse(
      !isDouble || !from.element.isSame(to.element),
      "failed to verify that result has twice as many elements as 'vec1'",
    );
  },
  "llvm.landingpad": (op) => {
    refuseBare(
      !op.has("cleanup") && op.operands.length === 0,
      "landingpad instruction expects at least one clause or cleanup attribute",
    );
  },
  "llvm.getelementptr": (op) => {
    const { text } = known(op.attribute("elem_type")).type;
    let type: string | undefined = text;
    op.integers("rawConstantIndices").forEach((index, i) => {
      if (i === 0 || type === undefined) return;
      const isDynamic = index === -(2 ** 31);
      const array = arrayText(type);
      const vector = /^vector<(?:\[?\d+\]?)x(.*)>$/.exec(type)?.[1];
      const members = structText(type);
      refuse(members !== undefined && isDynamic, `expected index ${i} indexing a struct to be constant`);
      refuse(
        members !== undefined && (index < 0 || index >= members.length),
        `index ${i} indexing a struct is out of bounds`,
      );
      const isPlain = /^(?:i\d+|b?f\d\w*|(?:!llvm\.)?ptr(?:<\d+>)?)$/.test(type);
      refuse(isPlain, `type '${type}' cannot be indexed (index #${i})`);
      type = array?.[1] ?? vector ?? members?.[index];
    });
  },
};
