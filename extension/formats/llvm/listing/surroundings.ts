/** What the numbers in a record mean in a module and an open function. */
import type { ValueId } from "../ir/ids";
import type { SymbolId } from "../../../document/token";
import type { BitRecord } from "../../bitstream/record";
import { BLOCK } from "../codes";
import type { AttributeList } from "../ir/attributes";
import { escaped } from "../ir/escape";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import type { Value } from "../ir/values";
import { comdatText } from "../print/globals";
import type { TableName } from "../spec/form";
import { NO_NODE } from "../read/instructions/debugRecords";
import { specificationOf } from "../spec/index";
import { Layout } from "../spec/layout";
import type { Meaning, Surroundings } from "./meaning";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";
import { attributeSymbol, constantSymbol, ListingSink, metadataSymbol, typeSymbol } from "./sink";

/** The most characters of a definition that are quoted on a card. */
const QUOTED = 120;
/** The most characters of a definition that are quoted in a leaf's meaning. */
const QUOTED_BRIEFLY = 60;

/** Interprets records with the module and function around them. One object serves all records of a function. */
export class ModuleSurroundings implements Surroundings {
  readonly release: Release;
  readonly version: number;
  readonly summaryVersion: number;
  readonly contextTree: boolean;
  next: number | undefined;
  definedType: Type | undefined;
  private readonly scope: string;

  /** @param brief nodes by class and name only, values cut short, as for a leaf */
  constructor(
    private readonly module: ListingModule,
    private readonly open: OpenFunction | undefined,
    private readonly brief = false,
  ) {
    const { release, version, summaryVersion, contextTree } = module.module;
    this.release = release;
    this.version = version;
    this.summaryVersion = summaryVersion;
    this.contextTree = contextTree;
    this.scope = open?.scope ?? "";
  }

  /** Lays a record out by the specification of its block; undefined if no release writes it. */
  layOut(block: number, record: BitRecord): Layout | undefined {
    const { release, place } = this.module.module;
    const specification = specificationOf(block, record.code, { release, oldTypeTable: place.oldTypeTable });
    if (!specification) return undefined;
    const inFunction = block === BLOCK.FUNCTION && this.open;
    this.next = inFunction ? this.open?.nextValue(record.startBit) : undefined;
    this.definedType = block === BLOCK.CONSTANTS ? this.constantType(record.startBit) : undefined;
    return new Layout(record, specification, this);
  }
  private constantType(bit: number): Type | undefined {
    const id = this.open ? this.open.constantAt(bit) : this.module.constantAt(bit);
    return id === undefined ? undefined : this.module.module.values.typeOf(id);
  }

  type(index: number): Type | undefined {
    return this.module.module.types[index];
  }
  typeOf(value: number): Type | undefined {
    return this.module.module.values.typeOf(value);
  }
  typeText(type: Type): string {
    return this.module.context.typeText(type);
  }

  typeMeaning(index: number): Meaning {
    const type = this.type(index);
    if (!type) return { steps: [`type ${index}, not defined`] };
    const text = this.typeText(type);
    const step = `type ${index} = ${this.cut(text)}`;
    if (type.kind !== "struct" || !type.identified) return { steps: [step] };
    const body = this.brief ? "" : ` = ${this.module.context.types.body(type)}`;
    return { steps: [step + body], symbol: typeSymbol(text) };
  }

