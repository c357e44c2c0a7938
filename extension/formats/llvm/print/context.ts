/** Names and numbers of one module while it is printed: what all its printers share. */
import type { MetadataId, ValueId } from "../ir/ids";
import { Packed } from "../../../document/byteText";
import type { Sink } from "../../../document/sink";
import type { FunctionBody } from "../ir/function";
import type { LoadedModule } from "../read/module";
import type { AttributeSet } from "../ir/attributes";
import { NO_VALUE } from "../ir/function";
import type { PrintContext } from "../ir/printing";
import type { Release } from "../ir/releases";
import type { AttributePrinter, MetadataPrinter } from "../ir/tables";
import type { Type } from "../ir/types";
import type { FunctionValue, Value } from "../ir/values";
import { attributePrinter } from "../attributes/text";
import { GoneConstants } from "../upgrade/constantExpressions";
import { printConstant } from "./constants";
import { nameText } from "./names";
import type { RoomKind } from "./room";
import { ConstantRoom } from "./room";
import { TypePrinter } from "./types";

/** What stands for the type of a value that is not there (AssemblyWriter::writeOperand). */
export const NO_TYPE = "<null operand!>";
/** Since when metadata has poison for an expression that the release does not have. */
const GONE_IS_POISON: Release = 21;

/** Where no function is open: a number that no value has. */
const NO_LOCALS: ValueId = 2 ** 30;

/** Characters of names that are kept, and how many more for each byte of the module and of STRTAB. */
const NAMES_BASE = 1 << 20;
const NAMES_PER_BYTE = 2;

/** Gives names of blocks of any function, for `blockaddress`. */
export type BlockNames = (function_: ValueId, block: number) => string;

/** The context of one module; {@link enter} makes a function's names known. */
export class ModulePrinting implements PrintContext {
  readonly release: Release;
  readonly types: TypePrinter;
  readonly attributes: AttributePrinter;
  /** How much is printed of constants. */
  readonly room: ConstantRoom;
  /** Numbers of attribute groups, in the order in which they were first asked for. */
  readonly groups = new Map<AttributeSet, number>();
  /** ` #3` by the serial number of the set, where it has a number. */
  private readonly groupTexts: (string | undefined)[] = [];
  private readonly globalNames: string[] = [];
  /** There are names that are not kept. */
  private longNames = false;
  /** The same made ready for plain text, as they are first used. */
  private readonly packedNames: (Packed | undefined)[] = [];
  /** Names with sigils of the open function's values, from `firstLocal` on, and of its blocks. */
  private locals: readonly (string | undefined)[] = [];
  private blocks: readonly string[] = [];
  /** Names of values that the file does not number. */
  private extra: ReadonlyMap<ValueId, string> = new Map();
  private firstLocal = NO_LOCALS;
  body: FunctionBody | undefined;
  private readonly programSpace: number;

  constructor(
    readonly module: LoadedModule,
    readonly metadata: MetadataPrinter,
    private readonly numberOf: (node: MetadataId) => string,
    readonly blockOfFunction: BlockNames,
    room: RoomKind = "text",
  ) {
    this.room = new ConstantRoom(module, room);
    this.release = module.release;
    this.types = new TypePrinter(this.release, module.opaquePrinted);
    this.programSpace = Number(/(?:^|-)P(\d+)/.exec(module.dataLayout)?.[1] ?? 0);
    this.attributes = attributePrinter({ release: this.release, typeText: (type) => this.types.text(type) });
  }

  /** Address space of functions, from the data layout's `P`. */
  get programAddressSpace(): number {
    return this.programSpace;
  }

  /** Numbers unnamed globals: variables, aliases, ifuncs, functions, in that order, share one counter. */
  nameGlobals(): void {
    const { globals } = this.module;
    const unnamed = globals.filter((global) => global.name === "");
    let next = 0;
    for (const kind of ["variable", "alias", "ifunc", "function"] as const)
      for (const global of unnamed) if (global.kind === kind) this.globalNames[global.id] = `@${next++}`;
    // Names may overlap in the file's table: no more is kept of them than of names that do not.
    const { startBit, endBit, strings } = this.module.place;
    const bytes = (endBit - startBit) / 8 + (strings ? strings.endByte - strings.startByte : 0);
    let room = NAMES_BASE + NAMES_PER_BYTE * bytes;
    for (const { id, name } of globals) {
      if (name === "") continue;
      room -= name.length;
      if (room > 0) this.globalNames[id] = nameText("@", name, this.release);
      else this.longNames = true;
    }
  }

