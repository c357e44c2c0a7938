/** The lines of module-level assembly. Source: AssemblyWriter::printModule. */
import { Words } from "../../../kit/numbers";
import { countBefore } from "../../../kit/sortedSearch";
import { escaped } from "../ir/escape";
import type { AssemblyFragment } from "../ir/module";
import { ASSEMBLY_FRAGMENTS, ASSEMBLY_PROPERTIES } from "../ir/module";
import type { Release } from "../ir/releases";
import type { HeadLine, ModuleHead } from "./head";

/** The lines of one fragment. */
interface Part {
  readonly fragment: AssemblyFragment;
  /** The line before them, which begins a block; undefined if they continue one. */
  readonly head: string | undefined;
  /** The number of its first line, its head's if it has one. */
  readonly first: number;
  /** Where the lines of its text end, before their newlines. */
  readonly ends: Words;
}

/**
 * The lines of module-level assembly, each made when it is asked for. Each line of its text is one; a final newline adds
 * none.
 */
export class AssemblyLines {
  readonly length: number;
  private readonly parts: Part[] = [];
  private readonly release: Release;

  constructor({ release, assembly }: Pick<ModuleHead, "release" | "assembly">) {
    this.release = release;
    let [before, length] = ["", 0];
    for (const fragment of assembly) {
      if (fragment.text === "") continue;
      const head = release < ASSEMBLY_FRAGMENTS ? "" : blockHead(fragment, release);
      // Fragments with the same properties are one block.
      const part = { fragment, head: head === before ? undefined : head, first: length, ends: endsOf(fragment.text) };
      before = head;
      this.parts.push(part);
      length += part.ends.length + (part.head === undefined ? 0 : 1);
    }
    this.length = length;
  }

  /** A line, from 0. @throws {RangeError} if there are fewer */
  at(index: number): HeadLine {
    const { parts } = this;
    const part = parts[countBefore(parts.length, (i) => (parts[i] as Part).first > index) - 1];
    if (!part || index >= this.length) throw new RangeError(`line ${index} of ${this.length}`);
    const { head, first, fragment } = part;
    const line = index - first - (head === undefined ? 0 : 1);
    return { text: line < 0 && head !== undefined ? head : this.codeLine(part, line), range: fragment.range };
  }
  private codeLine({ fragment, ends: { data } }: Part, line: number): string {
    const start = line === 0 ? 0 : (data[line - 1] as number) + 1;
    const code = fragment.text.slice(start, data[line]);
    return `${this.release < ASSEMBLY_FRAGMENTS ? "module asm " : "    "}"${escaped(code, this.release)}"`;
  }
}

/** The first line of a block of assembly. */
function blockHead({ properties }: AssemblyFragment, release: Release): string {
  const described = ASSEMBLY_PROPERTIES.flatMap((key) => {
    const value = properties.get(key) ?? "";
    return value === "" ? [] : [`${key}: "${escaped(value, release)}"`];
  });
  return described.length === 0 ? "module asm" : `module asm(${described.join(", ")})`;
}

/** Where the lines of a text end. */
function endsOf(text: string): Words {
  const ends = new Words();
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    ends.push(end);
    at = end + 1;
  }
  return ends;
}
