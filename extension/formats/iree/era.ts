/**
 * Which revision of the schema and which opcode table a module was written with. Nothing in an old file says it, so the candidates
 * are tried from the newest on: the first by which the FlatBuffer is well-formed, and the first table of its time by which the code is.
 */
import type { ByteWindow } from "../../document/window";
import type { Bytes } from "./bytes";
import { u32 } from "./bytes";
import { checkModule } from "./check";
import type { Limits } from "./code/body";
import { readBody } from "./code/body";
import { opcodeKey } from "./code/decode";
import { registerNumber, unwrittenReads } from "./code/registers";
import type { Container } from "./container";
import { readContainer } from "./container";
import { FlatBufferMap } from "./flatbuffer/map";
import type { FlatBuffer } from "./flatbuffer/table";
import { flatBuffer, readVtable, rootTable } from "./flatbuffer/table";
import type { FunctionDef, Module } from "./module";
import { functionSignature, readModule } from "./module";
import type { OpcodeTable } from "./opcodes";
import { opcodeTables } from "./opcodes";
import { conventionOf, functionArguments } from "./code/callingConvention";
import type { Revision } from "./schema";
import { revisions, ROOT_TABLE } from "./schema";

/** What a module is read by. */
export interface Era {
  readonly buffer: FlatBuffer;
  readonly table: OpcodeTable;
  readonly module: Module;
}

/** Objects of the FlatBuffer, and bytes of code, that a candidate is tried on. */
const TRIED_OBJECTS = 20_000;
const TRIED_CODE = 4 << 20;

/** First schema with a size prefix (2022-05-26). */
const FIRST_PREFIXED = "S19";

/** Whether a revision was written behind a size prefix. */
function prefixed(revision: Revision): boolean {
  return revision.name >= FIRST_PREFIXED;
}

/**
 * Whether a table was in use while a revision was. A day is shared by what ended and what began on it, unless the revision came
 * with a table of its own, in one commit.
 */
function contemporary(revision: Revision, table: OpcodeTable): boolean {
  const before = (end: string | undefined, start: string): boolean => end !== undefined && end < start;
  if (before(revision.until, table.from) || before(table.until, revision.from)) return false;
  return table.until !== revision.from || !opcodeTables().some((t) => t.commit === revision.commit);
}

/** What the user may ask for: a revision (`S24`), a table (`T31`), both, or a bytecode version (`v15`). */
interface Wish {
  readonly revision?: string;
  readonly table?: string;
}

/** Takes a wish apart; what is none of these is ignored. */
function parseWish(era: string | undefined): Wish {
  const words = (era ?? "").toUpperCase().split(/[^A-Z0-9]+/);
  const revision = words.find((w) => /^S\d\d$/.test(w));
  const table = words.find((w) => /^T\d\d$/.test(w));
  return { ...(revision === undefined ? {} : { revision }), ...(table === undefined ? {} : { table }) };
}

/** The revisions that a file's container allows, newest first; where the identifier is of none, all with that container. */
function candidates({ identifier, sizePrefix }: Container, wish: Wish): readonly Revision[] {
  const all = [...revisions()].reverse();
  const wished = all.filter((r) => r.name === wish.revision);
  if (wished.length > 0) return wished;
  const contained = all.filter((r) => prefixed(r) === (sizePrefix !== undefined));
  const fitting = contained.filter((r) => r.identifier === identifier);
  return fitting.length > 0 ? fitting : contained;
}

/** Whether a module's bytecode_version is one that the revision was written with; without the field there is nothing to hold it to. */
function versionFits(buffer: FlatBuffer): boolean {
  const { versions, until } = buffer.revision;
  if (!versions) return true;
  const version = rootTable(buffer, ROOT_TABLE)?.int("bytecode_version") ?? 0;
  const major = version >>> 16;
  return major >= versions[0] && (major <= versions[1] || until === undefined) && (version & 0xffff) === 0;
}