  globalName(id: ValueId): string {
    return this.globalNames[id] ?? this.longName(id) ?? "<badref>";
  }
  /** The name of a global that is not kept. */
  private longName(id: ValueId): string | undefined {
    const value = this.longNames ? this.module.values.at(id) : undefined;
    return value && "name" in value ? nameText("@", value.name, this.release) : undefined;
  }
  typeText(type: Type): string {
    return this.types.text(type);
  }
  metadataName(node: MetadataId): string {
    return this.numberOf(node);
  }
  attributeGroup(set: AttributeSet): number {
    let number = this.groups.get(set);
    if (number === undefined) this.groups.set(set, (number = this.groups.size));
    return number;
  }

  /** `#3`: the name of a group where it is printed. */
  groupName(set: AttributeSet): string {
    return `#${this.attributeGroup(set)}`;
  }

  /** Texts of the groups by their numbers, from one of these on. */
  textsOfGroups(from = 0): readonly string[] {
    return [...this.groups.keys()].slice(from).map((set) => this.attributes.group(set));
  }
  /** ` #3`, or before there were groups the attributes themselves. */
  functionAttributes(set: AttributeSet): string {
    if (this.release < 9) return ` ${this.attributes.inPlace(set)}`;
    return this.groupTexts[set.serial] ?? this.newGroupText(set);
  }
  private newGroupText(set: AttributeSet): string {
    const text = ` ${this.groupName(set)}`;
    // A number that is given stays.
    if (!this.groups.has(set)) return text;
    while (this.groupTexts.length <= set.serial) this.groupTexts.push(undefined);
    return (this.groupTexts[set.serial] = text);
  }

  /** Gives the function's arguments, blocks and instructions their names and numbers. */
  enter(body: FunctionBody): void {
    const names = localNames(body, this.release);
    this.locals = names.values;
    this.blocks = names.blocks;
    this.extra = names.extra;
    this.firstLocal = body.firstLocal;
    this.body = body;
  }
  leave(): void {
    this.firstLocal = NO_LOCALS;
    this.locals = [];
    this.blocks = [];
    this.body = undefined;
  }
  /** The body of a function, while it is the one that is open. */
  bodyOf(global: FunctionValue): FunctionBody | undefined {
    return this.body?.function === global ? this.body : undefined;
  }
  /** `%name` or `%7` of a value of the open function; undefined for its constants. */
  localName(id: ValueId): string | undefined {
    return id < 0 ? this.extra.get(id) : this.locals[id - this.firstLocal];
  }
  blockName(index: number): string {
    return this.blocks[index] ?? "<badref>";
  }

  printInMetadata(sink: Sink, id: ValueId): void {
    const { values, release } = this.module;
    if (!values.hasGoneConstants || this.module.literal || !new GoneConstants(values, release).has(id)) {
      this.printOperand(sink, id, true);
      return;
    }
    const type = values.typeOf(id);
    if (type) sink.put("type", `${this.types.text(type)} `);
    sink.put("keyword", release >= GONE_IS_POISON ? "poison" : "undef");
  }

  /** A type, which leads to its record. */
  printType(sink: Sink, type: Type): void {
    sink.of?.(type);
    this.putType(sink, type);
  }
  /** A type within a constant or with a value whose own record says it. */
  putType(sink: Sink, type: Type): void {
    if (sink.packed) sink.packed(this.types.packed(type));
    else sink.put("type", this.types.text(type));
  }
  private packName(id: ValueId, name: string): Packed {
    while (this.packedNames.length <= id) this.packedNames.push(undefined);
    return (this.packedNames[id] = new Packed(name));
  }

