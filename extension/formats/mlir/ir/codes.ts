/** Which builtin attribute an entry is, by its code alone: what every op's location and dictionary are checked by. */
import type { Container } from "../container/container";
import { SectionKind } from "../container/sections";
import { Damage } from "../model/damage";
import type { Op } from "./op";

/** Sections up to this size are looked at as a whole. */
const WHOLE = 64 * 1024 * 1024;
/** Codes of the builtin dialect (MLIR BuiltinDialectBytecode.td). */
const DICTIONARY = 1;
const isLocationCode = (code: number): boolean => (code >= 10 && code <= 15) || code === 22;

/** Codes of a file's attributes. */
export class EntryCodes {
  private readonly section: Uint8Array | undefined;
  private readonly base: number;

  constructor(private readonly container: Container) {
    const section = container.section(SectionKind.entries);
    this.base = section?.dataByte ?? 0;
    if (section && section.endByte - section.dataByte <= WHOLE)
      this.section = container.window.view(section.dataByte, section.endByte);
  }

  /** The code of a builtin attribute in its own encoding; undefined for all others. */
  code(attribute: number): number | undefined {
    const { attributes } = this.container.entries;
    if (attributes.custom[attribute] !== 1 || this.container.dialectOf(attributes, attribute) !== "builtin")
      return undefined;
    const at = attributes.starts[attribute] ?? 0;
    const byte =
      (this.section ? this.section[at] : this.container.window.view(this.base + at, this.base + at + 1)[0]) ?? 0;
    return byte % 2 === 1 ? byte >> 1 : undefined;
  }

  /**
   * Whether an op's location is one, and its attributes are a dictionary; the reference's words where not.
   * @param spell an attribute's text
   */
  check(op: Op, spell: (attribute: number) => string): Damage | undefined {
    const location = this.code(op.location);
    if (location !== undefined && !isLocationCode(location)) return wrongKind("LocationAttr", op, spell(op.location));
    const dictionary = op.attributes < 0 ? undefined : this.code(op.attributes);
    if (dictionary !== undefined && dictionary !== DICTIONARY)
      return wrongKind("DictionaryAttr", op, spell(op.attributes));
    return undefined;
  }
}

function wrongKind(kind: string, op: Op, text: string): Damage {
  const message = `expected attribute of type: mlir::${kind}, but got: ${text}`;
  return new Damage("bad-reference", message, op.startByte, op.endByte);
}
