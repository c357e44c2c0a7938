/** What mlir::spirv's ops demand by their types and attributes (SPIRVOps.cpp, GroupOps.cpp, ImageOps.cpp, …). */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { constantOf, constructed, extended, membersOf, partType } from "./spirvComposites";
import { named } from "./spirvImages";

/** What a pointer's type points to, and its storage class. */
export function pointer(type: TypeView): readonly [pointee: string, storage: string] {
  if (!type.text.startsWith("!spirv.ptr<")) unknown();
  const [pointee = "", storage = ""] = type.parameters;
  return [pointee, storage];
}

const grouped: OpCheck = (op) => {
  const scope = op.word("execution_scope");
  const start = op.release < 23 ? "execution scope" : "failed to verify that execution_scope";
  refuse(scope !== "Workgroup" && scope !== "Subgroup", `${start} must be 'Workgroup' or 'Subgroup'`);
};
const reduced: OpCheck = (op) => {
  grouped(op);
  refuse(
    op.word("group_operation") === "ClusteredReduce" && op.operands.length === 1,
    "cluster size operand must be provided for 'ClusteredReduce' group operation",
  );
};
const shuffled: OpCheck = (op) => {
  grouped(op);
  refuse(known(op.operands.at(-1)).text.startsWith("si"), "second operand must be a singless/unsigned integer");
};
const inSubgroup: OpCheck = (op) => {
  const scope = op.word("execution_scope");
  const wanted = op.release < 23 ? "Scope of value Subgroup" : "'Subgroup'";
  refuse(scope !== "Subgroup", `failed to verify that execution_scope must be ${wanted}`);
};

const ORDERS = ["Acquire", "Release", "AcquireRelease", "SequentiallyConsistent"];

/** @param property a mask, of which at most one bit is an order of memory */
const ordered = (op: OpView, property: string): void => {
  const orders = op
    .word(property)
    .split("|")
    .filter((word) => ORDERS.includes(word));
  const words =
    "expected at most one of these four memory constraints to be set: `Acquire`, `Release`,`AcquireRelease` or `SequentiallyConsistent`";
  refuseBare(orders.length > 1, words);
};

/** An atomic op's values have the type that its pointer points to. */
const atomic: OpCheck = (op) => {
  const [pointee] = pointer(op.operand(0));
  const words = (name: string): string => `failed to verify that \`${name}\` type matches pointee type of \`pointer\``;
  refuse(!op.result().is(pointee), words("result"));
  op.operands.slice(1).forEach((type, i) => {
    refuse(!type.is(pointee), words(i === 0 ? "value" : "comparator"));
  });
  ordered(op, "semantics");
};

/** Access to memory that may be aligned. @param suffix of the properties' names */
function accessed(op: OpView, prefix = ""): void {
  const isAligned = op.word(`${prefix}memory_access`).split("|").includes("Aligned");
  const alignment = op.attribute(`${prefix}alignment`)?.integer;
  const hasAlignment = alignment !== undefined;
  refuse(isAligned && !hasAlignment, "missing alignment value");
  const words = op.has(`${prefix}memory_access`) ? "with non-aligned" : "without aligned";
  refuse(!isAligned && hasAlignment, `invalid alignment specification ${words} memory access specification`);
}

/** @param from the storage classes that the operand may have @param to those of the result */
const generic =
  (from: readonly string[], to: readonly string[], toGeneric: boolean): OpCheck =>
  (op) => {
    const [source, storage] = pointer(op.operand(0));
    const [target, targetStorage] = pointer(op.result());
    const three = "must point to the Workgroup, CrossWorkgroup, or Function Storage Class";
    refuseBare(
      !from.includes(storage),
      toGeneric ? `pointer ${three}` : "pointer type must be of storage class Generic",
    );
    refuseBare(
      !to.includes(targetStorage),
      toGeneric ? "result type must be of storage class Generic" : `result ${three}`,
    );
    refuse(
      source !== target,
      `pointer operand's pointee type must have the same as the op result type, but found '${source}' vs '${target}'`,
    );
  };
const SOME = ["Workgroup", "CrossWorkgroup", "Function"];

/** The bits of a scalar or vector; unknown for other types. */
function bitsOf(type: TypeView): number {
  return type.kind === "vector" ? type.count * type.element.bits : type.bits;
}