  printOperand(sink: Sink, id: ValueId, withType: boolean): void {
    const { values } = this.module;
    if (withType) {
      const type = values.typeOf(id);
      if (type) this.printType(sink, type);
      else sink.put("type", NO_TYPE);
      sink.put("text", " ");
    }
    if (id >= this.firstLocal) {
      const name = this.locals[id - this.firstLocal];
      if (name !== undefined) {
        sink.name("local", name, name);
        return;
      }
    } else if (id >= 0) {
      const name = this.globalNames[id] ?? this.longName(id);
      if (name !== undefined) {
        if (sink.packed && this.globalNames[id] === undefined) sink.put("global", name);
        else if (sink.packed) sink.packed(this.packedNames[id] ?? this.packName(id, name));
        else sink.name("global", name, name);
        return;
      }
    }
    const value = values.at(id);
    if (id < 0 && value?.kind === "instruction") {
      const name = this.extra.get(id) ?? "<badref>";
      sink.name("local", name, name);
    } else if (value) this.printValue(sink, value);
    else sink.put("problem", "<badref>");
  }

  /** A reference to a block: `label %b`. */
  printBlock(sink: Sink, index: number, withType: boolean): void {
    if (withType) {
      sink.put("type", "label");
      sink.put("text", " ");
    }
    const name = this.blockName(index);
    sink.name("block", name, name);
  }

  private printValue(sink: Sink, value: Value): void {
    switch (value.kind) {
      case "variable":
      case "function":
      case "alias":
      case "ifunc": {
        const name = this.globalName(value.id);
        sink.name("global", name, name);
        return;
      }
      case "metadataOperand":
        this.metadata.operand(sink, value.metadata, this);
        return;
      case "blockOperand":
        this.printBlock(sink, value.block, false);
        return;
      case "argument":
      case "instruction":
        sink.put("problem", "<badref>");
        return;
      default:
        printConstant(sink, value, this);
    }
  }
}

/** Names of a function's values, by number from its first argument on, of its blocks, and of values made by reading. */
interface LocalNames {
  readonly values: readonly (string | undefined)[];
  readonly blocks: readonly string[];
  readonly extra: ReadonlyMap<ValueId, string>;
}

/** `%0`, `%1`, …: most values of most functions have no other name. */
const numberedNames: string[] = [];
/** As many as are kept. */
const MOST_NUMBERED = 1 << 16;

function numberedName(number: number): string {
  if (number >= MOST_NUMBERED) return `%${number}`;
  while (numberedNames.length <= number) numberedNames.push(`%${numberedNames.length}`);
  return numberedNames[number] as string;
}

/** Puts a name in its place without leaving holes, which would cost every look at the list. */
function setAt(names: (string | undefined)[], index: number, name: string): void {
  while (names.length < index) names.push(undefined);
  if (index < names.length) names[index] = name;
  else names.push(name);
}

/** Names of a body's values and blocks with their sigil; unnamed ones are numbered in order, the entry block too. */
export function localNames(body: FunctionBody, release: Release): LocalNames {
  const extra = new Map<ValueId, string>();
  const values: (string | undefined)[] = [];
  const blocks: string[] = [];
  let next = 0;
  const nameOf = (name: string | undefined): string =>
    name === undefined || name === "" ? numberedName(next++) : nameText("%", name, release);
  for (let i = 0; i < body.argumentCount; i++) values.push(nameOf(body.names[i]));
  for (const block of body.blocks) {
    blocks.push(nameOf(block.name));
    for (const { id } of block.instructions) {
      if (id === NO_VALUE) continue;
      if (id < 0) extra.set(id, nameOf(body.extraNames.get(id)));
      else setAt(values, id - body.firstLocal, nameOf(body.names[id - body.firstLocal]));
    }
  }
  return { values, blocks, extra };
}

/** Names of blocks of any function, for `blockaddress`: its body is read for that. Those of the last one are kept. */
export function blockLabels(module: LoadedModule): BlockNames {
  let last: ValueId | undefined;
  let names: readonly string[] = [];
  return (function_, block) => {
    if (function_ !== last) {
      const place = module.bodies.find((body) => body.function.id === function_);
      names = place ? localNames(module.peek(place), module.release).blocks : [];
      last = function_;
    }
    return names[block] ?? "<badref>";
  };
}
