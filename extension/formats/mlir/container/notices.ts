/** Notices about a file that is not damaged: what neither its tables nor its release tells, once per kind. */
import type { Notice } from "../../../document/document";
import { namedRelease, NEWEST, NEWEST_VERSION } from "../model/release";

/**
 * What is uncertain. `properties`: ops that no table has, by op. `foreign`: such ops of which the release's mlir-opt reads
 * one attribute, by op. `guess`: ops read by the tables of a release that may
 * not be the writer's, by op. `unregistered`: ops that the release has, though the file says that its writer did not.
 * `encoding`: attributes and types, by dialect. `code`: entries of a newer release, by message.
 */
export type Unsure = "properties" | "foreign" | "guess" | "unregistered" | "encoding" | "code";

/** Most names that are listed; the others are counted. */
const LISTED = 4;
const UNSURE = "the text may differ from the reference's";

interface Found {
  readonly names: Set<string>;
  readonly startByte: number;
  readonly endByte: number;
}

/** Whether a file was written by a release, or in a format version, later than any known one. */
export function isNewer(producer: string, version: number): boolean {
  return (namedRelease(producer) ?? 0) > NEWEST || version > NEWEST_VERSION;
}

/** Collects what is uncertain, each item once. */
export class NoticeList {
  private readonly found = new Map<Unsure, Found>();

  /** Adds something unknown at these bytes. */
  add(kind: Unsure, name: string, startByte: number, endByte: number): void {
    const found = this.found.get(kind);
    if (found) found.names.add(name);
    else this.found.set(kind, { names: new Set([name]), startByte, endByte });
  }

  /** @param tables the tables by which properties are read */
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
      return `no table has the properties of ${names}; they are shown as bytes`;
    case "foreign":
      return `no table has the properties of ${names}; only their first attribute is shown, as mlir-opt does`;
    case "guess":
      return `the producer "${producer}" is not a known release of MLIR: properties of ${names} are named by the tables of ${tables}`;
    case "unregistered":
      return `the writer did not know ${names}: properties are read as the release's mlir-opt defines them`;
    case "encoding":
      return `the encoding of ${names} is not known: its attributes and types are shown as bytes`;
    case "code":
      return `${names}: shown as bytes`;
  }
}

/** `a, b, c, d and 3 more`. */
function listed(names: ReadonlySet<string>): string {
  const text = [...names].slice(0, LISTED).join(", ");
  return names.size > LISTED ? `${text} and ${names.size - LISTED} more` : text;
}
