#!/usr/bin/env node
/**
 * Makes a table of what several older releases demand of ops as a newer one does: what differs in one of them is left out.
 *
 *   node tools/mlir-common.mjs --release "MLIR 17 to 21" --base extension/formats/mlir/verify/data/constraints-22.json \
 *     --dialects arith,func --out extension/formats/mlir/verify/data/constraints-17.json old-17.json old-18.json …
 *
 * The tables of the older releases are made by mlir-constraints.mjs with the same `--base`. Nothing is said of other dialects.
 */
import * as fs from "node:fs";
import * as path from "node:path";
import { parseArgs } from "node:util";
import { baseLines, readBases, renumbered } from "./mlir-tables.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    release: { type: "string" },
    base: { type: "string" },
    dialects: { type: "string" },
    out: { type: "string" },
  },
});

/** Traits that, if a release lacks them, make its other rules stricter or divide its operands in another way. */
const DECISIVE = "GKNXorpc";

/** The end of the expression that begins at `at`. */
function expressionEnd(text, at) {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if ((text[i] === ")" && depth-- === 0) || (text[i] === "," && depth === 0)) return i;
  }
  return text.length;
}

/** Whether two expressions differ only where the old one has C++ that no tool reads (`?`). */
function covers(old, text) {
  let at = 0;
  for (let i = 0; i < old.length; i++) {
    if (old[i] === "?" && text[at] !== "?") at = expressionEnd(text, at);
    else if (old[i] !== text[at++]) return false;
  }
  return at === text.length;
}

/** Until 18, elementwise ops took no vectors without dimensions. */
const widened = (text) => text.replaceAll(/&\(VectorType,rank>0,(element:.+?)\),&\(TensorType,\1\)/g, "&(values,$1)");

/** Whether two texts say the same: the description, and the predicate as far as the old one can be read. */
function agree(old, text) {
  const [[oldPredicate, oldWords], [predicate, words]] = [old, text].map((one) => {
    const end = one.includes(" ") ? one.indexOf(" ") : one.length;
    return [one.slice(0, end), one.slice(end)];
  });
  return old === text || (oldWords === words && covers(widened(oldPredicate), predicate));
}

const base = {
  lines: baseLines(readBases(options.base)),
  texts: readBases(options.base).flatMap((one) => one.defaults),
};
const olds = positionals.map((file) => {
  const own = JSON.parse(fs.readFileSync(file, "utf8"));
  const bases = readBases(options.base);
  return { lines: baseLines([...bases, own]), texts: [...base.texts, ...own.defaults] };
});

const textOf = ({ texts }, code) => texts[parseInt(code, 36)] ?? "";

/** Texts for several releases, by number: each with those that one of the releases has there. */
const unions = new Map();

const isSame = (old, oldCode, code) =>
  oldCode === code ||
  (oldCode !== "_" &&
    code !== "_" &&
    (unions.get(code)?.has(textOf(old, oldCode)) ?? agree(textOf(old, oldCode), textOf(base, code))));

