/** Shortens long demangled names: often only the end of such a name distinguishes two functions. */

/** Signs of an operator's name, which are not brackets. */
const OPERATOR = /operator(?:\(\)|\[\]|->\*?|<=>|<<=?|>>=?|[<>]=?)/y;
const NAMED = /[\w$]/;

/**
 * A C++ or Rust name without its template arguments and parameters: `_Compiler<…>::_M_term<…>(…)`. A name that fits in
 * `room` characters or whose brackets do not match is returned unchanged.
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
    } else if (isOmitted(name, at)) {
      [depth, closing] = [1, sign === "<" ? ">" : ")"];
      brief += `${sign}…`;
    } else brief += sign;
  }
  return depth === 0 ? brief : name;
}

/** Whether a bracket encloses arguments or parameters, unlike `()`, `(anonymous namespace)` and Rust's `<A as B>`. */
function isOmitted(name: string, at: number): boolean {
  if (name[at] === "<") return NAMED.test(name[at - 1] ?? "");
  return name[at] === "(" && name[at + 1] !== ")" && !name.startsWith("(anonymous namespace)", at);
}
