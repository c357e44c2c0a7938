/** Names and numbers of a module while it is printed, used by all of its printers. */
import type { MetadataId, ValueId } from "../ir/ids";
import type { Sink } from "../../../document/sink";
import { addressSpaceOf } from "../ir/dataLayout";
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
import { PrintedNames } from "./printedNames";
import { nameText } from "./names";
import type { RoomKind } from "./room";
import { ConstantRoom } from "./room";
import { TypePrinter } from "./types";

/** Printed instead of the type of a missing value (AssemblyWriter::writeOperand). */
export const NO_TYPE = "<null operand!>";
/** The first release that prints poison in metadata for a constant expression that it no longer has; before, undef. */
const GONE_IS_POISON: Release = 21;

/** While no function is open: a number above that of any value. */
const NO_LOCALS: ValueId = 2 ** 30;

/** Returns the name of a basic block of any function, for `blockaddress`. */
export type BlockNames = (function_: ValueId, block: number) => string;

/** The printing context of one module; {@link enter} adds the names of a function. */
export class ModulePrinting implements PrintContext {
  readonly release: Release;
  readonly types: TypePrinter;
  readonly attributes: AttributePrinter;
  /** Limits how much is printed of constants. */
  readonly room: ConstantRoom;
  /** Numbers of attribute groups, in the order in which they were first asked for. */
  readonly groups = new Map<AttributeSet, number>();
  /** ` #3` by the serial number of the set, for sets that have a number. */
  private readonly groupTexts: (string | undefined)[] = [];
  /** Names with sigil of the open function's values, from `firstLocal` on. */
  private locals: readonly (string | undefined)[] = [];
  /** Names with sigil of the open function's basic blocks. */
  private blocks: readonly string[] = [];
  /** Names of values that have no number in the file. */
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
    readonly names = new PrintedNames(module),
  ) {
    this.room = new ConstantRoom(module, room);
    this.release = module.release;
    this.types = new TypePrinter(this.release, module.opaquePrinted);
    this.programSpace = addressSpaceOf("functions", module.dataLayout);
    this.attributes = attributePrinter({ release: this.release, typeText: (type) => this.types.text(type) });
  }

  /** The address space of functions, from the data layout's `P`. */
  get programAddressSpace(): number {
    return this.programSpace;
  }

  /** The name of a global with its sigil. */
  globalName(id: ValueId): string {
    return this.names.of(id) ?? "<badref>";
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

  /** The name of an attribute group: `#3`. */
  groupName(set: AttributeSet): string {
    return `#${this.attributeGroup(set)}`;
  }

  /** The texts of attribute groups in the order of their numbers, from number `from` on. */
  textsOfGroups(from = 0): readonly string[] {
    return [...this.groups.keys()].slice(from).map((set) => this.attributes.group(set));
  }
  /** ` #3`, or the attributes themselves in releases without groups. */
  functionAttributes(set: AttributeSet): string {
    if (this.release < 9) return ` ${this.attributes.inPlace(set)}`;
    return this.groupTexts[set.serial] ?? this.newGroupText(set);
  }
  private newGroupText(set: AttributeSet): string {
    const text = ` ${this.groupName(set)}`;
    // A number does not change once it is assigned.
    if (!this.groups.has(set)) return text;
    while (this.groupTexts.length <= set.serial) this.groupTexts.push(undefined);
    return (this.groupTexts[set.serial] = text);
  }

  /** Makes a body's names and numbers known. */
  enter(body: FunctionBody): void {
    const names = localNames(body, this.release);
    this.locals = names.values;
    this.blocks = names.blocks;
    this.extra = names.extra;
    this.firstLocal = body.firstLocal;
    this.body = body;
    this.room.leaveBody();
  }
  /** Forgets the body's names. */
  leave(): void {
    this.firstLocal = NO_LOCALS;
    this.locals = [];
    this.blocks = [];
    this.body = undefined;
    this.room.leaveBody();
  }
  /** The body of a function if it is the open one. */
  bodyOf(global: FunctionValue): FunctionBody | undefined {
    return this.body?.function.id === global.id ? this.body : undefined;
  }
  /** `%name` or `%7` for a value of the open function; undefined for its constants. */
  localName(id: ValueId): string | undefined {
    return id < 0 ? this.extra.get(id) : this.locals[id - this.firstLocal];
  }
  /** The name of a basic block of the open function, with its sigil. */
  blockName(index: number): string {
    return this.blocks[index] ?? "<badref>";
  }

  printInMetadata(sink: Sink, id: ValueId, stated: Type): void {
    const { values, release } = this.module;
    if (values.typeOf(id) === undefined) {
      // What is never defined has the type that the reference to it states.
      this.printType(sink, stated);
      sink.put("problem", " <badref>");
      return;
    }
    if (!values.hasGoneConstants || this.module.literal || !new GoneConstants(values, release).has(id)) {
      this.printOperand(sink, id, true);
      return;
    }
    const type = values.typeOf(id);
    if (type) sink.put("type", `${this.types.text(type)} `);
    sink.put("keyword", release >= GONE_IS_POISON ? "poison" : "undef");
  }

  /** Prints a type, with a link to its record. */
  printType(sink: Sink, type: Type): void {
    sink.of?.(type);
    this.putType(sink, type);
  }
  /** Prints a type without a link: it is part of a constant, or belongs to a value whose record tells it. */
  putType(sink: Sink, type: Type): void {
    if (sink.packed) sink.packed(this.types.packed(type));
    else sink.put("type", this.types.text(type));
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
      if (this.printGlobalName(sink, id)) return;
    }
    const value = values.at(id);
    if (id < 0 && value?.kind === "instruction") {
      const name = this.extra.get(id) ?? "<badref>";
      sink.name("local", name, name);
    } else if (value) this.printValue(sink, value);
    else sink.put("problem", "<badref>");
  }

  /** Prints the name of a global; returns false if the value is none. */
  private printGlobalName(sink: Sink, id: ValueId): boolean {
    const packed = sink.packed ? this.names.packed(id) : undefined;
    if (packed) sink.packed?.(packed);
    else {
      const name = this.names.of(id);
      if (name === undefined) return false;
      if (sink.packed) sink.put("global", name);
      else sink.name("global", name, name);
    }
    return true;
  }

  /** Prints a reference to a basic block: `label %b`. */
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

