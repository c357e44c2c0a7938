/**
 * Prints nodes nested to any depth: the outer levels by recursion; deeper ones one after another, while what comes after each
 * waits.
 */
import type { Sink } from "../../../document/sink";
import type { SymbolId, TokenKind } from "../../../document/token";

/** The number of levels that are printed by recursion. */
const DIRECT = 64;

/** A call of a sink other than `put`, which is rare. */
class Again {
  constructor(readonly call: (sink: Sink) => void) {}
}

/**
 * What is still to be printed, the next on top. A node's pieces go on to the sink until the first node inside it; what comes
 * after that waits here, in two flat lists: a chain as deep as the module is large leaves a few pieces at each level.
 */
class Waiting<Node extends object> implements Sink {
  /** The kind of a piece; or another call; or a node. */
  private readonly what: (TokenKind | Again | Node)[] = [];
  /** At the same index: the text of a piece; the depth of a node. */
  private readonly with: (string | number)[] = [];
  /** How much waits that is not of the node that is being printed. */
  private below = 0;

  constructor(private readonly sink: Sink) {}

  put(kind: TokenKind, text: string): void {
    if (this.isFirst) this.sink.put(kind, text);
    else this.push(kind, text);
  }
  name(kind: TokenKind, text: string, symbol: SymbolId, definition?: boolean): void {
    this.call((sink) => {
      sink.name(kind, text, symbol, definition);
    });
  }
  operand(index: number | undefined): void {
    this.call((sink) => {
      sink.operand(index);
    });
  }
  at(bit: number | undefined): void {
    this.call((sink) => {
      sink.at(bit);
    });
  }
  /** A node inside the one that is being printed. */
  later(node: Node, depth: number): void {
    this.push(node, depth);
  }
  /** To be called before a node is printed. */
  begin(): void {
    this.below = this.what.length;
  }
  /**
   * To be called when a node has been printed: puts what comes before the next node and gives that to `print` with its
   * depth. Returns whether there was one.
   */
  next(print: (node: Node, depth: number) => void): boolean {
    // What was kept first is on top.
    for (let [low, high] = [this.below, this.what.length - 1]; low < high; low++, high--) {
      swap(this.what, low, high);
      swap(this.with, low, high);
    }
    for (let what = this.what.pop(); what !== undefined; what = this.what.pop()) {
      const text = this.with.pop() ?? "";
      if (typeof what === "string") this.sink.put(what, String(text));
      else if (what instanceof Again) what.call(this.sink);
      else {
        print(what, Number(text));
        return true;
      }
    }
    return false;
  }

  /** Whether no node inside the one that is being printed has come yet. */
  private get isFirst(): boolean {
    return this.what.length === this.below;
  }
  private call(call: (sink: Sink) => void): void {
    if (this.isFirst) call(this.sink);
    else this.push(new Again(call), 0);
  }
  private push(what: TokenKind | Again | Node, withIt: string | number): void {
    this.what.push(what);
    this.with.push(withIt);
  }
}

function swap<T>(list: T[], one: number, other: number): void {
  [list[one], list[other]] = [list[other] as T, list[one] as T];
}

/** Prints nodes that contain nodes. One object can be used for any number of outermost nodes in turn. */
export class Nesting<Node extends object> {
  /** The depth of the current node in the outermost node. */
  depth = 0;
  /** The depth of the recursion. */
  private level = 0;

  /**
   * Prints a node, which may be inside a node that is being printed.
   * @param print prints one node; it calls this method for the nodes inside, with the sink it was given
   */
  print(sink: Sink, node: Node, print: (sink: Sink, node: Node) => void): void {
    if (sink instanceof Waiting) {
      (sink as Waiting<Node>).later(node, this.depth);
      return;
    }
    const { depth, level } = this;
    this.level++;
    this.depth++;
    try {
      if (this.level === DIRECT) this.flat(sink, node, print);
      else print(sink, node);
    } finally {
      this.level = level;
      this.depth = depth;
    }
  }

  private flat(sink: Sink, outermost: Node, print: (sink: Sink, node: Node) => void): void {
    const waiting = new Waiting<Node>(sink);
    const start = (node: Node, depth: number): void => {
      this.depth = depth + 1;
      waiting.begin();
      print(waiting, node);
    };
    start(outermost, this.depth - 1);
    while (waiting.next(start));
  }
}
