/** Elements as text and as JSON, for `tree` and `at`. */
import { indentation } from "../../document/indentation";
import { append } from "../../document/arrays";
import { formatPosition } from "../../document/bits";
import type { ElementSink, Encoding, Leaf } from "../../document/element";
import { unicode } from "../names/unicode";

/** An element as `at` prints it; every number that ends in `Bit` counts bits from the file's start. */
export interface ElementJson {
  readonly kind: string;
  readonly name: string;
  readonly startBit: number;
  readonly endBit: number;
  readonly encoding?: string;
  readonly raw?: number | string;
  readonly value?: string;
  readonly meaning?: string;
}

/** An encoding in the field's notation: `fixed(3)`, `vbr(6)`, `char6`. */
export function encodingText(encoding: Encoding, bits: number): string {
  switch (encoding.kind) {
    case "fixed":
      return `fixed(${bits})`;
    case "vbr":
      return `vbr(${encoding.chunk})`;
    case "fill":
      return `fill(0x${encoding.fill.toString(16).padStart(2, "0").toUpperCase()})`;
    case "bytes":
      return bits % 8 === 0 ? `bytes(${bits / 8})` : `bits(${bits})`;
    case "char6":
    case "leb128":
    case "prefixVarint":
      return encoding.kind;
  }
}

/** Most bytes shown of a long leaf. */
const SHOWN_BYTES = 16;

/** A raw value as text: numbers in decimal, bytes in hex (only the first ones of a long leaf). */
export function rawText(raw: Leaf["raw"]): string {
  if (typeof raw !== "object") return String(raw);
  const shown = [...raw.subarray(0, SHOWN_BYTES)].map((b) => b.toString(16).padStart(2, "0")).join(" ");
  return raw.length > SHOWN_BYTES ? `${shown} …+${raw.length - SHOWN_BYTES}` : shown;
}

/** A leaf as JSON. */
export function leafJson(leaf: Leaf): ElementJson {
  const { kind, name, startBit, endBit, encoding, raw, meaning } = leaf;
  const number = typeof raw === "number" ? raw : rawText(raw);
  const text = encodingText(encoding, endBit - startBit);
  return {
    kind,
    name,
    startBit,
    endBit,
    encoding: text,
    raw: number,
    ...(meaning === undefined ? {} : { meaning: unicode(meaning) }),
  };
}

/** Characters of lines to gather before printing. */
const PRINTED_AT_ONCE = 1 << 14;

/** Prints containers and leaves, one per line, indented by nesting. */
export class TreeSink implements ElementSink {
  private depth = 0;
  private lines = "";
  /** @param print receives complete lines, in pieces small enough to be kept in memory */
  constructor(private readonly print: (lines: string) => void) {}

  open(kind: string, name: string, startBit: number): void {
    this.lines += `${indentation(this.depth++)}${formatPosition(startBit)} ${kind} ${name}\n`;
  }
  leaf(leaf: Leaf): void {
    const bits = leaf.endBit - leaf.startBit;
    const kind = leaf.kind === "decoded" ? "" : ` [${leaf.kind}]`;
    const meaning = leaf.meaning === undefined ? "" : `  ; ${leaf.meaning}`;
    const value = leaf.encoding.kind === "fill" ? "" : ` = ${rawText(leaf.raw)}`;
    const where = `${indentation(this.depth)}${formatPosition(leaf.startBit)}+${bits}`;
    this.lines += `${where} ${leaf.name} ${encodingText(leaf.encoding, bits)}${value}${kind}${meaning}\n`;
    if (this.lines.length > PRINTED_AT_ONCE) this.flush();
  }
  close(): void {
    this.depth--;
  }
  /** Prints the lines gathered so far. */
  flush(): void {
    this.print(this.lines);
    this.lines = "";
  }
}

/** Finds the elements that own one bit, outermost first. */
export class AtSink implements ElementSink {
  readonly found: ElementJson[] = [];
  private readonly open_: { kind: string; name: string; startBit: number; holds: ElementJson[] }[] = [];
  constructor(private readonly bit: number) {}
  open(kind: string, name: string, startBit: number): void {
    this.open_.push({ kind, name, startBit, holds: [] });
  }
  leaf(leaf: Leaf): void {
    if (leaf.startBit <= this.bit && this.bit < leaf.endBit) this.keep([leafJson(leaf)]);
  }
  close(endBit: number): void {
    const container = this.open_.pop();
    if (!container || container.startBit > this.bit || this.bit >= endBit) return;
    const { kind, name, startBit, holds } = container;
    this.keep([{ kind, name, startBit, endBit }, ...holds]);
  }
  private keep(elements: readonly ElementJson[]): void {
    const holder = this.open_.at(-1);
    append(holder ? holder.holds : this.found, elements);
  }
}
