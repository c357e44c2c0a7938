/** What the traits of ops demand of regions and blocks, and of the ops that end blocks, in the reference's words. */
import type { OpRules, RegionRule } from "./table";

/** An op with regions, or an op in one. */
export interface Owner {
  readonly name: string;
  /** Whether the release knows the op. */
  readonly known: boolean;
  /** What is demanded of it; undefined: nothing, or it is not known what. */
  readonly rules: OpRules | undefined;
}

const has = ({ rules }: Owner, trait: string): boolean => rules?.traits.includes(trait) === true;

/** Whether a block may end without a terminator: it is the only one, and its op wants none or is unknown to the release. */
const mayEndAnyhow = (owner: Owner, blocks: number): boolean => blocks === 1 && (!owner.rules || has(owner, "N"));

/** The fault in the number of a region's blocks. */
export function regionFault(owner: Owner, region: number, blocks: number): string | undefined {
  const { rules, name } = owner;
  const broken = rules?.regions.find((rule) => covers(rule, region) && !fits(rule, blocks));
  if (broken) {
    const words = { "": "", "+": "at least ", "-": "at most " }[broken.relation];
    const named = broken.name === "" ? "" : ` ('${broken.name}')`;
    return `'${name}' op region #${region}${named} failed to verify constraint: region with ${words}${broken.blocks} blocks`;
  }
  if (blocks < 2) return undefined;
  if (has(owner, "B")) return `'${name}' op expects region #${region} to have 0 or 1 blocks`;
  return has(owner, "G") ? `'${name}' op expects graph region #${region} to have 0 or 1 blocks` : undefined;
}

const covers = (rule: RegionRule, region: number): boolean =>
  rule.open ? region >= rule.region : region === rule.region;

function fits({ relation, blocks }: RegionRule, found: number): boolean {
  if (relation === "") return found === blocks;
  return relation === "+" ? found >= blocks : found <= blocks;
}

/** The fault of a block without ops. */
export function emptyFault(owner: Owner, blocks: number): string | undefined {
  if (has(owner, "B") && !has(owner, "N")) return `'${owner.name}' op expects a non-empty block`;
  return mayEndAnyhow(owner, blocks) ? undefined : "empty block: expect at least a terminator";
}

/** The fault of an entry block with arguments. */
export function argumentFault(owner: Owner): string | undefined {
  return has(owner, "A") ? `'${owner.name}' op region should have no arguments` : undefined;
}

/** The fault of an op that ends a block, or that should. */
export function lastFault(op: Owner, owner: Owner, isLast: boolean, block: number, blocks: number): string | undefined {
  if (!isLast) return `'${op.name}' op must be the last operation in the parent block`;
  if (op.rules && !has(op, "X") && !mayEndAnyhow(owner, blocks)) return `block with no terminator, has "${op.name}"`;
  const { terminators = [] } = owner.rules ?? {};
  if (block !== 0 || terminators.length === 0 || terminators.includes(op.name)) return undefined;
  return `'${owner.name}' op expects regions to end with '${terminators.join("', '")}', found '${op.name}'`;
}

/** The fault of an op that is not in the op that it needs around it. */
export function inheritedFault({ name, rules }: Owner, parent: string): string | undefined {
  const { parents = [] } = rules ?? {};
  if (parents.includes(parent)) return undefined;
  return `'${name}' op expects parent op ${parents.length > 1 ? "to be one of " : ""}'${parents.join(", ")}'`;
}

/** What the names of SPIR-V's ops begin with. */
export const SPIRV = "spirv.";
/** The op around them. */
export const SPIRV_MODULE = "spirv.module";

/** The fault of an op that is in a module of SPIR-V, or in a function there. @param outer what is around `around` */
export function strangerFault(op: Owner, around: Owner, outer: Owner | undefined): string | undefined {
  if (op.name.startsWith(SPIRV)) return undefined;
  const words = `'${SPIRV_MODULE}' can only contain spirv.* ops`;
  if (around.name === SPIRV_MODULE) return words;
  return around.name === "spirv.func" && outer?.name === SPIRV_MODULE ? `functions in ${words}` : undefined;
}

/** The fault of an op with results that has no block to give them. */
export function missingFault(
  { name }: Owner,
  { region, blocks }: { readonly region: number; readonly blocks: number },
  hasResults: boolean,
): string | undefined {
  const isMissing = name === "scf.if" && region === 1 && blocks === 0 && hasResults;
  return isMissing ? `'${name}' op must have an else block if defining values` : undefined;
}
