/** Texts that a regular expression of a rule matches: made from its source, which uses little of the syntax. */

/** The most texts that are made of one expression. */
const MOST = 60;

/** Reads a source from its beginning; every method gives the texts that the part just read matches. */
class Reader {
  private at = 0;
  constructor(private readonly source: string) {}

  alternatives(): readonly string[] {
    const all: string[] = [];
    let texts: readonly string[] = [""];
    while (this.at < this.source.length && this.source[this.at] !== ")") {
      if (this.took("|")) {
        all.push(...texts);
        texts = [""];
      } else {
        const next = this.repeated(this.piece());
        texts = texts.flatMap((text) => next.map((piece) => text + piece)).slice(0, MOST);
      }
    }
    return [...all, ...texts];
  }
  private took(text: string): boolean {
    const isNext = this.source.startsWith(text, this.at);
    if (isNext) this.at += text.length;
    return isNext;
  }
  private repeated(texts: readonly string[]): readonly string[] {
    if (this.took("?") || this.took("*")) return ["", ...texts];
    this.took("+");
    return texts;
  }
  private piece(): readonly string[] {
    if (this.took("^") || this.took("$")) return [""];
    if (this.took("(?!")) return this.group([""]);
    if (this.took("(?:") || this.took("(")) return this.group();
    if (this.took("[")) return this.oneOf();
    if (this.took("\\")) return [{ d: "8", w: "d" }[this.next()] ?? this.source[this.at - 1] ?? ""];
    return [this.next().replace(".", "x")];
  }
  private next(): string {
    return this.source[this.at++] ?? "";
  }
  private group(instead?: readonly string[]): readonly string[] {
    const texts = this.alternatives();
    this.at++;
    return instead ?? texts;
  }
  private oneOf(): readonly string[] {
    const end = this.source.indexOf("]", this.at);
    const characters = this.source.slice(this.at, end).replace(/(.)-./g, "$1");
    this.at = end + 1;
    return [...characters].slice(0, 4);
  }
}

/** Some of the texts that an expression matches. */
export function examplesOf(expression: RegExp): readonly string[] {
  return new Reader(expression.source).alternatives().filter((text) => expression.test(text));
}
