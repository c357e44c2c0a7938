/**
 * The text that MLIR prints for a default value of an ODS attribute or property: the result of the op's
 * `populateDefaultProperties`, in the printer's spelling. ODS contains it as C++ (`constBuilderCall` with
 * `defaultValue` for `$0`).
 */

/** Values that are built by C++ of their own, by their expression. */
const SPECIAL = {
  "::mlir::DictionaryAttr::get($_builder.getContext(), {})": "{}",
  "::mlir::LLVM::DIExpressionAttr::get($_builder.getContext(), {})": "#llvm.di_expression<>",
};

/**
 * The text of an attribute's or property's default; "" if the default is no attribute (a unit that is not set),
 * undefined if its C++ has an unknown form.
 */
export function defaultText(records, record) {
  const value = record.defaultValue?.trim() ?? "";
  return record["!superclasses"].includes("Property")
    ? nativeText(records, record, value)
    : attributeText(records, record, value);
}

function nativeText(records, property, value) {
  if (property["!superclasses"].includes("EnumProperty")) return enumPropertyText(records, property);
  if (value === "std::nullopt") return "[]";
  if (value === "true") return isUnit(property) ? "unit" : "true";
  if (value === "false") return "false";
  const info = enumInfo(records, property);
  const width = /IntegerType::get\(\$_ctxt, (\d+)\)/.exec(property.convertToAttribute);
  const found = info && enumCase(records, info, value);
  return found && width ? `${found.value} : i${width[1]}` : undefined;
}

/** An attribute that the default itself builds: `$_builder.getI32IntegerAttr(0)`. */
const BUILT = /^(\$_builder\.get\w+Attr)\(([^()]*)\)$/;

function attributeText(records, record, text) {
  const built = record.constBuilderCall === "$0" ? BUILT.exec(text) : null;
  return builtText(records, record, built ? `${built[1]}($0)` : (record.constBuilderCall ?? ""), built?.[2] ?? text);
}

