/** The types of ops as generic form prints them: ` : (i32, i32) -> i32`. */
import type { ByteText } from "../../../document/byteText";
import { byteString, Packed } from "../../../document/byteText";
import type { NumberList } from "../ir/op";
import { signatureKey } from "../model/signatureKey";
import { SlotCache } from "../model/slots";
import type { Room } from "./room";
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
  private readonly types: Packed[] = [];
  private readonly functions: boolean[] = [];
  private readonly signatures = new SlotCache<Packed>(KEPT);

  /**
   * @param spelled returns the text of a type
   * @param count number of types in the file
   */
  constructor(
    readonly spelled: (type: number) => string,
    private readonly count: number,
  ) {}

  /** Prints the types of an op's operands and results. */
  print(out: ByteText, operands: NumberList, results: NumberList, room?: Room): void {
    const key = this.key(operands, results);
    const known = key <= Number.MAX_SAFE_INTEGER ? this.signatures.get(key) : undefined;
    if (known) {
      out.packed(known);
      return;
    }
    const before = out.length;
    this.printSignature(out, operands, results, (type) => {
      this.printType(out, type, room);
    });
    if (key > Number.MAX_SAFE_INTEGER || room?.full || out.length - before > MOST_KEPT) return;
    this.signatures.set(new Packed(byteString(out.since(before))), key);
  }

  /** Prints one type; only its beginning if there is no room for it. */
  printType(out: ByteText, type: number, room?: Room): void {
    const text = this.text(type);
    if (room?.full && text.length > SHORT) out.text(room.fitting(text.text));
    else {
      room?.take(text.length);
      out.packed(text);
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
    return (this.functions[type] ??= this.spelled(type).startsWith("("));
  }
  private text(type: number): Packed {
    return (this.types[type] ??= new Packed(this.spelled(type)));
  }
}

function printList(out: ByteText, types: NumberList, print: (type: number) => void): void {
  for (let i = 0; i < types.length; i++) {
    if (i > 0) out.packed(COMMA);
    print(types.at(i));
  }
}
