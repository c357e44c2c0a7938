/** What a reader has to know of a file that is not damaged: what no table or release tells, each kind once. */
import type { Notice } from "../../../document/document";
import { namedRelease, NEWEST, NEWEST_VERSION } from "../model/release";

/**
 * What is not known for sure. `properties`: of ops that no table has, by op. `guess`: of ops by the tables of a release that may be
 * another one, by op. `unregistered`: of ops that the release has, though the file says that its writer did
 * not. `encoding`: of attributes and types, by dialect. `code`: of entries of a newer release, by message.
 */
export type Unsure = "properties" | "guess" | "unregistered" | "encoding" | "code";

/** Names that are listed; the others are counted. */
const LISTED = 4;
const UNSURE = "the text is not sure to be the reference's";

interface Found {
  readonly names: Set<string>;
  readonly startByte: number;
  readonly endByte: number;
}

/** Whether a file was written by a later release, or in a later version of the format, than any that is known. */
export function isNewer(producer: string, version: number): boolean {
  return (namedRelease(producer) ?? 0) > NEWEST || version > NEWEST_VERSION;
}

/** Collects what was met; a thing that is met again is kept once. */
export class NoticeList {
  private readonly found = new Map<Unsure, Found>();

  /** Something at these bytes is not known. */
  add(kind: Unsure, name: string, startByte: number, endByte: number): void {
    const found = this.found.get(kind);
    if (found) found.names.add(name);
    else this.found.set(kind, { names: new Set([name]), startByte, endByte });
  }

  /** @param tables the tables that properties are read by */
  all(producer: string, version: number, tables: string): readonly Notice[] {
    const notices: Notice[] = [];
    if (isNewer(producer, version)) {
      const writer = (namedRelease(producer) ?? 0) > NEWEST ? producer : `bytecode version ${version}`;
      notices.push(notice(`written by a newer MLIR than ${NEWEST} (${writer}): ${UNSURE}`, 0, 0));
    }
    for (const [kind, { names, startByte, endByte }] of this.found)
      notices.push(notice(`${message(kind, listed(names), producer, tables)}: ${UNSURE}`, startByte, endByte));
    return notices;
  }
}

const notice = (message: string, startByte: number, endByte: number): Notice => ({
  message,
  startBit: startByte * 8,
  endBit: endByte * 8,
});

function message(kind: Unsure, names: string, producer: string, tables: string): string {
  switch (kind) {
    case "properties":
      return `no table has the properties of ${names}, which are shown as bytes`;
    case "guess":
      return `the producer "${producer}" is no release of MLIR that is known: properties of ${names} are named by the tables of ${tables}`;
    case "unregistered":
      return `the writer did not know ${names}: properties are read as those that the release's mlir-opt has`;
    case "encoding":
      return `the encoding of ${names} is not known: attributes and types of it are shown as bytes`;
    case "code":
      return `${names}: shown as bytes`;
  }
}

/** `a, b, c, d and 3 more`. */
function listed(names: ReadonlySet<string>): string {
  const text = [...names].slice(0, LISTED).join(", ");
  return names.size > LISTED ? `${text} and ${names.size - LISTED} more` : text;
}