  valueMeaning(id: ValueId): Meaning {
    const { module, context } = this.module;
    const value = module.values.at(id);
    if (!value) return { steps: [this.undefinedValue(id)] };
    const sink = new ListingSink();
    context.room.briefly(QUOTED, () => {
      context.printOperand(sink, id, false);
    });
    const type = module.values.typeOf(id);
    const kind = valueKind(value, id);
    const typed = type ? `${this.cut(this.typeText(type))}, ` : "";
    return { steps: [`${this.cut(sink.takeText())} (${typed}${kind})`], ...this.symbolOf(id) };
  }
  /**
   * In a combined index there are no values: the numbers refer to hashes from VALUE_GUID records, and begin at 1
   * (IndexBitcodeWriter); 0 is an unknown callee.
   */
  private undefinedValue(id: ValueId): string {
    const guids = this.module.module.summary?.guids;
    const guid = guids?.get(id);
    if (guid !== undefined) return `guid 0x${guid.toString(16)}`;
    return id === 0 && guids && guids.size > 0 ? "none" : "not defined";
  }
  valueName(id: ValueId): string {
    return this.module.context.localName(id) ?? `value ${id}`;
  }
  /** The symbol of a value. */
  private symbolOf(id: ValueId): { readonly symbol?: SymbolId } {
    const local = this.module.context.localName(id);
    if (local !== undefined) return { symbol: this.scope + local };
    const value = this.module.module.values.at(id);
    switch (value?.kind) {
      case undefined:
        return {};
      case "variable":
      case "function":
      case "alias":
      case "ifunc":
        return { symbol: this.module.context.globalName(value.id) };
      default:
        return { symbol: constantSymbol(id, this.open && id >= this.open.body.firstLocal ? this.scope : "") };
    }
  }

  blockMeaning(block: number): Meaning {
    if (!this.open) return { steps: [`block ${block}`] };
    const name = this.module.context.blockName(block);
    return { steps: [`block ${block}`, name], symbol: this.scope + name };
  }

  nodeMeaning(index: number): Meaning {
    const node = this.module.module.metadata.idOf(index);
    if (node === undefined) return { steps: [index === NO_NODE ? "none" : "not defined"] };
    const name = metadataSymbol(index);
    const symbol = index < this.module.metadataCount ? name : this.scope + name;
    if (this.brief) return { steps: [this.module.briefNode(index, node)], symbol };
    const sink = new ListingSink();
    this.module.context.metadata.definition(sink, node, this.module.context);
    return { steps: [this.cut(sink.takeText())], symbol };
  }

  attributeList(number: number): string | undefined {
    const list: AttributeList | undefined = this.module.module.attributes.list(number);
    if (!list) return undefined;
    const { attributes } = this.module.context;
    const parts: string[] = [];
    if (list.returnSet) parts.push(`return value: ${attributes.inPlace(list.returnSet)}`);
    list.paramSets.forEach((set, i) => {
      if (set) parts.push(`parameter ${i}: ${attributes.inPlace(set)}`);
    });
    if (list.functionSet) parts.push(`function: ${attributes.inPlace(list.functionSet)}`);
    const text = parts.join("; ");
    return this.brief ? this.cut(text) : text;
  }
  attributeGroup(number: number): Meaning {
    const set = this.module.module.attributes.group(number)?.set;
    const text = set ? ` = { ${this.module.context.attributes.inPlace(set)} }` : "";
    return { steps: [`#${number}${this.brief ? this.cut(text) : text}`], symbol: attributeSymbol(number) };
  }

  tableEntry(table: TableName, index: number): string | undefined {
    const { module, context } = this.module;
    switch (table) {
      case "section":
        return module.sectionName(index);
      case "gc":
        return module.collectorName(index);
      case "comdat": {
        const comdat = module.comdats[index];
        return comdat && comdatText(comdat, context);
      }
      case "bundleTag":
        return module.bundleTags[index];
      case "syncScope": {
        const name = module.syncScopes[index];
        return name === "" ? "system" : name;
      }
      case "metadataKind": {
        const name = module.metadata.nameOfFileKind(index);
        return name === undefined ? undefined : `!${name}`;
      }
    }
  }
  slice(offset: number, length: number): string | undefined {
    const { strings } = this.module.module.place;
    if (!strings || strings.startByte + offset + length > strings.endByte) return undefined;
    return this.cut(escaped(this.module.module.string(offset, length), this.release));
  }

  private cut(text: string): string {
    const limit = this.brief ? QUOTED_BRIEFLY : QUOTED;
    return text.length > limit ? `${text.slice(0, limit)}...` : text;
  }
}

function valueKind(value: Value, id: ValueId): string {
  switch (value.kind) {
    case "argument":
      return `argument ${value.index}`;
    case "instruction":
      return `value ${id}`;
    case "variable":
      return "global variable";
    case "function":
    case "alias":
    case "ifunc":
      return value.kind;
    default:
      return `constant, value ${id}`;
  }
}
