/** Long demangled names in short: the part that tells one function from another is often at the end of such a name. */

/** An operator's own signs are no brackets. */
const OPERATOR = /operator(?:\(\)|\[\]|->\*?|<=>|<<=?|>>=?|[<>]=?)/y;
const NAMED = /[\w$]/;

/**
 * A C++ or Rust name without what is in its template arguments and parameter lists: `_Compiler<…>::_M_term<…>(…)`. A name
 * whose brackets do not match, and one that fits in `room` characters, stays as it is.
 */
export function briefName(name: string, room: number): string {
  if (name.length <= room) return name;
  let [brief, depth, closing] = ["", 0, ""];
  for (let at = 0; at < name.length; at++) {
    const sign = name[at] ?? "";
    OPERATOR.lastIndex = at;
    const operator = sign === "o" ? OPERATOR.exec(name)?.[0] : undefined;
    if (operator !== undefined) {
      if (depth === 0) brief += operator;
      at += operator.length - 1;
    } else if (depth > 0) {
      if (sign === "<" || sign === "(") depth++;
      else if (sign === ")" || (sign === ">" && name[at - 1] !== "-")) depth--;
      if (depth === 0) brief += closing;
    } else if (isLeftOut(name, at)) {
      [depth, closing] = [1, sign === "<" ? ">" : ")"];
      brief += `${sign}…`;
    } else brief += sign;
  }
  return depth === 0 ? brief : name;
}

/** Whether a bracket is of arguments or parameters: not of `()`, `(anonymous namespace)` or Rust's `<A as B>`. */
function isLeftOut(name: string, at: number): boolean {
  if (name[at] === "<") return NAMED.test(name[at - 1] ?? "");
  return name[at] === "(" && name[at + 1] !== ")" && !name.startsWith("(anonymous namespace)", at);
}
