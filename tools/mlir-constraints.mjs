#!/usr/bin/env node
/**
 * Makes a table of what the ODS of a release demands of ops beyond the number of their parts: the types of operands and
 * results, the attributes, the sizes of regions, and traits that MLIR's verifier checks.
 *
 *   node tools/mlir-constraints.mjs --release "MLIR 23" --tblgen llvm-tblgen-23 --include /usr/lib/llvm-23/include --td mlir \
 *     --base extension/formats/mlir/verify/data/constraints-22.json --out extension/formats/mlir/verify/data/constraints-23.json
 *
 * The options are those of mlir-ods.mjs; the output is described in extension/formats/mlir/verify/table.ts.
 */
import { baseLines, Interned, readBases, writeTable } from "./mlir-tables.mjs";
import { Predicates } from "./mlir-predicates.mjs";
import { isA, readOptions, tdFiles, tdRecords } from "./mlir-td.mjs";

const options = readOptions();

/** Builtin classes whose words predicate.ts knows. */
const BUILTIN = (
  "IntegerType IndexType FloatType ComplexType VectorType FixedVectorType ScalableVectorType RankedTensorType UnrankedTensorType " +
  "TensorType MemRefType UnrankedMemRefType BaseMemRefType ShapedType NoneType TokenType FunctionType GraphType TupleType BFloat16Type " +
  "Float16Type Float32Type Float64Type Float80Type Float128Type FloatTF32Type Float8E5M2Type Float8E4M3Type Float8E4M3FNType " +
  "Float8E5M2FNUZType Float8E4M3FNUZType Float8E4M3B11FNUZType Float8E3M4Type Float4E2M1FNType Float6E2M3FNType Float6E3M2FNType " +
  "Float8E8M0FNUType IntegerAttr BoolAttr FloatAttr StringAttr UnitAttr TypeAttr ArrayAttr DictionaryAttr SymbolRefAttr " +
  "FlatSymbolRefAttr AffineMapAttr IntegerSetAttr DenseIntElementsAttr DenseBoolArrayAttr DenseI8ArrayAttr DenseI16ArrayAttr " +
  "DenseI32ArrayAttr DenseI64ArrayAttr TypedAttr Type"
).split(" ");

/** The letters of traits that have no parameters; extension/formats/mlir/verify/table.ts has their meanings. */
const TRAITS = {
  SameOperandsAndResultType: "T",
  SameOperandsAndResultShape: "S",
  SameOperandsAndResultElementType: "E",
  SameOperandsAndResultRank: "R",
  SameTypeOperands: "t",
  SameOperandsShape: "s",
  SameOperandsElementType: "e",
  ResultsAreFloatLike: "f",
  Elementwise: "w",
  IsTerminator: "X",
  SingleBlock: "B",
  NoTerminator: "N",
  NoRegionArguments: "A",
  HasOnlyGraphRegion: "G",
  "RegionKindInterface::Trait": "K",
  "::mlir::OpTrait::SameVariadicOperandSize": "o",
  "::mlir::OpTrait::SameVariadicResultSize": "r",
  TokenProducerTrait: "p",
  TokenConsumerTrait: "c",
};

/** Adds the C++ classes that a file defines, and the words for them: `!llvm.ptr`, `#arith.fastmath`. */
function addClasses(words, records) {
  for (const [kind, sigil] of [
    ["TypeDef", "!"],
    ["AttrDef", "#"],
  ])
    for (const name of records["!instanceof"][kind] ?? []) {
      const { dialect, cppClassName, mnemonic } = records[name];
      const { name: owner, cppNamespace } = records[dialect.def];
      if (owner === "builtin" || !mnemonic) continue;
      words.set(`${cppNamespace.replace(/^(?:::)?(?:mlir::)?/, "")}::${cppClassName}`, `${sigil}${owner}.${mnemonic}`);
    }
}

/** Classes that no ODS gives a name, and interfaces whose types predicate.ts knows. */
const NAMED = {
  "gpu::MMAMatrixType": "!gpu.mma_matrix",
  "gpu::AsyncTokenType": "!gpu.async.token",
  "gpu::SparseDnTensorHandleType": "!gpu.sparse.dntensor_handle",
  "gpu::SparseSpMatHandleType": "!gpu.sparse.spmat_handle",
  "gpu::SparseSpGEMMOpHandleType": "!gpu.sparse.spgemmop_handle",
  "quant::QuantizedType": "quantized",
  "spirv::ArrayType": "!spirv.array",
  "spirv::CooperativeMatrixType": "!spirv.coopmatrix",
  "spirv::CooperativeMatrixNVType": "!spirv.NV.coopmatrix",
  "spirv::JointMatrixINTELType": "!spirv.jointmatrix",
  "spirv::ImageType": "!spirv.image",
  "spirv::MatrixType": "!spirv.matrix",
  "spirv::PointerType": "!spirv.ptr",
  "spirv::RuntimeArrayType": "!spirv.rtarray",
  "spirv::SampledImageType": "!spirv.sampled_image",
  "spirv::SamplerType": "!spirv.sampler",
  "spirv::StructType": "!spirv.struct",
  "spirv::TensorArmType": "!spirv.arm.tensor",
  "ub::PoisonAttrInterface": "#ub.poison",
  "transform::TransformHandleTypeInterface": "handle",
  "transform::TransformParamTypeInterface": "parameter",
  "transform::TransformValueHandleTypeInterface": "valuehandle",
};

