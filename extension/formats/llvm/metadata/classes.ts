/**
 * The classes of specialised nodes: their fields, which of these are operands of the node (in the reference's order,
 * which determines the numbering), and which are printed, in which order and since which release. Source: AsmWriter's
 * writeDI… functions and DebugInfoMetadata's getImpl of each release.
 */
import type { MetadataField, MetadataRecord } from "../ir/metadata";
import type { Release } from "../ir/releases";

/**
 * How a field is printed. Forms that end in `!` are always printed; the others are omitted when null, empty, zero or
 * the default. `bound` and `size` contain a number (a bigint) or metadata (an id); a constant in the metadata is
 * printed as its number.
 */
export const FIELD_FORMS = [
  "ref",
  "ref!",
  "string",
  "string!",
  "int",
  "int!",
  "bool!",
  "defaultFalse",
  "defaultTrue",
  "tag",
  "tagUnlessBase",
  "tagUnlessString",
  "tagUnlessTemplateValue",
  "flags",
  "spFlags",
  "language",
  "encoding",
  "convention",
  "macinfo",
  "enumKind",
  "emission",
  "nameTable",
  "fixedPointKind",
  "bound",
  "genericBound",
  "size",
  "optional",
  "optionalString",
  "plusOne",
  "virtualIndex",
  "checksum",
  "pointerAuth",
  "enumerator",
  "rational",
  "languageName",
  "dialect",
] as const;
/** One of {@link FIELD_FORMS}. */
export type FieldForm = (typeof FIELD_FORMS)[number];

/** A printed field: its label in the text, its form, and the releases that print it. */
export interface TextField {
  readonly label: string;
  readonly form: FieldForm;
  /** Index in the class's fields. */
  readonly field: number;
  readonly since: Release | 0;
  readonly until: number;
}

/** A class of nodes. */
export class NodeClass {
  /** Indices of the fields that are operands of the node. */
  readonly operands: readonly number[];
  private parsed: readonly TextField[] | undefined;

  constructor(
    readonly name: string,
    readonly fields: readonly string[],
    operands: readonly string[],
    private readonly source: string,
  ) {
    this.operands = operands.map((operand) => fields.indexOf(operand));
  }
  /** What is printed of a node. It is parsed when it is first asked for: most files have nodes of few classes. */
  get text(): readonly TextField[] {
    return (this.parsed ??= parseText(this.source, this.fields));
  }
}

/**
 * Parses `label[=field]:form[@since][<until]`, separated by blanks.
 * @throws {Error} if there is no such form
 */
function parseText(text: string, fields: readonly string[]): readonly TextField[] {
  return text.split(" ").flatMap((item) => {
    if (item === "") return [];
    const match = /^(\w+)(?:=(\w+))?:([\w!]+)(?:@(\d+))?(?:<(\d+))?$/.exec(item);
    const [, label = "", name = label, stated, since = "0", until = "99"] = match ?? [];
    const form = FIELD_FORMS.find((one) => one === stated);
    if (form === undefined) throw new Error(`a field has no known form: ${item}`);
    return {
      label,
      form,
      field: fields.indexOf(name),
      since: Number(since) as Release | 0,
      until: Number(until),
    };
  });
}

function define(name: string, fields: string, operands: string, text: string): NodeClass {
  const words = (list: string): readonly string[] => (list === "" ? [] : list.split(" "));
  return new NodeClass(name, words(fields), words(operands), text);
}

const RANGE = "count lowerBound upperBound stride";

