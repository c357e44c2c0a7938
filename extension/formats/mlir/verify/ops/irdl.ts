/** What mlir::irdl's ops, which define dialects, demand of names and of the number of constraints. */
import type { NestedChecks } from "../nestedOp";
import { partsOf } from "../../attributes/brackets";
import { known, refuse, refuseBare } from "../fault";
import type { OpCheck, OpChecks } from "../opView";

/** A name consists of small letters, digits and single underscores. @param label what it names, in messages */
function checkName(name: string, label: string): void {
  refuseBare(name === "", `name of ${label} is empty`);
  let mayBeUnderscore = false;
  for (const letter of name) {
    const isUnderscore = letter === "_";
    const words = `name of ${label} should not contain`;
    refuseBare(isUnderscore && !mayBeUnderscore, `${words} leading or double underscores`);
    const isWrong = !/[A-Za-z0-9_]/.test(letter);
    refuseBare(isWrong, `name of ${label} must contain only lowercase letters, digits and underscores`);
    refuseBare(/[A-Z]/.test(letter), `${words} uppercase letters`);
    mayBeUnderscore = !isUnderscore;
  }
}

/** @param mark what may be before the name */
const named =
  (label: string, mark = ""): OpCheck =>
  (op) => {
    const name = known(op.attribute("sym_name")).string;
    checkName(mark !== "" && name.startsWith(mark) ? name.slice(1) : name, label);
  };

const counted = (words: string, found: number, wanted: number): void => {
  refuse(found !== wanted, `the number of ${words} must be the same, but got ${found} and ${wanted} respectively`);
};

/** Values have different names. @param hasSizes whether they may stand for several */
const listed =
  (kind: string, hasSizes: boolean): OpCheck =>
  (op) => {
    const count = op.operands.length;
    const sizes = hasSizes ? partsOf(op.word("variadicity").replace(/^variadicity_array\[(.*)\]$/, "$1")) : undefined;
    if (sizes) counted(`${kind}s and their variadicities`, count, sizes.length);
    const names = known(op.attribute("names")).list;
    counted(`${kind}s and their names`, count, names.length);
    const seen = new Map<string, number>();
    for (const [i, { string }] of names.entries()) {
      checkName(string, `${kind} #${i}`);
      const first = seen.get(string);
      const words = `name of ${kind} #${i} is a duplicate of the name of ${kind} #${first ?? 0}`;
      refuse(first !== undefined, words);
      seen.set(string, i);
    }
  };

const base: OpCheck = (op) => {
  const name = op.attribute("base_name");
  const words = "the base type or attribute should be specified by either a name or a reference";
  refuse((name !== undefined) === op.has("base_ref"), words);
  if (!name) return;
  refuse(!/^[!#]/.test(name.string), "the base type or attribute name should start with '!' or '#'");
};

/** By the names of ops. */
export const IRDL: OpChecks = {
  "irdl.attribute": named("attribute", "#"),
  "irdl.attributes": (op) => {
    const names = known(op.attribute("attributeValueNames")).list.length;
    const count = op.operands.length;
    const words = "the number of attribute names and their constraints must be the same but got";
    refuse(names !== count, `${words} ${names} and ${count} respectively`);
  },
  "irdl.base": base,
  "irdl.dialect": named("dialect"),
  "irdl.operands": listed("operand", true),
  "irdl.operation": named("operation"),
  "irdl.parameters": listed("parameter", false),
  "irdl.region": (op) => {
    const count = op.attribute("numberOfBlocks")?.integer ?? 1;
    refuse(count <= 0, `the number of blocks is expected to be >= 1 but got ${count}`);
  },
  "irdl.regions": listed("region", false),
  "irdl.results": listed("result", true),
  "irdl.type": named("type", "!"),
};

/** The kinds of values of an operation, by the ops that list them. */
const KINDS = ["operands", "results", "regions"];

/** Checks by regions. */
export const IRDL_REGIONS: NestedChecks = {
  "irdl.operation": (op) => {
    const seen = new Map<string, string>();
    for (const list of op.entry().ops) {
      const kind = list.name.replace("irdl.", "");
      if (!KINDS.includes(kind)) continue;
      const names = list.attribute("names")?.list ?? [];
      for (const name of names.map(({ string }) => string)) {
        const other = seen.get(name) ?? kind;
        refuse(other !== kind, `contains a value named '${name}' for both its ${other} and ${kind}`);
        seen.set(name, kind);
      }
    }
  },
};
