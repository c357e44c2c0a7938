/**
 * Finds the schema revision and opcode table with which a module was written. Old files do not store it, so the
 * candidates are tried from the newest on: the first revision that makes the FlatBuffer well-formed, and the first
 * table of its time that decodes the code.
 */
import type { ByteWindow } from "../../document/window";
import type { Bytes } from "./bytes";
import { u32 } from "./bytes";
import { checkModule } from "./check";
import { readBody } from "./code/body";
import { limitsOf } from "./code/limits";
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

/** The revision and table by which a module is read. */
export interface Era {
  readonly buffer: FlatBuffer;
  readonly table: OpcodeTable;
  readonly module: Module;
}

/** How many objects of the FlatBuffer, and how many bytes of code, a candidate is tried on. */
const TRIED_OBJECTS = 20_000;
const TRIED_CODE = 4 << 20;

/** The first schema with a size prefix (2022-05-26). */
const FIRST_PREFIXED = "S19";

/** Whether a revision was written after a size prefix. */
function prefixed(revision: Revision): boolean {
  return revision.name >= FIRST_PREFIXED;
}

/**
 * Whether a table and a revision were in use at the same time. On the day of a change both the old and the new one
 * count, unless the revision came with a table of its own in the same commit.
 */
function contemporary(revision: Revision, table: OpcodeTable): boolean {
  const before = (end: string | undefined, start: string): boolean => end !== undefined && end < start;
  if (before(revision.until, table.from) || before(table.until, revision.from)) return false;
  return table.until !== revision.from || !opcodeTables().some((t) => t.commit === revision.commit);
}

/** What the user may request: a revision (`S24`), a table (`T31`), both, or a bytecode version (`v15`). */
interface Wish {
  readonly revision?: string;
  readonly table?: string;
}

/** Parses a request; anything else is ignored. */
function parseWish(era: string | undefined): Wish {
  const words = (era ?? "").toUpperCase().split(/[^A-Z0-9]+/);
  const revision = words.find((w) => /^S\d\d$/.test(w));
  const table = words.find((w) => /^T\d\d$/.test(w));
  return { ...(revision === undefined ? {} : { revision }), ...(table === undefined ? {} : { table }) };
}

/** The revisions that a file's container allows, newest first; if none has its identifier, all with that container. */
function candidates({ identifier, sizePrefix }: Container, wish: Wish): readonly Revision[] {
  const all = [...revisions()].reverse();
  const wished = all.filter((r) => r.name === wish.revision);
  if (wished.length > 0) return wished;
  const contained = all.filter((r) => prefixed(r) === (sizePrefix !== undefined));
  const fitting = contained.filter((r) => r.identifier === identifier);
  return fitting.length > 0 ? fitting : contained;
}

/** Whether the revision was written with the module's bytecode_version; true if the field is absent. */
function versionFits(buffer: FlatBuffer): boolean {
  const { versions, until } = buffer.revision;
  if (!versions) return true;
  const version = rootTable(buffer, ROOT_TABLE)?.int("bytecode_version") ?? 0;
  const major = version >>> 16;
  return major >= versions[0] && (major <= versions[1] || until === undefined) && (version & 0xffff) === 0;
}

/** Number of faults in the structure under a revision. */
function schemaFaults(buffer: FlatBuffer): number {
  const map = new FlatBufferMap(buffer);
  map.walk(TRIED_OBJECTS);
  return map.faults.length;
}

/** A candidate revision and the faults under it. */
interface Candidate {
  readonly buffer: FlatBuffer;
  readonly faults: number;
}

/**
 * The revisions under which the FlatBuffer has the fewest faults, newest first; several, since some did not change the
 * layout.
 */
function chooseRevisions(window: ByteWindow, container: Container, wish: Wish): readonly FlatBuffer[] {
  const buffers = candidates(container, wish).map((revision) => flatBuffer(window, revision, container.flatbuffer));
  const [fitting, others] = [buffers.filter(versionFits), buffers.filter((b) => !versionFits(b))];
  const tried = fitting.map((buffer): Candidate => ({ buffer, faults: schemaFaults(buffer) }));
  if (!tried.some((c) => c.faults === 0))
    for (const buffer of others) tried.push({ buffer, faults: 1 + schemaFaults(buffer) });
  const fewest = Math.min(...tried.map((c) => c.faults));
  return tried.filter((c) => c.faults === fewest).map((c) => c.buffer);
}

/** How many objects of the FlatBuffer prove a module whose identifier is damaged. */
const TELLING_OBJECTS = 2000;

/**
 * Whether a file without a known identifier is a module nevertheless: well-formed under some revision, and with code.
 */
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

/** Functions whose code is tried: all, up to a limit on their bytes. */
function sample(module: Module): readonly FunctionDef[] {
  let left = TRIED_CODE;
  return (module.functions ?? []).filter((f) => f.inside && (left -= f.code.end - f.code.start) > 0);
}

/** The result of reading the tried functions with a candidate. */
interface Reading {
  readonly era: Era;
  /** Faults in the code and in the module's tables. */
  readonly faults: number;
  /** The opcodes (with their prefix) that occur. */
  readonly used: ReadonlySet<number>;
  /** Reads of registers that nothing writes; counted only by {@link unlikely}. */
  doubts?: number;
}

/** Reads functions with a candidate; stops when the faults exceed `most`. */
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

/** Whether another table would read the same ops as the table of a reading. */
function readsAlike({ era: { table }, used }: Reading, other: OpcodeTable): boolean {
  const sameShape =
    table.registerBytes === other.registerBytes &&
    table.listAlignment === other.listAlignment &&
    table.padding === other.padding &&
    table.blockMarker === other.blockMarker;
  return sameShape && [...used].every((key) => table.ops.get(key) === other.ops.get(key));
}

/** How unlikely a reading is: a wrong table confuses registers that are read with those that are written. */
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

/** The registers in which arguments arrive. */
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
 * The pair of revision and table under which the code has the fewest faults; among several without faults the
 * likeliest, then the newest.
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

/** Makes all of a small range resident at once, so that a walk over it does not stop at every page. */
function prefetch(window: ByteWindow, { start, end }: Bytes): void {
  if (end - start <= TRIED_CODE) window.view(start, end);
}

/**
 * Finds the revision and table for a module; undefined if there is no root table.
 * @param wished the user's choice: `S24`, `T31`, `S24/T31`
 */
export function findEra(window: ByteWindow, container: Container, wished: string | undefined): Era | undefined {
  const wish = parseWish(wished);
  prefetch(window, container.flatbuffer);
  return choosePair(chooseRevisions(window, container, wish), container, wish);
}
