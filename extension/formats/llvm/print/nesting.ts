/**
 * Prints nodes nested to any depth: the outer levels by recursion; deeper ones by recording what is printed and, once
 * the recursion has returned, replaying it and printing the nodes that were too deep.
 */
import type { Sink } from "../../../document/sink";
import type { SymbolId, TokenKind } from "../../../document/token";

/**
 * The number of levels that are printed by recursion. Each deeper node is recorded by itself: recorded together, nodes that
 * share parts could take any amount of memory.
 */
const DIRECT = 64;

type Step<Node> = ((sink: Sink) => void) | { readonly later: Node; readonly depth: number };

/** What was printed, in order, with placeholders for nodes that are still to be printed. */
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

/** Prints nodes that contain nodes. One object can be used for any number of outermost nodes in turn. */
export class Nesting<Node> {
  /** The depth of the current node in the outermost node. */
  depth = 0;
  /** The depth of the recursion. */
  private level = 0;

  /**
   * Prints a node, which may be inside a node that is being printed.
   * @param print prints one node; it calls this method for the nodes inside, with the sink it was given
   */
  print(sink: Sink, node: Node, print: (sink: Sink, node: Node) => void): void {
    if (sink instanceof Recording) {
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
