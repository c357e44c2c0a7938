/**
 * Prints what is nested in itself to any depth: down to some levels by recursion, deeper by recording what is printed and
 * printing in its place, when recursion has come back, what was too deep for it.
 */
import type { Sink } from "../../../document/sink";
import type { SymbolId, TokenKind } from "../../../document/token";

/** Levels that are recursed into before what they print is recorded, and levels after which one is left for later. */
const DIRECT = 64;
const RECORDED = 128;

type Step<Node> = ((sink: Sink) => void) | { readonly later: Node; readonly depth: number };

/** What was printed, in order, with places where nodes are still to be printed. */
class Recording<Node> implements Sink {
  readonly steps: Step<Node>[] = [];
  put(kind: TokenKind, text: string): void {
    this.steps.push((sink) => {
      sink.put(kind, text);
    });
  }
  name(kind: TokenKind, text: string, symbol: SymbolId, definition?: boolean): void {
    this.steps.push((sink) => {
      sink.name(kind, text, symbol, definition);
    });
  }
  operand(index: number | undefined): void {
    this.steps.push((sink) => {
      sink.operand(index);
    });
  }
  at(bit: number | undefined): void {
    this.steps.push((sink) => {
      sink.at(bit);
    });
  }
}

/** The printing of nodes within nodes. One object serves all that are printed after each other. */
export class Nesting<Node> {
  /** How deep in the outermost node printing is. */
  depth = 0;
  /** How deep recursion is. */
  private level = 0;

  /**
   * Prints a node, within another one where one is being printed.
   * @param print prints one node; calls this again for those in it, with the sink that it was given
   */
  print(sink: Sink, node: Node, print: (sink: Sink, node: Node) => void): void {
    if (this.level >= RECORDED && sink instanceof Recording) {
      (sink as Recording<Node>).steps.push({ later: node, depth: this.depth });
      return;
    }
    const { depth, level } = this;
    this.level++;
    this.depth++;
    try {
      if (this.level === DIRECT) this.record(sink, node, print);
      else print(sink, node);
    } finally {
      this.level = level;
      this.depth = depth;
    }
  }

  private record(sink: Sink, node: Node, print: (sink: Sink, node: Node) => void): void {
    const stack: { readonly steps: readonly Step<Node>[]; next: number }[] = [];
    const start = (of: Node): void => {
      const recording = new Recording<Node>();
      print(recording, of);
      stack.push({ steps: recording.steps, next: 0 });
    };
    start(node);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const step = top.steps[top.next++];
      if (step === undefined) stack.pop();
      else if (typeof step === "function") step(sink);
      else {
        this.depth = step.depth + 1;
        start(step.later);
      }
    }
  }
}