/** The lists of operands and results in which both agree; undefined if they have other lists. */
function commonValues(old, oldValues, values) {
  const [olds, news] = [oldValues, values].map((text) => text.split(/(?=[,>])|(?<=[,>])/));
  if (olds.length !== news.length) return undefined;
  const common = news.map((word, i) => {
    const [code, oldCode] = [word, olds[i]].map((one) => one.replace(/[*?#]$/, ""));
    if (word.slice(code.length) !== olds[i].slice(oldCode.length)) return undefined;
    if (/^[,>]$/.test(word)) return word === olds[i] ? word : undefined;
    return (isSame(old, oldCode, code) ? code : "_") + word.slice(code.length);
  });
  return common.includes(undefined) ? undefined : common.join("");
}

/** Whether an old line has a word that says the same. */
function isShared(old, oldWords, word) {
  if (word.startsWith("/")) return true;
  const [, head, code] = /^(\w+[=~]|&)(\w+)$/.exec(word) ?? [];
  if (code === undefined) return oldWords.includes(word);
  return oldWords.some((one) => one.startsWith(head) && isSame(old, one.slice(head.length), code));
}

/** `/TX`: the traits among a line's words. Before 19, an implicit terminator alone told that regions have one block. */
const traitsOf = (words) =>
  (words.find((word) => word.startsWith("/")) ?? "/") + (words.some((word) => word.startsWith(">")) ? "B" : "");

/** What two lines have in common; undefined if they cannot be compared. */
function commonLine(old, oldLine, line) {
  const [[, oldValues = ">", ...oldWords], [name, values = ">", ...words]] = [oldLine, line].map((one) =>
    one.split(" "),
  );
  const [oldTraits, traits] = [oldWords, words].map(traitsOf);
  if ([...DECISIVE].some((letter) => oldTraits.includes(letter) !== traits.includes(letter))) return undefined;
  const common = commonValues(old, oldValues, values);
  if (common === undefined) return undefined;
  const letters = [...new Set(traits)].filter((letter) => oldTraits.includes(letter)).join("");
  const kept = words.filter((word) => !word.startsWith("/") && isShared(old, oldWords, word));
  return [name, common, ...kept, ...(letters.length > 1 ? [letters] : [])].join(" ");
}

/** A line without attributes, which take much room, but for those whose class is a dialect's own. */
const withoutAttributes = (line) =>
  line
    .split(" ")
    .filter((word) => !/^\w+=\w+$/.test(word))
    .join(" ");

/**
 * What all releases that have the op demand of it, as a line of the table; undefined if it is that of the base. If they
 * differ, attributes are left out.
 */
function tableLine(dialect, name, line) {
  let common = line;
  for (const old of olds) {
    const oldLine = old.lines.get(dialect)?.get(name);
    if (oldLine !== undefined && common !== undefined) common = commonLine(old, oldLine, common);
  }
  const known = olds.some((old) => old.lines.get(dialect)?.has(name));
  return common === undefined ? `-${name}` : common === line || !known ? undefined : withoutAttributes(common);
}

/** Fewer ops are listed instead. */
const FEWEST_OPS = 4;

const valueCodes = (line) => (line?.split(" ")[1] ?? "").split(/[*?#]?[,>]|[*?#]$/);

/** Numbers of the base's texts for operands and results in a dialect, with how many ops have them and what older releases have there. */
function otherTexts(dialect) {
  const found = new Map();
  for (const [name, line] of base.lines.get(dialect) ?? []) {
    const codes = valueCodes(line);
    const lines = olds.map((old) => [old, valueCodes(old.lines.get(dialect)?.get(name))]);
    for (const code of new Set(codes)) {
      const entry = found.get(code) ?? { ops: 0, texts: new Set() };
      found.set(code, entry);
      const others = lines
        .filter(([, oldCodes]) => oldCodes.length === codes.length)
        .flatMap(([old, oldCodes]) => codes.flatMap((one, i) => (one === code ? [textOf(old, oldCodes[i])] : [])))
        .filter((text) => !agree(text, textOf(base, code)));
      if (others.length > 0) entry.ops++;
      for (const text of others) entry.texts.add(text);
    }
  }
  return found;
}

/** A text's predicate, with vectors of any kind. */
const predicateOf = (text) => text.split(" ", 1)[0].replaceAll("FixedVectorType", "VectorType,rank>0");

/** Adds texts that allow what any release allows where many ops have another in an older one: number → its number. */
function addUnions(dialect) {
  const numbers = new Map();
  for (const [code, { ops, texts }] of otherTexts(dialect)) {
    if (code === "" || code === "_" || ops < FEWEST_OPS || texts.size > FEWEST_OPS || texts.has("")) continue;
    const own = textOf(base, code);
    const all = [...new Set([own, ...texts].map(predicateOf))];
    const number = base.texts.length.toString(36);
    base.texts.push((all.length > 1 ? `|(${all.join(",")})` : all[0]) + own.slice(own.split(" ", 1)[0].length));
    unions.set(number, new Set([own, ...texts]));
    numbers.set(code, number);
  }
  return numbers;
}

const ownTexts = base.texts.length;
const dialects = options.dialects.split(",").map((dialect) => {
  const numbers = addUnions(dialect);
  const lines = [...(base.lines.get(dialect) ?? [])].map(([name, line]) =>
    tableLine(dialect, name, renumbered(line, numbers)),
  );
  const listed = lines.filter((line) => line !== undefined).sort();
  const first = [...numbers].map((pair) => pair.join(":")).join(" ");
  return [dialect, [...(first ? [`=${first}`] : []), ...listed].join("\n")];
});
const table = {
  release: options.release,
  base: path.basename(options.base),
  defaults: base.texts.slice(ownTexts),
  enums: [],
  dialects: Object.fromEntries(dialects),
};
fs.writeFileSync(options.out, `${JSON.stringify(table, null, 1)}\n`);
