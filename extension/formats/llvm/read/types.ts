/** Reads TYPE_BLOCK: the module's types. */
import type { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { TYPE } from "../codes";
import type { SimpleTypeKind, StructType, Type } from "../ir/types";
import type { MutableStruct, TypeInterner } from "../ir/interner";
import type { ProblemList } from "../stream/blocks";
import { blockInSteps, RecordFault } from "../stream/blocks";

const SIMPLE: Readonly<Record<number, SimpleTypeKind>> = {
  [TYPE.VOID]: "void",
  [TYPE.FLOAT]: "float",
  [TYPE.DOUBLE]: "double",
  [TYPE.LABEL]: "label",
  [TYPE.HALF]: "half",
  [TYPE.X86_FP80]: "x86_fp80",
  [TYPE.FP128]: "fp128",
  [TYPE.PPC_FP128]: "ppc_fp128",
  [TYPE.METADATA]: "metadata",
  [TYPE.X86_MMX]: "x86_mmx",
  [TYPE.TOKEN]: "token",
  [TYPE.BFLOAT]: "bfloat",
  [TYPE.X86_AMX]: "x86_amx",
};

/** The kind of a type without parts by its record code; undefined for other codes. */
export function simpleTypeKind(code: number): SimpleTypeKind | undefined {
  return SIMPLE[code];
}

/** The widest integer type accepted (LLVM 22: 2^23; older releases 2^24 - 1, which we use). */
const MAX_INTEGER_WIDTH = 2 ** 24 - 1;

/** The widest byte type. */
const MAX_BYTE_WIDTH = 2 ** 23;

const ONLY_STRUCTS = "Invalid TYPE table: Only named structs can be forward referenced";

/** Reads one type table. */
export class TypeTableReader {
  readonly types: Type[] = [];
  private pendingName = "";
  /** How many types the table says that it has, and the record that says so. */
  private entries = 0;
  private readonly forward = new Map<number, MutableStruct>();

  constructor(private readonly interner: TypeInterner) {}

  /** Reads the block that was just entered, in steps. Types that are used but not defined stay opaque structs. */
  *inSteps(
    reader: BitstreamReader,
    problems: ProblemList,
    onType?: (index: number, record: BitRecord) => void,
  ): Generator<void, void, undefined> {
    yield* blockInSteps(reader, problems, {
      path: ["module", "types"],
      record: (record) => {
        const before = this.types.length;
        try {
          this.readRecord(record);
        } finally {
          if (this.types.length > before) onType?.(before, record);
        }
      },
    });
    const fault = [...this.forward.keys()].some((index) => index >= this.types.length)
      ? ONLY_STRUCTS
      : this.types.length < this.entries
        ? "Malformed block: fewer types than NUMENTRY says"
        : undefined;
    if (fault === undefined) return;
    const at = { startBit: reader.position, endBit: reader.position };
    problems.add({ ...at, code: "bad-type", message: fault, path: ["module", "types"] });
  }

  private readRecord(record: BitRecord): void {
    if (record.code === TYPE.NUMENTRY) {
      this.entries = record.value(0);
      return;
    }
    if (record.code === TYPE.STRUCT_NAME) {
      this.pendingName += record.text();
      return;
    }
    const index = this.types.length;
    // A type that cannot be read still takes an index, so that later types keep theirs.
    try {
      this.types.push(this.make(record));
    } finally {
      if (this.types.length === index) this.types.push(this.interner.simple("void"));
    }
    if (this.forward.has(index)) throw new RecordFault("bad-type", ONLY_STRUCTS);
    if (index === this.entries) throw new RecordFault("bad-type", "Invalid TYPE table: more types than NUMENTRY says");
  }

  private make(record: BitRecord): Type {
    const simple = SIMPLE[record.code];
    if (simple !== undefined) return this.interner.simple(simple);
    const make = MAKERS[record.code];
    if (!make) throw new RecordFault("unsupported", `Invalid value: type code ${record.code}`);
    return make(this, record, this.interner);
  }

  /** The type with this index; a later one must turn out to be an identified struct. */
  at(index: number): Type {
    const type = this.types[index];
    if (type) return type;
    let forward = this.forward.get(index);
    if (!forward) {
      forward = this.interner.newStruct(true, false, undefined);
      this.forward.set(index, forward);
    }
    return forward;
  }
  /** The types in the operands from `from` on. */
  list(record: BitRecord, from: number): Type[] {
    const types: Type[] = [];
    for (let i = from; i < record.length; i++) types.push(this.at(record.value(i)));
    return types;
  }
  /** Completes a struct that was referred to before, or makes a new one, with the name from the record before it. */
  identified(packed: boolean, elements: readonly Type[] | undefined): StructType {
    const index = this.types.length;
    const forward = this.forward.get(index);
    this.forward.delete(index);
    const struct = forward ?? this.interner.newStruct(true, packed, elements);
    return Object.assign(struct, { packed, elements, name: this.takeName() });
  }
  takeName(): string {
    const name = this.pendingName;
    this.pendingName = "";
    return name;
  }
}

type Maker = (table: TypeTableReader, record: BitRecord, interner: TypeInterner) => Type;

const MAKERS: Readonly<Record<number, Maker>> = {
  [TYPE.INTEGER]: (_, record, interner) => {
    const width = record.value(0);
    if (width < 1 || width > MAX_INTEGER_WIDTH)
      throw new RecordFault("bad-type", "Bitwidth for integer type out of range");
    return interner.integer(width);
  },
  [TYPE.BYTE]: (_, record, interner) => {
    const width = record.value(0);
    if (width < 1 || width > MAX_BYTE_WIDTH) throw new RecordFault("bad-type", "Bitwidth for byte type out of range");
    return interner.byte(width);
  },
  [TYPE.POINTER]: (table, record, interner) => {
    const pointee = table.at(record.value(0));
    if (record.length < 1 || ["void", "label", "metadata", "token"].includes(pointee.kind))
      throw new RecordFault("bad-type", "Invalid type");
    return interner.pointer(pointee, record.value(1));
  },
  [TYPE.OPAQUE_POINTER]: (_, record, interner) => {
    if (record.length !== 1) throw new RecordFault("bad-type", "Invalid opaque pointer record");
    return interner.pointer(undefined, record.value(0));
  },
  [TYPE.FUNCTION]: (table, record, interner) => functionType(table, record, interner, 1),
  [TYPE.FUNCTION_OLD]: (table, record, interner) => functionType(table, record, interner, 2),
  [TYPE.ARRAY]: (table, record, interner) => {
    const element = table.at(record.value(1));
    if (record.length < 2 || !isElement(element)) throw new RecordFault("bad-type", "Invalid type");
    const count = record.value(0);
    return interner.array(element, count > Number.MAX_SAFE_INTEGER ? record.big(0) : count);
  },
  [TYPE.VECTOR]: (table, record, interner) => {
    if (record.length < 2 || record.value(0) === 0) throw new RecordFault("bad-type", "Invalid vector length");
    const element = table.at(record.value(1));
    if (!isElement(element) || element.kind === "struct" || element.kind === "array" || element.kind === "vector") {
      throw new RecordFault("bad-type", "Invalid type");
    }
    return interner.vector(element, record.value(0), record.value(2) !== 0);
  },
  [TYPE.STRUCT_ANON]: (table, record, interner) => interner.struct(table.list(record, 1), record.value(0) !== 0),
  [TYPE.STRUCT_NAMED]: (table, record) => table.identified(record.value(0) !== 0, table.list(record, 1)),
  [TYPE.OPAQUE]: (table) => table.identified(false, undefined),
  [TYPE.TARGET_TYPE]: (table, record, interner) => {
    const count = record.value(0);
    if (count >= record.length) throw new RecordFault("bad-type", "Invalid target extension type record");
    const types: Type[] = [];
    for (let i = 1; i <= count; i++) types.push(table.at(record.value(i)));
    const integers: number[] = [];
    for (let i = count + 1; i < record.length; i++) integers.push(record.value(i));
    return interner.target(table.takeName(), types, integers);
  },
};

function functionType(table: TypeTableReader, record: BitRecord, interner: TypeInterner, resultAt: number): Type {
  if (record.length <= resultAt) throw new RecordFault("bad-type", "Invalid function type record");
  const params = table.list(record, resultAt + 1);
  if (params.some((t) => t.kind === "void" || t.kind === "function"))
    throw new RecordFault("bad-type", "Invalid function argument type");
  return interner.function(table.at(record.value(resultAt)), params, record.value(0) !== 0);
}

/** Whether arrays and vectors may have this element type. */
function isElement(type: Type): boolean {
  return !["void", "label", "metadata", "function", "token", "x86_amx"].includes(type.kind);
}