/**
 * Names of a function's values (by number from its first argument on), of its basic blocks, and of values made by
 * upgrades.
 */
interface LocalNames {
  readonly values: readonly (string | undefined)[];
  readonly blocks: readonly string[];
  readonly extra: ReadonlyMap<ValueId, string>;
}

/** `%0`, `%1`, …: cached, since most values of most functions have such names. */
const numberedNames: string[] = [];
/** How many of them are cached. */
const MOST_NUMBERED = 1 << 16;

function numberedName(number: number): string {
  if (number >= MOST_NUMBERED) return `%${number}`;
  while (numberedNames.length <= number) numberedNames.push(`%${numberedNames.length}`);
  return numberedNames[number] as string;
}

/** Sets a name without leaving holes in the array, which would slow down every access. */
function setAt(names: (string | undefined)[], index: number, name: string): void {
  while (names.length < index) names.push(undefined);
  if (index < names.length) names[index] = name;
  else names.push(name);
}

/**
 * Names of a body's values and basic blocks with their sigil. Unnamed ones, including the entry block, share one
 * counter.
 */
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

/** Names of basic blocks of any function, for `blockaddress`: reads the body. Caches those of the last function. */
export function blockLabels(module: LoadedModule): BlockNames {
  let last: ValueId | undefined;
  let names: readonly string[] = [];
  return (function_, block) => {
    if (function_ !== last) {
      const place = module.bodies.of(function_);
      names = place ? localNames(module.peek(place), module.release).blocks : [];
      last = function_;
    }
    return names[block] ?? "<badref>";
  };
}