/** An enum without a class of its own is an integer that is one of its cases. */
function enumWords(records, predicates) {
  for (const name of records["!instanceof"].EnumAttrInfo ?? []) {
    const { storageType, baseAttrClass, predicate } = records[name];
    if (!storageType || !baseAttrClass || !isA(records[baseAttrClass.def], "Attr")) continue;
    const cases = predicates.of((records[baseAttrClass.def].predicate ?? predicate).def);
    const word = storageType.trim().replace(/^(?:::)?(?:mlir::)?/, "");
    if (!predicates.classes.has(word)) predicates.classes.set(word, cases);
  }
}

const bases = readBases(options.base);
const texts = new Interned(bases.flatMap((base) => base.defaults));

/** Longer descriptions are left out. */
const LONGEST = 80;

/** A constraint's index in base 36; empty if it says nothing. */
function indexOf(expression, summary = "") {
  if (expression === "1" || expression === "?") return "";
  return texts.add(summary.length > LONGEST ? expression : `${expression} ${summary}`.trim()).toString(36);
}

/** An operand, result or attribute without its name in the definition. */
function member(records, arg) {
  const record = records[arg.def];
  return isA(record, "OpVariable") ? records[record.constraint.def] : record;
}

/** The constraint that a variadic, optional or default-valued one stands upon. */
function baseOf(records, record) {
  let base = record;
  // A confined attribute has a base too, but says more than it.
  for (let next = base; next && !isA(base, "ConfinedAttr"); next = records[(next.baseType ?? next.baseAttr)?.def])
    base = next;
  return base;
}

/** The letter of how many values an operand or result means. */
const manyOf = (record) =>
  isA(record, "VariadicOfVariadic") ? "#" : isA(record, "Variadic") ? "*" : isA(record, "Optional") ? "?" : "";

const isValue = (record) => isA(record, "TypeConstraint");

/** `0,1*`: the constraints of operands or results; `_` for any type. */
function valuesText(records, predicates, dag) {
  return dag.args
    .map(([arg]) => member(records, arg))
    .filter(isValue)
    .map((record) => {
      const base = baseOf(records, record);
      return (indexOf(predicates.of(base.predicate.def), base.summary) || "_") + manyOf(record);
    })
    .join(",");
}

/** Classes that reading an op's properties demands already (tools/mlir-ods.mjs). */
const READ = new Set(
  BUILTIN.filter((name) => name.endsWith("Attr") && !["TypedAttr", "IntegerSetAttr"].includes(name)),
);

/** Whether a constraint tells the C++ class as which an attribute is stored, which is none that others have too. */
function isOwnClass(record) {
  const storage = /^\s*(?:::)?(?:mlir::)?([\w:]+)\s*$/.exec(record.storageType ?? "")?.[1] ?? "Attribute";
  return storage === "TypedAttr" || (storage !== "Attribute" && !BUILTIN.includes(storage));
}

/** The numbers of an enum whose class ODS makes: `&(IntegerAttr,type:i64,number>=0,number<=3)`. */
function casesText(records, record) {
  const isBits = record["!superclasses"].some((name) => /^BitEnum/.test(name));
  if (!isA(record, "EnumAttrInfo") || isBits || !record.baseAttrClass) return undefined;
  const width = /^I(\d+)$/.exec(records[record.baseAttrClass.def]?.valueType?.def ?? "")?.[1];
  const cases = record.enumerants.map(({ def }) => records[def].value).sort((one, other) => one - other);
  const isRange = cases.every((value, i) => value === cases[0] + i);
  const numbers = isRange
    ? `number>=${cases[0]},number<=${cases.at(-1)}`
    : `|(${cases.map((value) => `number==${value}`).join(",")})`;
  return width && `&(IntegerAttr,type:i${width},${numbers})`;
}

