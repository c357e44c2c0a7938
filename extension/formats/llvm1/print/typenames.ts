/** Types in print: by name, otherwise by structure, with `\N` for "N levels up" in a type that contains itself. */
import type { Sink } from "../../../document/sink";
import type { SymbolId } from "../../../document/token";
import type { Type } from "../model/type";
import { isPrimitive } from "../model/type";

/** A name in assembly: `%name`, or in quotes if it contains characters that the lexer does not accept (getLLVMName). */
export function quotedName(name: string, sigil = "%"): string {
  return /^[a-zA-Z\-._][a-zA-Z0-9\-._]*$/.test(name) ? sigil + name : `"${name}"`;
}

interface Piece {
  readonly text: string;
  readonly symbol?: SymbolId;
}

/** The symbol of a type. */
export function typeSymbol(type: Type): SymbolId {
  return `t${type.slot}`;
}

/** Whether a name is printed for this type: pointers to primitive types are too common to have one name. */
function takesName(type: Type): boolean {
  return type.kind !== "pointer" || !isPrimitive(type.element);
}

/**
 * Prints types as the AsmWriter does, which keeps the text of every printed type: a type that contains itself prints
 * differently after a part of it was printed alone. One object serves one run over a file.
 */
export class TypeNames {
  private readonly known = new Map<Type, readonly Piece[]>();
  private readonly whole: Limits;
  private length = 0;

  /**
   * @param names type names in file order; the first name of a type counts
   * @param longest characters after which a type is cut, since types that contain others twice, and those again, would
   * be endless
   */
  constructor(names: readonly { readonly name: string; readonly type: Type }[], longest: number) {
    this.whole = { longest, deepest: DEEPEST };
    for (const { name, type } of names) {
      if (!takesName(type) || this.known.has(type) || isPrimitive(type)) continue;
      this.known.set(type, [{ text: quotedName(name), symbol: typeSymbol(type) }]);
    }
  }

  /** Whether a type has a name, or has been printed. */
  knows(type: Type): boolean {
    return this.known.has(type);
  }
  /** Prints a type. */
  print(type: Type, sink: Sink): void {
    if (isPrimitive(type)) {
      sink.put("type", type.kind);
      return;
    }
    let pieces = this.known.get(type);
    if (!pieces) {
      const isMuch = this.length > LONGEST_TOGETHER;
      const writer = new Writer(this.known, isMuch ? SHORT : this.whole);
      writer.write(type);
      pieces = writer.finish();
      // What is printed short is printed again whenever it is needed.
      if (!isMuch) this.known.set(type, pieces);
      this.length += writer.length;
    }
    put(pieces, sink);
  }

  /** Prints a type's structure, even if it has a name. */
  printStructure(type: Type, sink: Sink): void {
    if (isPrimitive(type) || type.kind === "opaque") {
      sink.put("type", type.kind);
      return;
    }
    structure(
      type,
      (text) => sink.put("type", text),
      (part) => this.print(part, sink),
    );
  }

  /** A type as plain text. */
  text(type: Type): string {
    let text = "";
    this.print(type, {
      put: (_kind, piece) => void (text += piece),
      name: (_kind, piece) => void (text += piece),
      operand: () => undefined,
      at: () => undefined,
    });
    return text;
  }
}

function put(pieces: readonly Piece[], sink: Sink): void {
  for (const { text, symbol } of pieces) {
    if (symbol === undefined) sink.put("type", text);
    else sink.name("type", text, symbol);
  }
}

/** The parts of a derived type in order: its punctuation, and the types in it. */
function structure(type: Type, text: (text: string) => void, part: (type: Type) => void): void {
  const list = (types: readonly Type[]): void =>
    types.forEach((element, i) => {
      if (i > 0) text(", ");
      part(element);
    });
  switch (type.kind) {
    case "function":
      part(type.element);
      text(" (");
      list(type.elements.slice(1));
      if (type.varargs) text(type.elements.length > 1 ? ", ..." : "...");
      text(")");
      break;
    case "struct":
      text("{ ");
      list(type.elements);
      text(" }");
      break;
    case "pointer":
      part(type.element);
      text("*");
      break;
    case "array":
    case "packed":
      text(`${type.kind === "array" ? "[" : "<"}${type.length} x `);
      part(type.element);
      text(type.kind === "array" ? "]" : ">");
      break;
    default:
      text(type.kind);
  }
}

/** Deepest nesting, beyond that of any real type; deeper types are cut. */
const DEEPEST = 200;
/** Most characters of all types together before they are cut short and no longer kept. */
const LONGEST_TOGETHER = 1 << 22;
/** How far a type is printed before it is cut. */
interface Limits {
  /** Characters. */
  readonly longest: number;
  /** Types around each other. */
  readonly deepest: number;
}
/** The limits after that. */
const SHORT: Limits = { longest: 256, deepest: 16 };

/** Writes one type that has no text yet. */
class Writer {
  private readonly pieces: Piece[] = [];
  /** Text without names, in parts: appended one by one they would be kept as a tree of strings. */
  private readonly plain: string[] = [];
  length = 0;
  private readonly stack: Type[] = [];
  constructor(
    private readonly known: ReadonlyMap<Type, readonly Piece[]>,
    private readonly limits: Limits,
  ) {}

  private readonly text = (text: string): void => {
    this.plain.push(text);
    this.length += text.length;
  };

  readonly write = (type: Type): void => {
    const known = this.known.get(type);
    if (isPrimitive(type)) this.text(type.kind);
    else if (known) this.splice(known);
    else if (type.kind === "opaque") this.text("opaque");
    else this.nest(type);
  };

  private nest(type: Type): void {
    const level = this.stack.indexOf(type);
    if (level >= 0) this.text(`\\${this.stack.length - level}`);
    else if (this.stack.length >= this.limits.deepest || this.length > this.limits.longest) this.text("...");
    else {
      this.stack.push(type);
      structure(type, this.text, this.write);
      this.stack.pop();
    }
  }

  private splice(pieces: readonly Piece[]): void {
    const length = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
    // Checked before appending, since each part could exceed any limit.
    if (this.length + length > this.limits.longest) {
      this.text("...");
      return;
    }
    for (const piece of pieces) {
      this.length += piece.text.length;
      if (piece.symbol === undefined) {
        this.plain.push(piece.text);
        continue;
      }
      this.flush();
      this.pieces.push(piece);
    }
  }

  private flush(): void {
    if (this.plain.length === 0) return;
    this.pieces.push({ text: this.plain.join("") });
    this.plain.length = 0;
  }

  finish(): readonly Piece[] {
    this.flush();
    return this.pieces;
  }
}
