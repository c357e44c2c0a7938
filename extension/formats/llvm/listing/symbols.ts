/**
 * The symbols that a module defines and declares, as llvm-nm lists them, and where the symbols of the listing are
 * defined.
 */
import type { SymbolInfo } from "../../../document/outline";
import type { SymbolId } from "../../../document/token";
import type { Checkpoint } from "../../bitstream/reader";
import { BitstreamReader } from "../../bitstream/reader";
import type { BitRecord } from "../../bitstream/record";
import { BLOCK } from "../codes";
import { NO_VALUE } from "../ir/function";
import type { GlobalValue } from "../ir/values";
import { isLocal } from "../ir/values";
import { comdatSymbol } from "../print/globals";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";
import type { NamedModule } from "./names";
import { attributeSymbol, metadataSymbol, typeSymbol } from "./sink";

const WEAK: ReadonlySet<string> = new Set(["weak", "weak_odr", "linkonce", "linkonce_odr", "extern_weak"]);

function isDeclared(global: GlobalValue): boolean {
  if (global.linkage === "available_externally") return true;
  if (global.kind === "function") return global.declaration;
  return global.kind === "variable" && global.initializer === undefined;
}

/**
 * llvm-nm's letter for a symbol of IR (getNMTypeChar): weak, undefined, common, code, data; in lower case if it is
 * local.
 */
function letterOf(global: GlobalValue, darwin: boolean): string {
  const declared = isDeclared(global);
  if (WEAK.has(global.linkage)) return declared ? "w" : "W";
  if (declared) return "U";
  if (global.linkage === "common") return "C";
  const constant = global.kind === "variable" && global.constant && darwin;
  const letter = global.kind === "function" || global.kind === "ifunc" ? "t" : constant ? "s" : "d";
  return isLocal(global.linkage) ? letter : letter.toUpperCase();
}

/** The globals that are symbols in the object file: not private ones, not `llvm.…`. */
export function* symbolsOf({ module }: NamedModule): Generator<SymbolInfo, void, undefined> {
  const darwin = /darwin|macos|ios/.test(module.triple);
  for (const global of module.globals) {
    const { name, startBit, endBit } = global;
    if (name === "" || name.startsWith("llvm.") || global.linkage === "private") continue;
    const kind = global.kind === "variable" ? "global" : global.kind === "function" ? functionKind(global) : "alias";
    yield { name, letter: letterOf(global, darwin), kind, startBit, endBit };
  }
}
function functionKind(global: { readonly declaration: boolean }): "function" | "declaration" {
  return global.declaration ? "declaration" : "function";
}

/** A symbol of a function: the number of the function, and the name inside it. */
const LOCAL = /^f(\d+)\/(.*)$/s;

/** The first bit of the function that contains all names of a symbol; undefined for a symbol of the module. */
export function localScope(modules: Iterable<Pick<NamedModule, "module">>, symbol: SymbolId): number | undefined {
  const local = LOCAL.exec(symbol);
  if (!local) return undefined;
  for (const module of modules) {
    const body = module.module.bodies.of(Number(local[1]));
    if (body) return body.startBit;
  }
  return undefined;
}

/** The first bit of the record that defines a symbol; undefined if this module does not define it. */
export function symbolBit(module: ListingModule, symbol: SymbolId): number | undefined {
  const local = LOCAL.exec(symbol);
  if (local) return localBit(module, Number(local[1]), local[2] ?? "");
  if (symbol.startsWith("@")) return globalBit(module, symbol);
  if (symbol.startsWith("type ")) return typeBit(module, symbol);
  if (symbol.startsWith("value ")) return constantBit(module, symbol);
  if (symbol.startsWith("!")) return metadataBit(module, symbol);
  if (symbol.startsWith("$")) return comdatBit(module, symbol);
  return symbol.startsWith("#") ? attributeBit(module, symbol) : undefined;
}

function globalBit(listing: ListingModule, symbol: SymbolId): number | undefined {
  const global = listing.globalOf(symbol);
  const body = global && listing.module.bodies.of(global.id);
  return body?.startBit ?? global?.startBit;
}

function typeBit({ module, context }: ListingModule, symbol: SymbolId): number | undefined {
  const index = module.types.findIndex(
    (type) => type.kind === "struct" && type.identified && typeSymbol(context.typeText(type)) === symbol,
  );
  return module.typeBits[index];
}

function comdatBit({ module, context }: ListingModule, symbol: SymbolId): number | undefined {
  return module.comdatBits[module.comdats.findIndex((comdat) => comdatSymbol(comdat, context) === symbol)];
}

function localBit(listing: ListingModule, id: number, name: string): number | undefined {
  const place = listing.module.bodies.of(id);
  if (!place) return undefined;
  const open = listing.open(place);
  if (name.startsWith("value ")) return constantBit(listing, name);
  if (name.startsWith("!")) return metadataBit(listing, name);
  return blockBit(listing, open, name) ?? valueBit(listing, open, name);
}
function valueBit({ context }: ListingModule, open: OpenFunction, name: string): number | undefined {
  const { body, place } = open;
  for (let i = 0; i < body.argumentCount; i++)
    if (context.localName(body.firstLocal + i) === name) return place.startBit;
  return open.ordered.find((i) => i.id !== NO_VALUE && context.localName(i.id) === name)?.startBit;
}
function blockBit({ context }: ListingModule, { body, place }: OpenFunction, name: string): number | undefined {
  const index = body.blocks.findIndex((_, i) => context.blockName(i) === name);
  if (index < 0) return undefined;
  return body.blocks[index]?.instructions[0]?.startBit ?? place.startBit;
}

/** The record of a metadata node of the module or the open function, by its index in the file. */
function metadataBit({ module: { metadata } }: ListingModule, symbol: SymbolId): number | undefined {
  const index = Number(symbol.slice(1));
  return symbol === metadataSymbol(index) ? metadata.bitOf(index) : undefined;
}

/** The record of a constant of the open function or the module. */
function constantBit({ module }: ListingModule, symbol: SymbolId): number | undefined {
  const value = module.values.at(Number(symbol.slice("value ".length)));
  return value && "startBit" in value ? value.startBit : undefined;
}

function attributeBit(module: ListingModule, symbol: SymbolId): number | undefined {
  return findRecord(
    module,
    module.module.place.checkpoint,
    BLOCK.PARAMATTR_GROUP,
    (record) => attributeSymbol(record.value(0)) === symbol,
  );
}

/**
 * The first bit of the first record accepted by `wanted`, in a block of this id directly inside a module or function.
 */
function findRecord(
  { module }: ListingModule,
  checkpoint: Checkpoint,
  blockId: number,
  wanted: (record: BitRecord) => boolean,
): number | undefined {
  const reader = new BitstreamReader(module.window, module.stream);
  reader.restore(checkpoint);
  const depth = reader.depth;
  for (let event = reader.next(); event !== "end" && event !== "fault"; event = reader.next()) {
    if (event === "enterBlock" && reader.block?.id !== blockId && reader.block?.id !== 0) reader.skipBlock();
    if (event === "record" && reader.block?.id === blockId && wanted(reader.record)) return reader.startBit;
    if (reader.depth < depth) return undefined;
  }
  return undefined;
}
