/**
 * Shared by the tools that make tables of ops: reading the tables that a new one extends, and writing the differences.
 * extension/formats/mlir/properties/tables.ts describes a table's lines.
 */
import * as fs from "node:fs";
import * as path from "node:path";

/** Numbers texts; a table and its bases store each text once. */
export class Interned {
  indices = new Map();
  known;
  /** @param texts those of the bases */
  constructor(texts) {
    for (const text of texts) this.add(text);
    this.known = this.indices.size;
  }
  add(text) {
    if (!this.indices.has(text)) this.indices.set(text, this.indices.size);
    return this.indices.get(text);
  }
  /** Texts that the bases do not have. */
  get added() {
    return [...this.indices.keys()].slice(this.known);
  }
}

/** A table and those that it extends, oldest first; none without a file. */
export function readBases(file) {
  const bases = [];
  for (let next = file; next; next = bases[0].base && path.join(path.dirname(next), bases[0].base))
    bases.unshift(JSON.parse(fs.readFileSync(next, "utf8")));
  return bases;
}

/** The numbers of texts in a line about constraints. */
const NUMBER = /(?<=[ ,>=~&])[0-9a-z]+(?=[*?#,> ]|$)/g;

/** A line with other numbers of texts: old number → new number. */
export const renumbered = (line, numbers) => line.replace(NUMBER, (number) => numbers.get(number) ?? number);

/** Which numbers of texts most lines of a dialect have instead of those in the old lines. */
function newNumbers(old, ops) {
  const votes = new Map();
  for (const [name, line] of ops) {
    const [before, after] = [old.get(name) ?? "", line].map((text) => text.match(NUMBER) ?? []);
    if (before.length !== after.length) continue;
    before.forEach((number, i) => {
      const counts = votes.get(number) ?? new Map();
      votes.set(number, counts.set(after[i], (counts.get(after[i]) ?? 0) + 1));
    });
  }
  const best = [...votes].map(([number, counts]) => [number, [...counts].sort((a, b) => b[1] - a[1])[0][0]]);
  return new Map(best.filter(([number, other]) => number !== other));
}

/** dialect → op name → line, from tables that each extend the previous one. */
export function baseLines(bases) {
  const dialects = new Map();
  for (const base of bases) {
    for (const [dialect, lines] of Object.entries(base.dialects)) {
      const ops = dialects.get(dialect) ?? new Map();
      dialects.set(dialect, ops);
      for (const line of lines.split("\n")) {
        if (line.startsWith("=")) {
          const numbers = new Map(
            line
              .slice(1)
              .split(" ")
              .map((pair) => pair.split(":")),
          );
          for (const [name, old] of ops) ops.set(name, renumbered(old, numbers));
          continue;
        }
        const name = /^-?([^/ ]*)/.exec(line)[1];
        if (line.startsWith("-")) ops.delete(name);
        else ops.set(name, line);
      }
    }
  }
  return dialects;
}

/**
 * The differences between two maps from op to line, as lines: `-op` for a removed op.
 * @param renumber whether a first line, `=a:b`, tells that the old lines have the number b instead of a
 */
function changes(before, ops, renumber) {
  const numbers = renumber ? newNumbers(before, ops) : new Map();
  if (numbers.size > 0) {
    const old = new Map([...before].map(([name, line]) => [name, renumbered(line, numbers)]));
    return [`=${[...numbers].map((pair) => pair.join(":")).join(" ")}`, changes(old, ops, false)].join("\n").trim();
  }
  const old = before;
  const added = [...ops].filter(([name, line]) => old.get(name) !== line).map(([, line]) => line);
  const gone = [...old.keys()].filter((name) => !ops.has(name)).map((name) => `-${name}`);
  return [...gone.sort(), ...added.sort()].join("\n");
}

/** Whether a line tells more than how many operands, results, regions and successors an op has. */
const tellsLayout = (line) => /\/| [^#]/.test(line);

/** The ops of each dialect whose lines tell a layout. */
const laidOut = (dialects) =>
  new Map([...dialects].map(([name, ops]) => [name, new Map([...ops].filter(([, line]) => tellsLayout(line)))]));

/**
 * Writes the differences from the bases.
 * @param options `release`, `base` and `out`; `brief`: only ops with properties or traits, since a file tells the rest
 * @param all dialect → op name → line; a dialect of the bases that is missing here was removed
 * @param parts `known`: the bases' lines; `defaults`, `enums`: texts that the bases do not have; `renumber`: as in
 * changes
 */
export function writeTable(options, all, { known, defaults, enums, renumber = false }) {
  const dialects = options.brief ? laidOut(all) : all;
  const names = [...new Set([...known.keys(), ...dialects.keys()])].sort();
  const none = new Map();
  const lines = names.map((name) => [name, changes(known.get(name) ?? none, dialects.get(name) ?? none, renumber)]);
  const table = {
    release: options.release,
    ...(options.base && { base: path.basename(options.base) }),
    defaults,
    enums,
    dialects: Object.fromEntries(lines.filter(([, text]) => text !== "")),
  };
  fs.writeFileSync(options.out, `${JSON.stringify(table, null, 1)}\n`);
  const count = [...dialects.values()].reduce((sum, ops) => sum + ops.size, 0);
  console.log(`${options.out}: ${count} ops of ${dialects.size} dialects`);
}