/** All classes but GenericDINode and DILayerLocList, whose operands may be any number. */
export const CLASSES: readonly NodeClass[] = [
  define(
    "DILocation",
    "line column scope inlinedAt isImplicitCode atomGroup atomRank irlayers",
    "scope inlinedAt irlayers",
    "line:int! column:int scope:ref! inlinedAt:ref isImplicitCode:defaultFalse atomGroup:int@21 atomRank:int@21" +
      " irlayers:ref@24",
  ),
  define("DIAssignID", "", "", ""),
  define(
    "DISubrange",
    RANGE,
    RANGE,
    "count:bound lowerBound:int<11 lowerBound:bound@11 upperBound:bound@11 stride:bound@11",
  ),
  define(
    "DIGenericSubrange",
    RANGE,
    RANGE,
    "count:genericBound lowerBound:genericBound upperBound:genericBound stride:genericBound",
  ),
  define("DIEnumerator", "name value isUnsigned", "name", "name:string! value:enumerator"),
  define(
    "DIBasicType",
    "tag name size align encoding flags num_extra_inhabitants dataSize file line scope",
    "file scope name size",
    "tag:tagUnlessBase name:string scope:ref@23 file:ref@23 line:int@23 size:size align:int dataSize:int@22 encoding:encoding" +
      " num_extra_inhabitants:int@21 flags:flags",
  ),
  define(
    "DIFixedPointType",
    "tag name size align encoding flags kind factor numerator denominator file line scope",
    "file scope name size",
    "tag:tagUnlessBase name:string scope:ref@23 file:ref@23 line:int@23 size:size align:int encoding:encoding flags:flags" +
      " kind:fixedPointKind numerator:rational",
  ),
  define(
    "DIStringType",
    "tag name stringLength stringLengthExpression stringLocationExpression size align encoding charType",
    "name size stringLength stringLengthExpression stringLocationExpression charType",
    "tag:tagUnlessString name:string stringLength:ref stringLengthExpression:ref stringLocationExpression:ref@14" +
      " size:size align:int encoding:encoding charType:ref@24",
  ),
  define(
    "DIDerivedType",
    "tag name file line scope baseType size align offset flags extraData dwarfAddressSpace annotations ptrAuthData",
    "file scope name size offset baseType extraData annotations",
    "tag:tag name:string scope:ref file:ref line:int baseType:ref! size:size align:int offset:size flags:flags" +
      " extraData:ref dwarfAddressSpace:plusOne annotations:ref@14 ptrAuthKey=ptrAuthData:pointerAuth@19",
  ),
  define(
    "DISubrangeType",
    "name file line scope size align flags baseType lowerBound upperBound stride bias",
    "file scope name size baseType lowerBound upperBound stride bias",
    "name:string scope:ref file:ref line:int size:size align:int flags:flags baseType:ref! lowerBound:ref upperBound:ref" +
      " stride:ref bias:ref",
  ),
  define(
    "DICompositeType",
    "tag name file line scope baseType size align offset flags elements runtimeLang vtableHolder templateParams identifier" +
      " discriminator dataLocation associated allocated rank annotations num_extra_inhabitants specification enumKind bitStride",
    "file scope name size offset baseType elements vtableHolder templateParams identifier discriminator dataLocation" +
      " associated allocated rank annotations specification bitStride",
    "tag:tag name:string scope:ref file:ref line:int baseType:ref size:size align:int offset:size" +
      " num_extra_inhabitants:int@21 flags:flags elements:ref runtimeLang:language vtableHolder:ref" +
      " templateParams:ref identifier:string discriminator:ref dataLocation:ref@11 associated:ref@13 allocated:ref@13" +
      " rank:bound@13 annotations:ref@14 specification:ref@21 enumKind:enumKind@21 bitStride:ref@21",
  ),
  define("DISubroutineType", "flags types cc", "types", "flags:flags cc:convention types:ref!"),
  define(
    "DIFile",
    "filename directory checksumkind checksum source",
    // Strings have no numbers, and a checksum without a kind is none.
    "",
    "filename:string! directory:string! checksum:checksum source:string<22 source:optionalString@22",
  ),
  define(
    "DICompileUnit",
    "language file producer isOptimized flags runtimeVersion splitDebugFilename emissionKind enums retainedTypes" +
      " subprograms globals imports dwoId macros splitDebugInlining debugInfoForProfiling nameTableKind rangesBaseAddress" +
      " sysroot sdk languageVersion dialect",
    "file producer flags splitDebugFilename enums retainedTypes globals imports macros sysroot sdk",
    "language:languageName file:ref! producer:string isOptimized:bool! flags:string runtimeVersion:int!" +
      " splitDebugFilename:string emissionKind:emission enums:ref retainedTypes:ref globals:ref imports:ref macros:ref" +
      " dwoId:int splitDebugInlining:defaultTrue debugInfoForProfiling:defaultFalse nameTableKind:nameTable" +
      " rangesBaseAddress:defaultFalse sysroot:string@11 sdk:string@11 dialect:dialect@23",
  ),
  define(
    "DISubprogram",
    "scope name linkageName file line type scopeLine containingType spFlags virtualIndex flags unit templateParams" +
      " declaration retainedNodes thisAdjustment thrownTypes annotations targetFuncName keyInstructions",
    "file scope name linkageName type unit declaration retainedNodes containingType templateParams thrownTypes annotations" +
      " targetFuncName",
    "name:string linkageName:string scope:ref! file:ref line:int type:ref scopeLine:int containingType:ref" +
      " virtualIndex:virtualIndex thisAdjustment:int flags:flags spFlags:spFlags unit:ref templateParams:ref" +
      " declaration:ref retainedNodes:ref thrownTypes:ref annotations:ref@14 targetFuncName:string@15" +
      " keyInstructions:defaultFalse@21",
  ),
  define("DILexicalBlock", "scope file line column", "file scope", "scope:ref! file:ref line:int column:int"),
  define("DILexicalBlockFile", "scope file discriminator", "file scope", "scope:ref! file:ref discriminator:int!"),
  define("DINamespace", "scope name exportSymbols", "scope name", "name:string scope:ref! exportSymbols:defaultFalse"),
  define(
    "DICommonBlock",
    "scope declaration name file line",
    "scope declaration name file",
    "scope:ref! declaration:ref! name:string file:ref line:int",
  ),
  define("DIMacro", "type line name value", "name value", "type:macinfo line:int name:string value:string"),
  define("DIMacroFile", "type line file nodes", "file nodes", "line:int file:ref! nodes:ref"),
  define(
    "DIModule",
    "file scope name configMacros includePath apinotes line isDecl",
    "file scope name configMacros includePath apinotes",
    "scope:ref! name:string configMacros:string includePath:string isysroot=apinotes:string<11 apinotes:string@11" +
      " file:ref@11 line:int@11 isDecl:defaultFalse@13",
  ),
  define(
    "DITemplateTypeParameter",
    "name type defaulted",
    "name type",
    "name:string type:ref! defaulted:defaultFalse@11",
  ),
  define(
    "DITemplateValueParameter",
    "tag name type defaulted value",
    "name type value",
    "tag:tagUnlessTemplateValue name:string type:ref defaulted:defaultFalse@11 value:ref!",
  ),
  define(
    "DIGlobalVariable",
    "scope name linkageName file line type isLocal isDefinition declaration templateParams align annotations",
    "scope name file type linkageName declaration templateParams annotations",
    "name:string linkageName:string scope:ref! file:ref line:int type:ref isLocal:bool! isDefinition:bool!" +
      " declaration:ref templateParams:ref align:int annotations:ref@14",
  ),
  define(
    "DILocalVariable",
    "scope name file line type arg flags align annotations",
    "scope name file type annotations",
    "name:string arg:int scope:ref! file:ref line:int type:ref flags:flags align:int annotations:ref@14",
  ),
  define(
    "DILabel",
    "scope name file line column isArtificial coroSuspendIdx",
    "scope name file",
    "scope:ref! name:string file:ref line:int<23 line:int!@23 column:int@21 isArtificial:defaultFalse@21 coroSuspendIdx:optional@21",
  ),
  define("DIGlobalVariableExpression", "var expr", "var expr", "var:ref expr:ref"),
  define(
    "DIObjCProperty",
    "name file line setter getter attributes type",
    "name file getter setter type",
    "name:string file:ref line:int setter:string getter:string attributes:int type:ref",
  ),
  define(
    "DIImportedEntity",
    "tag scope entity line name file elements",
    "scope entity name file elements",
    "tag:tag name:string scope:ref! entity:ref file:ref line:int elements:ref@14",
  ),
  define(
    "DIProperty",
    "name file line type backing_storage",
    "name file type backing_storage",
    "name:string file:ref line:int type:ref backing_storage:ref",
  ),
  define("DILayerLoc", "line column file kind", "kind file", "line:int! column:int file:ref kind:string!"),
];

const byName = new Map(CLASSES.map((c) => [c.name, c]));

/** The class with this name (`DILocation`); undefined for GenericDINode, which has any number of operands. */
export function nodeClass(name: string): NodeClass | undefined {
  return byName.get(name);
}

/** The value of the field with this name; undefined if a record has none. */
export function fieldOf(record: MetadataRecord | undefined, name: string): MetadataField {
  return record?.fields[nodeClass(record.name)?.fields.indexOf(name) ?? -1];
}
