/** Which blocks an instruction leads to, as its tokens tell: the last instruction of a block names those that may follow. */
import type { Line, SymbolId, Token } from "../../document/token";
import { columnText } from "../../document/token";

/** A block that a terminator names, and when it comes next. */
export interface Successor {
  readonly symbol: SymbolId;
  readonly when: string | undefined;
}

/** A name of a block, with the text between the name before it and this one. */
interface Named {
  readonly symbol: SymbolId;
  readonly before: readonly Token[];
}

/** The first token that names something, if that is the definition of a block: the line is a block's label. */
export function labelOf({ assembly }: Line): Token | undefined {
  const first = assembly.find(({ symbol }) => symbol !== undefined);
  return first?.kind === "block" && first.definition === true ? first : undefined;
}

/** The blocks that an instruction names, in order. */
export function successorsOf(lines: readonly Line[]): readonly Successor[] {
  const tokens = lines.flatMap(({ assembly }) => [...assembly, NEWLINE]);
  const named = namedBlocks(tokens);
  const [first] = named;
  if (!first) return [];
  const opcode = first.before.find(({ kind }) => kind === "keyword")?.text.trim() ?? "";
  const outcomes = named.length === 2 ? OUTCOMES.find(([of]) => of.test(opcode))?.[1] : undefined;
  const cases = CASES.exec(columnText(tokens))?.[1]?.split(", ");
  return named.map(({ symbol, before }, index) => ({
    symbol,
    when: outcomes ? outcomes[index] : (index > 0 && cases?.[index - 1]) || conditionIn(before, index === 0),
  }));
}

const NEWLINE: Token = { text: "\n", kind: "text" };
/** When the two blocks of an instruction come next: those of `br` of LLVM, `vm.cond_br`, `"cf.cond_br"`, `"llvm.invoke"`. */
const OUTCOMES: readonly (readonly [RegExp, readonly (string | undefined)[]])[] = [
  [/\b(?:cond_)?br\b/, ["true", "false"]],
  [/\binvoke\b/, [undefined, "unwind"]],
];
/** The cases of `"cf.switch"` and `"llvm.switch"` of MLIR, which come after the blocks. */
const CASES = /\bcase_values = dense<\[?(-?\d+(?:, -?\d+)*)\]?>/;
/** Words before a block that tell when it comes next: of a switch's first block, and of `invoke` and its relatives. */
const WORDS = /\b(?:switch|default|unwind)\b/g;

function namedBlocks(tokens: readonly Token[]): readonly Named[] {
  const found: Named[] = [];
  let before: Token[] = [];
  for (const token of tokens) {
    if (token.kind === "block" && token.symbol !== undefined && token.definition !== true) {
      found.push({ symbol: token.symbol, before });
      before = [];
    } else before.push(token);
  }
  return found;
}

/** The case of a switch before a block, or the word that tells when it comes next. */
function conditionIn(before: readonly Token[], isFirst: boolean): string | undefined {
  const word = columnText(before).match(WORDS)?.at(-1);
  if (word !== undefined) return word === "switch" ? "default" : word;
  return isFirst ? undefined : before.findLast(({ kind }) => kind === "number")?.text.trim();
}