/** Faults of the structure by a revision. */
function schemaFaults(buffer: FlatBuffer): number {
  const map = new FlatBufferMap(buffer);
  map.walk(TRIED_OBJECTS);
  return map.faults.length;
}

/** A candidate revision and the faults of the structure by it. */
interface Candidate {
  readonly buffer: FlatBuffer;
  readonly faults: number;
}

/** The revisions by which the FlatBuffer has the fewest faults, newest first: several, since some changed no layout. */
function chooseRevisions(window: ByteWindow, container: Container, wish: Wish): readonly FlatBuffer[] {
  const buffers = candidates(container, wish).map((revision) => flatBuffer(window, revision, container.flatbuffer));
  const [fitting, others] = [buffers.filter(versionFits), buffers.filter((b) => !versionFits(b))];
  const tried = fitting.map((buffer): Candidate => ({ buffer, faults: schemaFaults(buffer) }));
  if (!tried.some((c) => c.faults === 0))
    for (const buffer of others) tried.push({ buffer, faults: 1 + schemaFaults(buffer) });
  const fewest = Math.min(...tried.map((c) => c.faults));
  return tried.filter((c) => c.faults === fewest).map((c) => c.buffer);
}

/** Objects of the FlatBuffer that tell a module whose identifier is damaged. */
const TELLING_OBJECTS = 2000;

/** Whether a file of no known identifier is a module all the same: by some revision well-formed, and with code in it. */
export function isUnsignedModule(window: ByteWindow): boolean {
  const container = readContainer(window);
  const head = window.view(container.flatbuffer.start, container.flatbuffer.start + 8);
  const root = container.flatbuffer.start + u32(head, 0);
  if (head.length < 8 || typeof readVtable(window, container.flatbuffer, root) === "string") return false;
  return candidates(container, {}).some((revision) => {
    const buffer = flatBuffer(window, revision, container.flatbuffer);
    const map = new FlatBufferMap(buffer);
    map.walk(TELLING_OBJECTS);
    const table = rootTable(buffer, ROOT_TABLE);
    return map.faults.length === 0 && table?.has("function_descriptors") === true && table.has("bytecode_data");
  });
}

/**
 * A count of registers, which in a narrow field can be one short: where it is the greatest register number that there is, that
 * register is meant too.
 */
function registerCount(count: number, bytes: number, refs: boolean): number {
  const greatest = (1 << (8 * bytes - (refs ? 2 : 1))) - 1;
  return count === greatest ? count + 1 : count;
}

/** The limits that a function's ops are held to. */
export function limitsOf(module: Module, table: OpcodeTable, def: FunctionDef): Limits {
  return {
    i32Registers: registerCount(def.i32Registers, table.registerBytes, false),
    refRegisters: registerCount(def.refRegisters, table.registerBytes, true),
    blocks: def.blocks,
    // Until 2019-12-13 there was no table of types: type ids were the runtime's.
    types: module.revision.tables.has("TypeDef") ? (module.types?.length ?? 0) : undefined,
    imports: module.imports?.length ?? 0,
    functions: module.functions?.length ?? 0,
    rodata: module.rodata?.length ?? 0,
  };
}

/** Functions whose code is tried: all of them, up to a bound on their bytes. */
function sample(module: Module): readonly FunctionDef[] {
  let left = TRIED_CODE;
  return (module.functions ?? []).filter((f) => f.inside && (left -= f.code.end - f.code.start) > 0);
}

/** What a candidate pair makes of the functions that are tried. */
interface Reading {
  readonly era: Era;
  /** Faults of the code and of the module's tables. */
  readonly faults: number;
  /** Opcodes (with their prefix) that occur. */
  readonly used: ReadonlySet<number>;
  /** Reads of registers that nothing writes; only where {@link unlikely} counted them. */
  doubts?: number;
}