/** `name=3`, `name~3`: the constraints of attributes, `~` if it is also the class. */
function attributeTexts(records, predicates, op) {
  return op.arguments.args.flatMap(([arg, name]) => {
    const record = member(records, arg);
    if (!isA(record, "Attr") || isA(record, "DerivedAttr")) return [];
    const base = baseOf(records, record);
    const expression = casesText(records, base) ?? predicates.of(base.predicate.def);
    const index = READ.has(expression) ? "" : indexOf(expression);
    return index === "" ? [] : [`${name}${isOwnClass(record) ? "~" : "="}${index}`];
  });
}

/** A region's constraint, in the parentheses of a CPred, and the sign of what it demands. */
const SIZES = [
  [/^\(::llvm::hasNItems\(\$_self, (\d+)\)\)$/, ""],
  [/^\(::llvm::hasNItemsOrMore\(\$_self, (\d+)\)\)$/, "+"],
  [/^\(::llvm::hasNItemsOrLess\(\$_self, (\d+)\)\)$/, "-"],
];

/** `body^1`: regions that must have one block; `+` at least, `-` at most so many, `*` for all from here on. */
function regionTexts(records, op) {
  return op.regions.args.flatMap(([arg, name], i) => {
    const record = records[arg.def];
    const expression = records[record.predicate?.def]?.predExpr?.trim() ?? "";
    for (const [pattern, sign] of SIZES) {
      const found = pattern.exec(expression);
      if (found) return [`^${i}${isA(record, "VariadicRegion") ? "*" : ""}:${found[1]}${sign}:${name ?? ""}`];
    }
    return [];
  });
}

/** Traits without lists of traits. */
const flatTraits = (records, traits) =>
  traits.flatMap(({ def }) =>
    isA(records[def], "TraitList") ? flatTraits(records, records[def].traits) : [records[def]],
  );

/** The places of an op's operands, results and attributes, by name: `o0`, `r1`, `a:value`; none of several values. */
function places(records, op) {
  const found = new Map();
  for (const [dag, letter] of [
    [op.arguments, "o"],
    [op.results, "r"],
  ]) {
    let place = 0;
    for (const [arg, name] of dag.args) {
      const record = member(records, arg);
      if (isValue(record)) {
        if (manyOf(record) === "") found.set(name, `${letter}${place}`);
        place++;
      } else if (isA(record, "Attr") && !record.isOptional) found.set(name, `a:${name}`);
    }
  }
  return found;
}

/** What several operands and results must share: the C++ that compares it, and the word for it. */
const SHARED = [
  [/^\(?\$(\w+)\.getType\(\)\)?$/, "type"],
  [/^\(?getElementTypeOrSelf\(\$(\w+)\)\)?$/, "scalar"],
  [/^\(?getElementTypeOrSelf\(\$_op\.get(Operand|Result)\((\d+)\)\)\)?$/, "scalar"],
  [/^\(?::llvm::cast<::mlir::ShapedType>\(\$(\w+)\.getType\(\)\)\.getRank\(\)\)?$/, "rank"],
  [/^\(?::llvm::cast<::mlir::ShapedType>\(\$(\w+)\.getType\(\)\)\.getShape\(\)\)?$/, "shape"],
];

/** One side of a comparison: [word, place]; undefined if it has another form. */
function sharedSide(text, where) {
  for (const [pattern, word] of SHARED) {
    const found = pattern.exec(text.trim());
    if (!found) continue;
    const place = found[2] === undefined ? where.get(found[1]) : `${found[1][0].toLowerCase()}${found[2]}`;
    return place && [word, place];
  }
  return undefined;
}

/** `scalar o0 r0`: what an op's own predicate demands to be equal; undefined if it demands something else. */
function sharedText(expression, where) {
  const equations = expression
    .trim()
    .replaceAll(/\s+/g, " ")
    .replace(/^\((.*)\)$/, "$1")
    .split(" && ");
  const sides = equations.flatMap((equation) => equation.split(" == ").map((side) => sharedSide(side, where)));
  const words = new Set(sides.map((side) => side?.[0]));
  if (sides.includes(undefined) || sides.length < 2 || words.size !== 1) return undefined;
  return `${[...words][0]} ${[...new Set(sides.map(([, place]) => place))].join(" ")}`;
}

/** What the type of one value is made of that of another (TypesMatchWith): the C++ that makes it, and the word for it. */
const DERIVED = [
  [/^\$(\w+)\.getType\(\)$/, "type"],
  [/^(?:::)?(?:llvm::)?cast<[\w:]+>\(\$(\w+)\.getType\(\)\)\.getElementType\(\)$/, "element"],
  [/^(?:::)?(?:mlir::)?getElementTypeOrSelf\(\$(\w+)\.getType\(\)\)$/, "scalar"],
  [/^(?:::)?(?:getI1SameShape|getMatchingBoolType)\(\$(\w+)\.getType\(\)\)$/, "bool"],
];

