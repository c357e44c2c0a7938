/** Reads the encoding of a sparse tensor as mlir::sparse_tensor does (DimLvlMapParser.cpp, SparseTensorDialect.cpp). */
import { closing, partsOf } from "../brackets";

const ENCODING = /^<\s*\{(.*)\}\s*>$/s;
const FIELD = /^(\w+)\s*=\s*(\S.*)$/s;
/** Symbols, names of levels, dimensions and levels of a map: each is a list in brackets. */
const MAP_LISTS = ["[", "{", "(", "("];
/** The type of a level, and what else is said of it. */
const LEVEL = /^(dense|batch|compressed|loose_compressed|singleton|structured\s*\[[^\]]*\])\s*(?:\((.*)\))?$/s;
const STRUCTURED = /^structured\s*\[\s*(\d+)\s*,\s*(\d+)\s*\]$/;
const PROPERTIES = new Set(["nonunique", "nonordered", "soa"]);
const WIDTH = /^(?:0|8|16|32|64)(?:\s*:\s*[su]?i\d+)?$/;
/** The operators that are words. */
const OPERATORS = new Set(["floordiv", "ceildiv", "mod"]);

/** A level of a map. */
interface Level {
  readonly format: string;
  readonly properties: readonly string[];
}

/** What is wrong with an encoding, from its opening bracket on; undefined if nothing is. */
export function sparseFault(text: string): string | undefined {
  const [, body] = ENCODING.exec(text) ?? [];
  if (body === undefined) return "expected '{'";
  const parts = partsOf(body);
  // The last field may have a comma after it.
  const fields = parts.at(-1) === "" ? parts.slice(0, -1) : parts;
  let hasMap = false;
  for (const field of fields) {
    const [, name = "", value = ""] = FIELD.exec(field) ?? [];
    const fault = name === "map" ? mapFault(value) : fieldFault(name, value);
    if (fault !== undefined) return fault;
    hasMap ||= name === "map";
  }
  return hasMap ? undefined : "expected a non-empty array for lvlTypes";
}

function fieldFault(name: string, value: string): string | undefined {
  if (/^(?:pos|crd)Width$/.test(name)) return WIDTH.test(value) ? undefined : `unexpected bitwidth: ${value}`;
  return /^(?:ex|im)plicitVal$/.test(name) ? undefined : `unexpected key: ${name}`;
}

/** The lists of a map, of which the first two may be missing; undefined if it has others. */
function listsOf(text: string): readonly (readonly string[])[] | undefined {
  let at = 0;
  const lists = MAP_LISTS.map((open, i) => {
    while (/\s/.test(text[at] ?? "")) at++;
    if (i === MAP_LISTS.length - 1) at += /^->\s*/.exec(text.slice(at))?.[0].length ?? text.length;
    if (text[at] !== open) return i < 2 ? [] : undefined;
    const end = closing(text, at);
    const list = partsOf(text.slice(at + 1, end - 1));
    at = end;
    return list;
  }).filter((list) => list !== undefined);
  return lists.length === MAP_LISTS.length && text.slice(at).trim() === "" ? lists : undefined;
}

function mapFault(text: string): string | undefined {
  const [symbols, variables, dimensions, levels] = listsOf(text) ?? [];
  if (!symbols || !variables || !dimensions || !levels) return "expected a map";
  const names = new Set([...symbols, ...dimensions.map((dimension) => /^\w*/.exec(dimension)?.[0] ?? "")]);
  const read: Level[] = [];
  for (const [i, level] of levels.entries()) {
    const [, variable, expression = "", type = ""] = /^(?:(\w+)\s*=)?([^:]*):(.*)$/s.exec(level) ?? [];
    if (variables.length > 0 && variable !== variables[i]) return "Level-variable ordering mismatch";
    const used = expression.match(/[A-Za-z_]\w*/g) ?? [];
    if (!used.every((word) => names.has(word) || OPERATORS.has(word))) return "use of undeclared identifier";
    const [, format = "", properties = ""] = LEVEL.exec(type.trim()) ?? [];
    read.push({ format, properties: partsOf(properties) });
  }
  return variables.length > 0 && variables.length !== levels.length ? "Level-rank mismatch" : levelsFault(read);
}

function levelsFault(levels: readonly Level[]): string | undefined {
  for (const [i, { format, properties }] of levels.entries()) {
    if (format === "" || !properties.every((property) => PROPERTIES.has(property))) return "unknown level format";
    const isCompressed = /compressed$/.test(format);
    if (!isCompressed && format !== "singleton" && properties.length > 0)
      return "invalid level type: level format doesn't support the properties";
    const fault = orderFault(levels, i);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What a level demands of those before it. */
function orderFault(levels: readonly Level[], place: number): string | undefined {
  const [before, level] = [levels[place - 1], levels[place]];
  const [format = "", from = ""] = [level?.format, before?.format];
  const hasSoa = level?.properties.includes("soa") === true;
  if (format === "singleton") {
    if (!/compressed$|^singleton$/.test(from))
      return "expected compressed or loose_compressed level before singleton level";
    if (from === "singleton" && before?.properties.includes("soa") !== hasSoa)
      return "expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS).";
  } else if (hasSoa) return "SoA is only applicable to singleton lvlTypes.";
  if (format === "batch" && place > 0 && from !== "batch") return "Batch lvlType can only be leading levels.";
  if (!format.startsWith("structured")) return undefined;
  const [, n, m] = STRUCTURED.exec(format) ?? [];
  if (n === undefined || Number(n) > Number(m)) return "expected n <= m in n_out_of_m";
  if (place !== levels.length - 1) return "expected n_out_of_m to be the last level type";
  return levels.slice(0, place).every((one) => one.format === "dense")
    ? undefined
    : "expected all dense lvlTypes before a n_out_of_m level";
}