/** Reads functions by a candidate; gives up where the faults pass `most`. */
function readBy(era: Era, tried: readonly FunctionDef[], most: number): Reading {
  const { module, table } = era;
  const { window } = module.root.buffer;
  const used = new Set<number>();
  let faults = checkModule(era.module).length;
  for (const def of tried) {
    const code = window.view(def.code.start, def.code.end);
    const body = readBody(code, table, limitsOf(module, table, def));
    for (const fault of body.faults) faults += fault.undecoded ? fault.end - fault.start : 1;
    if (faults > most) break;
    for (const start of body.starts) used.add(opcodeKey(code, start, table));
  }
  return { era, faults, used };
}

/** Whether a table would read the same ops as the one of a reading. */
function readsAlike({ era: { table }, used }: Reading, other: OpcodeTable): boolean {
  const sameShape =
    table.registerBytes === other.registerBytes &&
    table.listAlignment === other.listAlignment &&
    table.padding === other.padding &&
    table.blockMarker === other.blockMarker;
  return sameShape && [...used].every((key) => table.ops.get(key) === other.ops.get(key));
}

/** How unlikely a reading is: a wrong one mistakes what is read for what is written. */
function unlikely(reading: Reading, tried: readonly FunctionDef[]): number {
  if (reading.doubts !== undefined) return reading.doubts;
  const { module, table } = reading.era;
  let doubts = 0;
  for (const def of tried) {
    const code = module.root.buffer.window.view(def.code.start, def.code.end);
    const { starts } = readBody(code, table, limitsOf(module, table, def));
    const given = conventionOf(module, functionSignature(module, def.ordinal)).arguments;
    doubts += unwrittenReads(code, table, starts, argumentRegisters(given));
  }
  return (reading.doubts = doubts);
}

/** The registers that arguments arrive in. */
function argumentRegisters(letters: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { register } of functionArguments(letters)) {
    const ref = register.startsWith("%r");
    for (const ordinal of register.slice(2).split(":")) found.add(registerNumber(ref, Number(ordinal)));
  }
  return found;
}

/** The tables of a revision's time that the module's bytecode_version allows, newest first. */
function tablesFor(module: Module, wish: Wish): readonly OpcodeTable[] {
  const all = [...opcodeTables()].reverse();
  const wished = all.filter((t) => t.name === wish.table);
  if (wished.length > 0) return wished;
  const ofTime = all.filter((t) => contemporary(module.revision, t));
  const major = module.bytecodeVersion?.major;
  const ofVersion = ofTime.filter(
    (t) => major === undefined || (t.versions && major >= t.versions[0] && major <= t.versions[1]),
  );
  return ofVersion.length > 0 ? ofVersion : ofTime;
}

/**
 * Of several revisions and their tables, newest first, the pair by which the code has the fewest faults; of several without
 * a fault the likeliest, then the newest.
 */
function choosePair(buffers: readonly FlatBuffer[], container: Container, wish: Wish): Era | undefined {
  let best: Reading | undefined;
  for (const buffer of buffers) {
    const module = readModule(buffer, container);
    if (!module) continue;
    const tables = tablesFor(module, wish);
    const certain = buffers.length === 1 && tables.length === 1;
    const tried = certain ? [] : sample(module);
    for (const table of tables) {
      if (best?.faults === 0 && readsAlike(best, table)) continue;
      const reading = readBy({ buffer, table, module }, tried, best?.faults ?? Infinity);
      const equal = best?.faults === 0 && reading.faults === 0;
      const likelier = equal && best && unlikely(reading, tried) < unlikely(best, tried);
      if (!best || reading.faults < best.faults || likelier) best = reading;
    }
  }
  return best?.era;
}

/** Makes the whole of a small range resident in one go, so that a walk over it does not stop at every page. */
function prefetch(window: ByteWindow, { start, end }: Bytes): void {
  if (end - start <= TRIED_CODE) window.view(start, end);
}

/**
 * Finds what a module is to be read by; undefined where there is no root table at all.
 * @param wished what the user chose instead: `S24`, `T31`, `S24/T31`
 */
export function findEra(window: ByteWindow, container: Container, wished: string | undefined): Era | undefined {
  const wish = parseWish(wished);
  prefetch(window, container.flatbuffer);
  return choosePair(chooseRevisions(window, container, wish), container, wish);
}