/** `element o0 r0`: from the type of which value that of another one follows; undefined if in another way. */
function derivedText(expression, where) {
  const [, made, to] = /^\(?std::equal_to<>\(\)\((.*), \$(\w+)\.getType\(\)\)\)?$/s.exec(expression.trim()) ?? [];
  for (const [pattern, word] of made === undefined ? [] : DERIVED) {
    const places = [pattern.exec(made.trim())?.[1], to].map((name) => where.get(name));
    if (!places.includes(undefined)) return `${word} ${places.join(" ")}`;
  }
  return undefined;
}

/** `&4`: what an op's operands, results and attributes must have in common. */
function commonTexts(records, op, traits) {
  const where = places(records, op);
  return traits.flatMap((trait) => {
    const predicate = isA(trait, "PredOpTrait") ? records[trait.predicate.def] : undefined;
    const shared =
      predicate?.predExpr && (sharedText(predicate.predExpr, where) ?? derivedText(predicate.predExpr, where));
    return shared ? [`&${texts.add(`${shared}|${trait.summary}`).toString(36)}`] : [];
  });
}

/** `>scf.yield`: the op that ends each block; `<scf.for|scf.if`: the ops that may be around. */
function relatives(op, traits, names) {
  const opNames = (list) => list.split(",").map((name) => names(name.trim().replace(/^(?:::)?(?:mlir::)?/, ""), op));
  return traits.flatMap(({ trait }) => {
    const [, sign, list] = /^(SingleBlockImplicitTerminator|HasParent)<(.*)>::Impl$/.exec(trait ?? "") ?? [];
    const found = list === undefined ? [undefined] : opNames(list);
    if (found.includes(undefined)) return [];
    return [`${sign === "HasParent" ? "<" : ">"}${found.join("|")}`];
  });
}

/** Finds ops by their C++ classes, in the namespace of the op that mentions them. */
function opFinder(records) {
  const names = new Map();
  for (const def of records["!instanceof"].Op ?? []) {
    const { opDialect, opName, cppNamespace } = records[def];
    const full = `${(cppNamespace ?? "").replace(/^(?:::)?(?:mlir::)?/, "")}::${def.replace(/^[^_]*_/, "")}`;
    names.set(full.replace(/^::/, ""), `${records[opDialect.def].name}.${opName}`);
  }
  return (name, op) => {
    const own = (op.cppNamespace ?? "").replace(/^(?:::)?(?:mlir::)?/, "");
    return names.get(`${own}::${name}`) ?? names.get(name);
  };
}

/** An op's line. */
function opLine(records, predicates, op, names) {
  const traits = flatTraits(records, op.traits);
  const letters = traits.map(
    (trait) => TRAITS[trait.trait] ?? TRAITS[trait.cppInterfaceName && `${trait.cppInterfaceName}::Trait`],
  );
  const words = [
    `${valuesText(records, predicates, op.arguments)}>${valuesText(records, predicates, op.results)}`,
    ...attributeTexts(records, predicates, op),
    ...regionTexts(records, op),
    ...commonTexts(records, op, traits),
    ...relatives(op, traits, names),
    ...(letters.some(Boolean) ? [`/${letters.filter(Boolean).join("")}`] : []),
  ];
  return [op.opName, ...words].join(" ");
}

/** C++ classes and the words for them, from these files. */
function classWords(files) {
  const words = new Map([...BUILTIN.map((name) => [name, name]), ...Object.entries(NAMED)]);
  for (const file of files) {
    const records = tdRecords(options, file);
    if (records) addClasses(words, records);
  }
  return words;
}

/** dialect → op name → line, from all files below `--td`. */
function collect() {
  const dialects = new Map();
  const files = tdFiles(options);
  // Files with ops need not include those that define their types.
  const words = classWords(files);
  for (const file of files) {
    const records = tdRecords(options, file);
    const defined = records?.["!instanceof"].Op ?? [];
    if (defined.length === 0) continue;
    const predicates = new Predicates(records, new Map(words));
    enumWords(records, predicates);
    const names = opFinder(records);
    for (const op of defined.map((name) => records[name])) {
      const dialect = records[op.opDialect.def].name;
      if (dialect.startsWith("test")) continue;
      const ops = dialects.get(dialect) ?? new Map();
      dialects.set(dialect, ops);
      if (!ops.has(op.opName)) ops.set(op.opName, opLine(records, predicates, op, names));
    }
  }
  return dialects;
}

writeTable(options, collect(), { known: baseLines(bases), defaults: texts.added, enums: [], renumber: true });
