/**
 * MLIR's declarative assembly formats: what an operation prints, from its definition, with the blanks that
 * mlir-tblgen's printers put (OpFormatGen.cpp). The positions of blanks are known before anything is printed: they
 * depend only on the format, not on which optional parts are present.
 */

/** A piece of a format. `space`: a blank precedes it. */
export type Step =
  | { readonly kind: "literal"; readonly text: string; readonly space: boolean }
  | { readonly kind: "variable"; readonly name: string; readonly space: boolean }
  | { readonly kind: "type"; readonly name: string; readonly space: boolean }
  | { readonly kind: "custom"; readonly directive: string; readonly args: readonly string[]; readonly space: boolean }
  | { readonly kind: "blank" }
  | { readonly kind: "attributes"; readonly keyword: boolean }
  /** Printed if `anchor` is present; an attribute without a value that is the anchor is not printed itself. */
  | { readonly kind: "group"; readonly anchor: string; readonly steps: readonly Step[] };

const TOKENS =
  /`([^`]*)`|(attr-dict-with-keyword|attr-dict)|custom<(\w+)>\(((?:[^()]|\([^()]*\))*)\)|type\(\$(\w+)\)|\$(\w+)|([()^?])/g;

/** Decides where blanks go, while a format is parsed. */
class Spacing {
  private wanted = true;
  private afterPunctuation = false;

  literal(text: string): boolean {
    const space = this.wanted && this.before(text);
    this.wanted = text.length !== 1 || !"<({[".includes(text);
    this.afterPunctuation = !/^[_A-Za-z]/.test(text);
    return space;
  }
  private before(text: string): boolean {
    if (text.length !== 1 && text !== "->") return true;
    return this.afterPunctuation ? !">)}],".includes(text[0] ?? "") : !"<>(){}[],".includes(text[0] ?? "");
  }
  element(): boolean {
    const space = this.wanted || !this.afterPunctuation;
    this.afterPunctuation = false;
    this.wanted = true;
    return space;
  }
  /** The attribute dictionary prints its own blank. */
  attributes(): void {
    this.afterPunctuation = false;
  }
  blank(text: string): void {
    this.afterPunctuation = text === "";
    this.wanted = false;
  }
}

/** The format with each clause of an `oilist` as an optional group, which prints the same. */
function withoutLists(format: string): string {
  return format.replace(/oilist\(([^()]*)\)/g, (_list, clauses: string) =>
    clauses
      .split("|")
      .map((clause) => `(${clause.trim()}^)?`)
      .join(" "),
  );
}

/** Parses a format into its steps. */
export function parseFormat(format: string): readonly Step[] {
  const spacing = new Spacing();
  const open: { steps: Step[]; anchor: string }[] = [{ steps: [], anchor: "" }];
  let last = "";
  for (const [, literal, dictionary, directive, args = "", type, name, mark] of withoutLists(format).matchAll(TOKENS)) {
    const top = open.at(-1);
    if (!top) break;
    const { steps } = top;
    if (literal !== undefined) {
      if (literal.trim() !== "") steps.push({ kind: "literal", text: literal, space: spacing.literal(literal) });
      else {
        spacing.blank(literal);
        if (literal !== "") steps.push({ kind: "blank" });
      }
    } else if (dictionary !== undefined) {
      spacing.attributes();
      steps.push({ kind: "attributes", keyword: dictionary !== "attr-dict" });
    } else if (directive !== undefined) {
      const names = [...args.matchAll(/\$(\w+)/g)].map(([, arg]) => arg ?? "");
      last = names[0] ?? "";
      steps.push({ kind: "custom", directive, args: names, space: spacing.element() });
    } else if (type !== undefined) {
      last = type;
      steps.push({ kind: "type", name: type, space: spacing.element() });
    } else if (name !== undefined) {
      last = name;
      steps.push({ kind: "variable", name, space: spacing.element() });
    } else if (mark === "(") open.push({ steps: [], anchor: "" });
    else if (mark === "^") top.anchor = last;
    else if (mark === ")") {
      const group = open.pop();
      if (group) open.at(-1)?.steps.push({ kind: "group", ...group });
    }
  }
  return open[0]?.steps ?? [];
}