const dotted: OpCheck = (op) => {
  const [type, result] = [op.operand(0), op.result()];
  if (type.isInteger) {
    refuse(!op.has("format"), "requires Packed Vector Format attribute for integer vector operands");
    refuse(
      type.bits !== 32,
      "with specified Packed Vector Format (PackedVectorFormat4x8Bit) requires integer vector operands to be 32-bits wide",
    );
  } else refuse(op.has("format"), `with invalid format attribute for vector operands of type '${type.text}'`);
  const bits = bitsOf(type);
  refuse(
    bits > result.bits,
    `result type has insufficient bit-width (${result.bits} bits) for the specified vector operand type (${bits} bits)`,
  );
};

/** By the names of ops. */
export const SPIRV: OpChecks = {
  ...named(
    grouped,
    ...["GroupNonUniformBallot", "GroupNonUniformBallotFindLSB", "GroupNonUniformBallotFindMSB"],
    ...["GroupNonUniformBroadcast", "GroupNonUniformElect", "GroupNonUniformRotateKHR"],
  ),
  ...named(
    reduced,
    ...["FAdd", "FMax", "FMin", "FMul", "IAdd", "IMul", "SMax", "SMin", "UMax", "UMin", "BitwiseAnd", "BitwiseOr"].map(
      (name) => `GroupNonUniform${name}`,
    ),
    ...["BitwiseXor", "LogicalAnd", "LogicalOr", "LogicalXor"].map((name) => `GroupNonUniform${name}`),
  ),
  ...named(shuffled, ...["", "Down", "Up", "Xor"].map((end) => `GroupNonUniformShuffle${end}`)),
  ...named(
    inSubgroup,
    ...["All", "AllEqual", "Any", "BallotBitCount", "QuadSwap"].map((end) => `GroupNonUniform${end}`),
  ),
  "spirv.GroupBroadcast": (op) => {
    grouped(op);
    const id = op.operand(1);
    const words = "localid is a vector and can be with only  2 or 3 components, actual number is";
    if (id.kind === "vector") refuse(id.count !== 2 && id.count !== 3, `${words} ${id.count}`);
  },
  ...named(
    atomic,
    ...["And", "CompareExchange", "CompareExchangeWeak", "Exchange", "IAdd", "IDecrement", "IIncrement", "ISub"].map(
      (end) => `Atomic${end}`,
    ),
    ...["Or", "SMax", "SMin", "UMax", "UMin", "Xor"].map((end) => `Atomic${end}`),
    "EXT.AtomicFAdd",
  ),
  ...named(
    (op) => {
      ordered(op, "memory_semantics");
    },
    ...["ControlBarrier", "MemoryBarrier"],
  ),
  "spirv.CompositeConstruct": constructed,
  "spirv.CompositeExtract": (op) => {
    const indices = known(op.attribute("indices")).list;
    refuseBare(indices.length === 0, "expected at least one index for spirv.CompositeExtract");
    const type = partType(op.operand(0).text, indices);
    refuse(!op.result().is(type), `invalid result type: expected '${type}' but provided '${op.result().text}'`);
  },
  "spirv.CompositeInsert": (op) => {
    const type = partType(op.operand(1).text, known(op.attribute("indices")).list);
    const [object, composite] = [op.operand(0), op.operand(1)];
    refuse(!object.is(type), `object operand type should be '${type}', but found '${object.text}'`);
    const types = `'${composite.text}' vs '${op.result().text}'`;
    refuse(!composite.isSame(op.result()), `result type should be the same as the composite type, but found ${types}`);
  },
  "spirv.Constant": (op) => {
    constantOf(known(op.attribute("value")), op.result().text, op.release);
  },
  "spirv.SpecConstant": (op) => {
    const value = known(op.attribute("default_value"));
    const { kind } = known(value.node);
    if (kind !== "integer" && kind !== "float")
      refuse(true, "default value can only be a bool, integer, or float scalar");
    const { type } = value;
    const widths = type.isInteger ? [1, 8, 16, 32, 64] : [16, 32, 64];
    if (type.isInteger || type.isFloat) refuse(!widths.includes(type.bits), "default value bitwidth disallowed");
  },
  ...named(extended, "IAddCarry", "ISubBorrow", "SMulExtended", "UMulExtended"),
  "spirv.CopyMemory": (op) => {
    const [[target], [source]] = [pointer(op.operand(0)), pointer(op.operand(1))];
    refuse(target !== source, "both operands must be pointers to the same type");
    accessed(op);
    accessed(op, "source_");
  },
  ...named(accessed, "Load", "Store"),
  "spirv.PtrCastToGeneric": generic(SOME, ["Generic"], true),
  ...named(generic(["Generic"], SOME, false), "GenericCastToPtr", "GenericCastToPtrExplicit"),
  "spirv.Bitcast": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    refuseBare(from.isSame(to), "result type must be different from operand type");
    const [isFrom, isTo] = [from, to].map(({ text }) => text.startsWith("!spirv.ptr<"));
    refuseBare(
      isFrom === true && isTo === false,
      "unhandled bit cast conversion from pointer type to non-pointer type",
    );
    refuseBare(
      isFrom === false && isTo === true,
      "unhandled bit cast conversion from non-pointer type to pointer type",
    );
    const words = `mismatch in result type bitwidth ${bitsOf(to)} and operand type bitwidth ${bitsOf(from)}`;
    refuse(bitsOf(from) !== bitsOf(to), words);
  },
  ...named(
    (op) => {
      const [from, to] = [op.operand(0).scalar, op.result().scalar];
      const words = "expected the different bit widths for operand type and result type, but provided";
      refuse(from.bits === to.bits, `${words} '${from.text}' and '${to.text}'`);
    },
    ...["FConvert", "SConvert", "UConvert"],
  ),
  ...named(dotted, "SDot", "SUDot", "UDot", "SDotAccSat", "SUDotAccSat", "UDotAccSat"),
  "spirv.GL.Ldexp": (op) => {
    const [x, exponent] = [op.operand(0), op.operand(1)];
    refuse(x.isFloat !== exponent.isInteger, "operands must both be scalars or vectors");
    const count = (type: TypeView): number => (type.kind === "vector" ? type.count : 1);
    refuse(count(x) !== count(exponent), "operands must have the same number of elements");
  },
  "spirv.GL.FrexpStruct": (op) => {
    const members = known(membersOf(op.result().text));
    const type = op.operand(0);
    const [significand = "", exponent = ""] = members;
    refuseBare(members.length !== 2, "result type must be a struct type with two memebers");
    refuseBare(!type.is(significand), "member zero of the resulting struct type must be the same type as the operand");
    const [, count, element] = /^vector<(\d+)x(.*)>$/.exec(exponent) ?? ["", undefined, exponent];
    const start = "member one of the resulting struct type must";
    refuseBare(!/^[su]?i32$/.test(element ?? ""), `${start} be a scalar or vector of 32 bit integer type`);
    const sizes = [count === undefined ? 1 : Number(count), type.kind === "vector" ? type.count : 1];
    refuseBare(sizes[0] !== sizes[1], `${start} have the same number of components as the operand type`);
  },
  "spirv.GL.Length": (op) => {
    const words = "failed to verify that result type must match operand element type";
    refuse(!op.operand(0).scalar.isSame(op.result()), words);
  },
  "spirv.VectorShuffle": (op) => {
    const components = known(op.attribute("components")).list.map(({ integer }) => integer);
    const { count } = op.result();
    const words = `mismatch with the number of component selectors (${components.length})`;
    refuse(count !== components.length, `result type element count (${count}) ${words}`);
    const total = op.operand(0).count + op.operand(1).count;
    for (const one of components)
      refuse(
        one !== -1 && (one < 0 || one >= total),
        `component selector ${one} out of range: expected to be in [0, ${total}) or 0xffffffff`,
      );
  },
  "spirv.VectorTimesScalar": (op) => {
    refuse(!op.operand(0).isSame(op.result()), "vector operand and result type mismatch");
    refuse(!op.operand(1).isSame(op.result().element), "scalar operand and result element type match");
  },
  "spirv.Select": (op) => {
    const [condition, result] = [op.operand(0), op.result()];
    if (condition.kind !== "vector") return;
    const start = "result expected to be of vector type when condition is of vector type";
    refuse(result.kind !== "vector", start);
    refuse(
      result.shape.join() !== condition.shape.join(),
      "result should have the same number of elements as the condition when condition is of vector type",
    );
  },
  "spirv.BranchConditional": (op) => {
    const weights = op.attribute("branch_weights")?.integers;
    refuse(weights?.length !== 2 && weights !== undefined, "must have exactly two branch weights");
    refuse(weights?.every((one) => one === 0) === true, "branch weights cannot both be zero");
  },
  "spirv.EXT.EmitMeshTasks": (op) => {
    const [type] = op.operands.slice(3);
    if (!type) return;
    refuse(
      pointer(type)[1] !== "TaskPayloadWorkgroupEXT",
      "payload must be a variable with a storage class of TaskPayloadWorkgroupEXT",
    );
  },
  "spirv.GlobalVariable": (op) => {
    const { type } = known(op.attribute("type"));
    refuse(!type.text.startsWith("!spirv.ptr<"), "result must be of a !spv.ptr type");
    const [, storage] = pointer(type);
    refuse(storage === "Generic" || storage === "Function", `storage class cannot be '${storage}'`);
  },
};