/** The text of the attribute that the C++ expression `call` makes from `value`. */
function builtText(records, record, call, value) {
  if (call === "$0" && value === "{}") return "";
  const whole = call.replace("$0", value);
  if (whole in SPECIAL) return SPECIAL[whole];
  if (/getUnitAttr\(/.test(call)) return value === "true" ? "unit" : "";
  if (/getBoolAttr\(/.test(call)) return value;
  if (/getStringAttr\(/.test(call)) return operationName(value) ?? value;
  if (/getDictionaryAttr\(/.test(call)) return "{}";
  const dense = /getDense(Bool|I8|I16|I32|I64|F32|F64)ArrayAttr\(/.exec(call);
  if (dense && isEmptyList(value)) return `array<${dense[1].toLowerCase().replace("bool", "i1")}>`;
  if (/ArrayAttr\(/.test(call) && isEmptyList(value)) return "[]";
  const width = integerWidth(call);
  const integer = /^(?:static_cast<\w+>\()?(-?\d+|0x[0-9a-f]+|\{\})\)?$/i.exec(value);
  if (width === "i1" && integer) return integer[1] === "0" ? "false" : "true";
  if (width && integer) return `${Number(integer[1].replace("{}", "0"))} : ${width}`;
  if (width && LIMITS[value] !== undefined) return `${LIMITS[value]} : ${width}`;
  return enumText(records, record, value);
}

const isEmptyList = (value) => /^\{\}$|ArrayRef<[^>]*>\(\{?\}?\)$|^\{\s*\}$/.test(value);

/** Named C++ constants. */
const LIMITS = {
  "std::numeric_limits<unsigned>::max()": "4294967295",
  "std::numeric_limits<int32_t>::max()": "2147483647",
  "std::numeric_limits<int64_t>::max()": "9223372036854775807",
};

/** The type of an integer attribute's builder call. */
function integerWidth(call) {
  const match =
    /getIntegerType\((\d+)(?:, (?:\/\*isSigned=\*\/)?(true|false))?\)|getI(\d+)IntegerAttr|get(Index)Attr|get(Index)Type/.exec(
      call,
    );
  if (!match) return undefined;
  const [, width, signed, plain, ...index] = match;
  if (index.some(Boolean)) return "index";
  return signed === undefined ? `i${width ?? plain}` : `${signed === "true" ? "si" : "ui"}${width}`;
}

/** The last component of a C++ name. */
const lastName = (cppName) => cppName.trim().split("::").at(-1);

const isA = (record, name) => record["!superclasses"]?.includes(name);

/** Whether a record is an enum: since 21 `EnumInfo`, before that only `EnumAttrInfo`. */
export const isEnum = (record) => isA(record, "EnumInfo") || isA(record, "EnumAttrInfo");

const instances = (records, name) => (records["!instanceof"][name] ?? []).map((n) => records[n]);

/** The attribute definition of a constraint, which has the mnemonic. */
function definitionOf(records, record) {
  let attribute = record;
  while (attribute.baseAttr) attribute = records[attribute.baseAttr.def];
  if (attribute.mnemonic || isEnum(attribute)) return attribute;
  const className = lastName(attribute.storageType);
  return instances(records, "AttrDef").find((r) => r.cppClassName === className) ?? attribute;
}

/** The enum of the default: the attribute's own, otherwise that of its C++ type. */
function enumInfo(records, record) {
  for (let r = record; r; r = records[r.baseAttr?.def ?? r.baseProperty?.def]) {
    if (isEnum(r)) return r;
    if (r.enum) return records[r.enum.def];
  }
  return enumOfClass(records, record.returnType ?? "");
}

/** Whether a bool property becomes a unit attribute if it is true. */
export const isUnit = (property) => /UnitAttr::get/.test(property.convertToAttribute ?? "");

/** The enum of a C++ type. */
export function enumOfClass(records, cppType) {
  return instances(records, "EnumAttrInfo").find((r) => r.className === lastName(cppType));
}

/** The case of a C++ expression (`ns::Enum::Case`; `{}` is the case with value 0). */
function enumCase(records, info, value) {
  const cases = info.enumerants.map(({ def }) => records[def]);
  return value === "{}" ? cases.find((c) => c.value === 0) : cases.find((c) => c.symbol === lastName(value));
}

const enumWidth = (info) => info.bitwidth ?? /I(\d+)(Bit)?EnumAttr/.exec(info["!superclasses"].join())?.[1];

/** MLIR 19: a property whose C++ converts it to the enum's attribute; value 0 until something is stored. */
function enumPropertyText(records, property) {
  const className = lastName(property.interfaceType);
  const attribute = instances(records, "AttrDef").find((r) => r.enum && records[r.enum.def].className === className);
  return attribute && spelling(records, attribute, enumCase(records, records[attribute.enum.def], "{}").str);
}

/** The text for `ns::FooBarOp::getOperationName()`: ODS class names are the op's name in camel case. */
function operationName(value) {
  const path = /(\w+)::(\w+)Op::getOperationName\(\)$/.exec(value);
  return path && `"${path[1]}.${path[2].replace(/(?<!^)[A-Z]/g, "_$&").toLowerCase()}"`;
}

/** `#dialect.mnemonic<case>`, `#dialect<mnemonic case>` for enum attributes, `N : iW` for enums that are integers. */
function enumText(records, record, value) {
  const attribute = definitionOf(records, record);
  const info = enumInfo(records, record);
  const found = info && enumCase(records, info, value);
  if (!found) return attribute.mnemonic ? spelling(records, attribute, "") : parameterless(attribute);
  return attribute.mnemonic ? spelling(records, attribute, found.str) : `${found.value} : i${enumWidth(info)}`;
}

/** `#dialect.mnemonic` of an attribute defined in another file: the call contains only its class. */
function parameterless(attribute) {
  const call = /^::mlir::(\w+)::(\w+)Attr::get\(\$_builder\.getContext\(\)\)$/.exec(attribute.constBuilderCall ?? "");
  return call ? `#${call[1].toLowerCase()}.${call[2].toLowerCase()}` : undefined;
}

/** A dialect attribute with this parameter text; without one, as an attribute without parameters is printed. */
function spelling(records, attribute, text) {
  const dialect = records[attribute.dialect.def].name;
  if (text === "" && attribute.parameters.args.length === 0) return `#${dialect}.${attribute.mnemonic}`;
  const ownBrackets = /^\s*`<`/.test(attribute.assemblyFormat ?? "");
  return ownBrackets ? `#${dialect}.${attribute.mnemonic}<${text}>` : `#${dialect}<${attribute.mnemonic} ${text}>`;
}
