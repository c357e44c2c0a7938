/** The types of ops as generic form prints them: ` : (i32, i32) -> i32`. */
import type { ByteText } from "../../../document/byteText";
import { byteString, Packed } from "../../../document/byteText";
import type { NumberList } from "../ir/op";
import { signatureKey } from "../model/signatureKey";
import { SlotCache } from "../model/slots";
import type { EntryWriter } from "../model/entryWriter";
import type { Room, TextRoom } from "./room";
import { SHORT } from "./room";

const COMMA = new Packed(", ");
const TYPES = new Packed(" : (");
const ARROW = new Packed(") -> ");
const NO_TYPES = new Packed("()");
const OPEN = new Packed("(");
const CLOSE = new Packed(")");

/** Texts of complete signatures kept, as a power of two. */
const KEPT = 11;
/** Most bytes of a signature that is kept. */
const MOST_KEPT = 128;

/** Prints types, and quickly the signatures that many ops share. */
export class TypeTexts {
  /** By type; null for a long one. */
  private readonly types: (Packed | null)[] = [];
  private readonly functions: boolean[] = [];
  private readonly signatures = new SlotCache<Packed>(KEPT);

  /**
   * @param writer writes long types, in pieces
   * @param count number of types in the file
   * @param spelled returns the text of a type; undefined for a long one
   */
  constructor(
    private readonly writer: EntryWriter,
    private readonly count: number,
    private readonly spelled = (type: number): string | undefined => writer.short("type", type),
  ) {}

  /** Prints the types of an op's operands and results; returns false, printing nothing, if one is long. */
  print(out: ByteText, operands: NumberList, results: NumberList, room?: Room): boolean {
    const key = this.key(operands, results);
    const known = key <= Number.MAX_SAFE_INTEGER ? this.signatures.get(key) : undefined;
    if (known) {
      out.packed(known);
      return true;
    }
    if (this.areLong(operands) || this.areLong(results)) return false;
    const before = out.length;
    this.printSignature(out, operands, results, (type) => {
      this.printType(out, type, room);
    });
    if (key > Number.MAX_SAFE_INTEGER || room?.full || out.length - before > MOST_KEPT) return true;
    this.signatures.set(new Packed(byteString(out.since(before))), key);
    return true;
  }

  /** Prints one type that is not long; only its beginning if there is no room for it. */
  printType(out: ByteText, type: number, room?: Room): void {
    const text = this.text(type);
    if (!text) return;
    if (room?.full && text.length > SHORT) out.text(room.fitting(text.text));
    else {
      room?.take(text.length);
      out.packed(text);
    }
  }

  /** Whether one of the types is long, so that they have to be printed in pieces. */
  areLong(types: NumberList): boolean {
    for (let i = 0; i < types.length; i++) if (!this.text(types.at(i))) return true;
    return false;
  }
  /** The text of a type, in pieces if it is long; only its beginning if there is no room for it. */
  *chunks(type: number, room: TextRoom): Generator<string, void, undefined> {
    const text = this.text(type);
    if (text) yield room.fitting(text.text);
    else if (room.full) yield this.writer.beginning("type", type, SHORT);
    else yield* room.fittingPieces(this.writer.chunks("type", type));
  }
  /** The text of `print` in pieces. */
  *signatureChunks(operands: NumberList, results: NumberList, room: TextRoom): Generator<string, void, undefined> {
    yield TYPES.text;
    yield* this.listChunks(operands, room);
    yield ARROW.text;
    if (results.length === 0) yield NO_TYPES.text;
    else if (results.length === 1 && !this.isFunction(results.at(0))) yield* this.chunks(results.at(0), room);
    else {
      yield OPEN.text;
      yield* this.listChunks(results, room);
      yield CLOSE.text;
    }
  }
  private *listChunks(types: NumberList, room: TextRoom): Generator<string, void, undefined> {
    for (let i = 0; i < types.length; i++) {
      if (i > 0) yield COMMA.text;
      yield* this.chunks(types.at(i), room);
    }
  }

  /** @see signatureKey */
  key(operands: NumberList, results: NumberList): number {
    return signatureKey(this.count, operands, results);
  }

  /** As `print`, with another function for each type. */
  printSignature(out: ByteText, operands: NumberList, results: NumberList, print: (type: number) => void): void {
    out.packed(TYPES);
    printList(out, operands, print);
    out.packed(ARROW);
    if (results.length === 0) out.packed(NO_TYPES);
    else if (results.length === 1 && !this.isFunction(results.at(0))) print(results.at(0));
    else {
      out.packed(OPEN);
      printList(out, results, print);
      out.packed(CLOSE);
    }
  }

  /** Whether a type is a function type, which needs parentheses even as the only result. */
  isFunction(type: number): boolean {
    return (this.functions[type] ??= this.writer.beginning("type", type, 1).startsWith("("));
  }
  /** The text of a type, prepared for output; null for a long one. */
  text(type: number): Packed | null {
    const known = this.types[type];
    if (known !== undefined) return known;
    const text = this.spelled(type);
    return (this.types[type] = text === undefined ? null : new Packed(text));
  }
}

function printList(out: ByteText, types: NumberList, print: (type: number) => void): void {
  for (let i = 0; i < types.length; i++) {
    if (i > 0) out.packed(COMMA);
    print(types.at(i));
  }
}
