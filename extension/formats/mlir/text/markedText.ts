/** Text written with marks that tell which entries of the file it shows. */
import type { ByteText } from "../../../document/byteText";
import type { Container } from "../container/container";
import type { EntryWriter } from "../model/entryWriter";
import type { EntryNotes } from "../model/frames";
import type { Elision } from "../model/piece";
import type { AliasDefinition } from "./aliases";
import { aliasName } from "./aliases";
import { Marks } from "./marks";
import type { TextRoom } from "./room";
import { SHORT } from "./room";

/** Writes attributes and types into a text. */
export class MarkedText {
  readonly marks = new Marks();
  /** Characters taken from the text since the marks were last taken. */
  private taken = 0;

  constructor(
    private readonly container: Container,
    private readonly writer: EntryWriter,
    readonly text: ByteText,
    private readonly room: TextRoom,
  ) {}

  /** The present end of the text, in the units of the marks. */
  get place(): number {
    return this.taken + this.text.length;
  }
  /** Must be called before the text is taken. */
  leave(): void {
    this.taken += this.text.length;
  }
  /** Starts the marks again; `before`: characters that will precede the following text. */
  restart(before = 0): Marks {
    this.taken = before - this.text.length;
    return this.marks.take();
  }

  put(text: string): void {
    this.text.text(text);
  }
  /** An attribute or a type where it is used. */
  entry(kind: "attribute" | "type", index: number, elision?: Elision): void {
    const from = this.place;
    if (this.room.full) {
      this.put(this.writer.beginning(kind, index, SHORT, elision));
      this.marks.byte(from, this.place, this.byteOf(kind, index));
      return;
    }
    const { marksParts } = this.room;
    const notes = marksParts ? this.notes() : (): void => undefined;
    for (const chunk of this.writer.noted(kind, index, notes, elision)) this.put(chunk);
    if (!marksParts) this.marks.byte(from, this.place, this.byteOf(kind, index));
    this.room.take(this.place - from);
  }
  /** An attribute that is spelled out even if it has an alias. */
  spelled(attribute: number): void {
    for (const chunk of this.writer.notedDefinition("attribute", attribute, this.notes())) this.put(chunk);
  }
  /** The line that defines an alias. */
  definition(alias: AliasDefinition): void {
    const { space, source } = alias;
    const from = this.place;
    const name = aliasName(alias);
    this.put(name);
    if (typeof source !== "number") {
      this.put(" = ");
      for (const chunk of this.writer.pieces(source)) this.put(chunk);
    } else {
      this.marks.byte(from, this.place, this.byteOf(space, source));
      this.put(" = ");
      for (const chunk of this.writer.notedDefinition(space, source, this.notes())) this.put(chunk);
    }
    this.put("\n");
  }

  private notes(): EntryNotes {
    const start = this.place;
    return (kind, index, from, to) => {
      this.marks.byte(start + from, start + to, this.byteOf(kind, index));
    };
  }
  /** The first byte of an entry. */
  byteOf(kind: "attribute" | "type", index: number): number {
    const { attributes, types } = this.container.entries;
    return this.container.entryPlace(kind === "attribute" ? attributes : types, index).startByte;
  }
}
