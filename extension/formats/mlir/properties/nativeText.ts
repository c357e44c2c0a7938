/** Reads native properties of a record and spells them as the reference prints them. */
import type { MlirCursor } from "../model/cursor";
import type { Tables } from "../model/module";
import { quoted } from "../model/spelling";
import type { NativeType } from "./native";
import { enumText } from "./tables";
import type { PropertyLayout } from "./tables";

/** The type of integers that is left out inside other attributes. */
const WIDE = " : i64";

/** A number as stored, and the enum's case that it means. */
interface Case {
  readonly value: number | bigint;
  readonly text: string | undefined;
}

/** The value at the cursor, as the attribute that its C++ makes of it. @throws Damage if it does not end before the cursor's end */
export function nativeText(
  type: NativeType,
  cursor: MlirCursor,
  property: PropertyLayout,
  format: Pick<Tables, "string">,
): string {
  const { name } = property;
  /** @param nested inside another attribute, where integers of 64 bits have no type */
  const text = (of: NativeType, nested: boolean): string => {
    switch (of.kind) {
      case "integer": {
        const suffix = of.width === undefined ? typeOf(property.filled) : ` : i${of.width}`;
        return `${readInteger(property, of.width, cursor)}${nested && suffix === WIDE ? "" : suffix}`;
      }
      case "bool":
        return String(cursor.bool(name));
      case "unit":
        return cursor.bool(name) ? "unit" : "false";
      case "string":
        return quoted(format.string(cursor.string(name)));
      case "enum":
        return enumAttributeText(property.filled, readCase(property, cursor));
      case "optional":
        return cursor.bool(name) ? `[${text(of.of, true)}]` : "[]";
      case "list":
        return `[${cursor.list(name, () => text(of.of, true)).join(", ")}]`;
      case "integers": {
        const numbers = cursor.list(name, () => readInteger(property, of.width, cursor));
        return `array<i${of.width}${numbers.length > 0 ? `: ${numbers.join(", ")}` : ""}>`;
      }
      case "struct":
        return `{${of.fields.map(([key, value]) => `${key} = ${text(value, false)}`).join(", ")}}`;
    }
  };
  return text(type, false);
}

/** The type of an integer without a width: that of the default, ` : i32`. */
function typeOf(filled: string | undefined): string {
  return / : \w+$/.exec(filled ?? "")?.[0] ?? WIDE;
}

/** An integer. Writers extend its sign to 64 bits, readers cut it to its width. */
function readInteger(property: PropertyLayout, width: number | undefined, cursor: MlirCursor): bigint {
  const { value, text } = readCase(property, cursor);
  const integer = BigInt.asIntN(width ?? 64, BigInt(value));
  if (text === undefined) cursor.leaves?.note(String(integer));
  return integer;
}

/** A number, and the enum's case that it is, if it is one; then that is noted on its leaf. */
function readCase({ name, cases }: PropertyLayout, cursor: MlirCursor): Case {
  const value = cursor.varint64(name);
  const text = cases && enumText(cases, Number(value));
  if (text !== undefined) cursor.leaves?.note(text);
  return { value, text };
}

/** `#llvm.overflow<nsw, nuw>`, `#test<enum first>`: the text of the default, with the cases of the value. */
function enumAttributeText(filled: string | undefined, { text = "" }: Case): string {
  return (filled ?? "<>").replace(/<((?:\w+ )*).*>$/, (_, mnemonic: string) => `<${mnemonic}${text}>`);
}
