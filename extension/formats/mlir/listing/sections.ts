/** The tree of sections: the header, the file's sections, and within the IR every op that has regions. */
import type { Section, SectionId } from "../../../document/section";
import { NoSection } from "../../../document/section";
import type { Container } from "../container/container";
import type { SectionFrame } from "../container/sections";
import { SectionKind, sectionNames } from "../container/sections";
import { Generations } from "../../../kit/generations";
import type { Blob } from "../model/cursor";
import type { Nest } from "./nests";
import { Body } from "./body";
import { RowKind } from "./bodyRows";
import { last, TableItems } from "./tableItems";

/** The extent of a body. */
export interface BodyPlace extends Blob {
  /** Undefined for the IR section itself. */
  readonly regionCount: number | undefined;
}

/** The kinds of sections. */
export type SectionInfo =
  | { readonly kind: "header"; readonly id: SectionId; readonly endByte: number }
  | { readonly kind: "table"; readonly id: SectionId; readonly frame: SectionFrame }
  /** The checksum after the last section. */
  | { readonly kind: "checksum"; readonly id: SectionId; readonly startByte: number }
  /** Bytes after the last section that belong to none. */
  | { readonly kind: "rest"; readonly id: SectionId; readonly startByte: number }
  | OpInfo;

/** An op with regions. */
interface OpInfo {
  readonly kind: "op";
  readonly id: SectionId;
  /** The body that contains its own row, and its index among that body's nests. */
  readonly owner: BodyPlace;
  readonly nest: number;
  readonly parent: SectionId;
  readonly depth: number;
}

/**
 * Most rows of bodies to keep, in a file of that many bytes or more; those read longest ago are dropped and read again
 * when needed.
 */
const KEPT_ROWS = 2_000_000;
/** Rows kept in any file, and the memory of an empty body, in rows. */
const KEPT_OF_ANY = 100_000;
const BODY_ROWS = 150;
/** Average bytes of a row of the IR. */
const ROW_BYTES = 10;

/**
 * The outermost sections are numbered in file order; the id of an op's section follows from the op's first byte, so it
 * does not depend on the order of questions.
 */
export class SectionTree {
  /** The outermost sections. */
  readonly infos: SectionInfo[] = [];
  readonly roots: readonly SectionId[];
  readonly items: TableItems;
  private readonly bodies: Generations<number, Body>;
  private latest: Body | undefined;
  /** The sections that show a body from its start, by the body's first byte. */
  private readonly showing = new Map<number, SectionId>();
  private readonly ops = new Map<SectionId, OpInfo>();

  constructor(
    readonly container: Container,
    private readonly numbersByRegion: boolean,
  ) {
    const { frame, window } = container;
    this.bodies = new Generations(Math.min(KEPT_ROWS, KEPT_OF_ANY + window.length));
    this.items = new TableItems(container);
    this.infos.push({ kind: "header", id: 0, endByte: Math.min(frame.headerEndByte, window.length) });
    for (const section of frame.sections) this.infos.push({ kind: "table", id: this.infos.length, frame: section });
    if (frame.checksumByte !== undefined)
      this.infos.push({ kind: "checksum", id: this.infos.length, startByte: frame.checksumByte });
    if (frame.coveredByte < window.length)
      this.infos.push({ kind: "rest", id: this.infos.length, startByte: frame.coveredByte });
    this.roots = this.infos.map((_, id) => id);
  }

  /** @throws NoSection if there is no such section */
  info(id: SectionId): SectionInfo {
    const info = this.infos[id] ?? this.ops.get(id) ?? this.found(id);
    if (!info) throw new NoSection(id);
    return info;
  }

  /** The section of an op with regions. */
  op(owner: BodyPlace, nest: number, parent: SectionId): SectionId {
    const body = this.ownerOf({ owner, nest });
    const id = this.infos.length + body.start(body.nests.rowOf(nest));
    if (this.ops.has(id)) return id;
    const outer = this.info(parent);
    this.ops.set(id, { kind: "op", id, owner, nest, parent, depth: outer.kind === "op" ? outer.depth + 1 : 1 });
    const enclosed = body.nests.at(nest)?.enclosed;
    if (enclosed) this.showing.set(enclosed.startByte, id);
    return id;
  }

  /** The section of an op that was not visited yet: found from the IR section downwards. */
  private found(id: SectionId): SectionInfo | undefined {
    const byte = id - this.infos.length;
    let section = this.infos.find((i) => i.kind === "table" && isIr(i.frame))?.id;
    while (section !== undefined && section !== id) section = this.inner(section, byte);
    return section === undefined ? undefined : this.ops.get(section);
  }
  /** The section, within this one, of the op that contains a byte. */
  private inner(section: SectionId, byte: number): SectionId | undefined {
    const contents = this.contents(section);
    if (!contents) return undefined;
    const { body, rows, place, nest: shown } = contents;
    body.readUntil(() => shown.closed || body.start(body.count - 1) > byte);
    const row = rows[last(rows.length, (i) => body.start(rows[i] ?? 0), byte)];
    if (row === undefined || body.kind(row) !== RowKind.Nested) return undefined;
    const nest = body.detail(row);
    return byte < body.nests.endOf(nest) ? this.op(place, nest, section) : undefined;
  }

  /** The rows of a body, read again if they were dropped; read completely unless the body is large. */
  body(place: BodyPlace): Body {
    const { startByte } = place;
    if (this.latest?.startByte === startByte && this.latest.complete) return this.latest;
    const known = this.bodies.get(startByte);
    const body =
      known && !known.broken ? known : new Body(this.container, place, place.regionCount, this.numbersByRegion);
    if (known !== body) this.bodies.set(startByte, body, BODY_ROWS);
    if (!body.large) body.readAll();
    if (!known?.complete) this.bodies.set(startByte, body, BODY_ROWS + body.count);
    this.latest = body;
    return body;
  }

  /** The body that contains an op with regions, read as far as that op: a large one may have been dropped meanwhile. */
  ownerOf({ owner, nest }: Pick<OpInfo, "owner" | "nest">): Body {
    const body = this.body(owner);
    body.readUntil(() => nest < body.nests.count);
    return body;
  }

  /** The IR section's own body. */
  root(frame: SectionFrame): BodyPlace {
    return { startByte: frame.dataByte, endByte: frame.endByte, regionCount: undefined };
  }

  /** The body and the rows in a section of the IR, as far as they were read. */
  contents(id: SectionId): { place: BodyPlace; body: Body; nest: Nest; rows: readonly number[] } | undefined {
    const info = this.info(id);
    if (info.kind === "table" && isIr(info.frame)) {
      const place = this.root(info.frame);
      const body = this.body(place);
      const nest = body.nests.outermost;
      return { place, body, nest, rows: nest.rows };
    }
    if (info.kind !== "op") return undefined;
    const owner = this.ownerOf(info);
    const nest = owner.nests.at(info.nest);
    if (!nest) return undefined;
    if (!nest.enclosed) return { place: info.owner, body: owner, nest, rows: nest.rows };
    const place = nest.enclosed;
    const body = this.body(place);
    const root = body.nests.outermost;
    return { place, body, nest: root, rows: root.rows };
  }

  /** The section that shows the body starting at a byte, if it was visited. */
  sectionOf(startByte: number): SectionId | undefined {
    const root = this.infos.find((i) => i.kind === "table" && isIr(i.frame) && i.frame.dataByte === startByte);
    return root?.id ?? this.showing.get(startByte);
  }

  /** A section's range and size; `title` returns the title of an op's section. */
  section(id: SectionId, title: (id: SectionId) => string): Section {
    const info = this.info(id);
    const common = { id, parent: undefined, exact: true, foldedAtFirst: false };
    switch (info.kind) {
      case "header":
        return { ...common, kind: "header", title: "header", startBit: 0, endBit: info.endByte * 8, entryCount: 1 };
      case "checksum":
      case "rest": {
        const endBit = this.container.window.length * 8;
        const title = info.kind === "rest" ? "bytes" : info.kind;
        return { ...common, kind: "bytes", title, startBit: info.startByte * 8, endBit, entryCount: 1 };
      }
      case "table": {
        const { frame } = info;
        const range = { startBit: frame.startByte * 8, endBit: frame.endByte * 8 };
        const title = `${sectionNames[frame.id] ?? ""} section`;
        const size = isIr(frame) ? this.irSize(id) : { entryCount: this.tableSize(frame), exact: true };
        return { ...common, ...range, ...size, kind: "section", title, foldedAtFirst: frame.id !== SectionKind.ir };
      }
      case "op":
        return this.opSection(info, title(id));
    }
  }

  /** Number of rows in a table's section with its head and foot; a skipped section is one row. */
  tableSize(frame: SectionFrame): number {
    return 2 + (frame.ignored ? 1 : this.items.count(frame));
  }

  /**
   * The number of entries in a section of the IR as far as known, otherwise an estimate: an op takes about ten bytes.
   */
  private irSize(id: SectionId): { readonly entryCount: number; readonly exact: boolean } {
    const contents = this.contents(id);
    if (!contents) return { entryCount: 2, exact: true };
    const { body, nest, rows } = contents;
    if (nest.closed) return { entryCount: rows.length + 2, exact: true };
    const left = nest.endByte - body.start(body.count - 1);
    return { entryCount: rows.length + Math.ceil(left / ROW_BYTES) + 2, exact: false };
  }

  private opSection(info: OpInfo, title: string): Section {
    const owner = this.ownerOf(info);
    const nest = owner.nests.at(info.nest);
    const [startByte, endByte] = [owner.start(nest?.row ?? 0), nest?.endByte ?? 0];
    const unread = nest?.enclosed && !this.bodies.has(nest.enclosed.startByte);
    const estimate = { entryCount: Math.ceil((endByte - startByte) / ROW_BYTES) + 2, exact: false };
    return {
      id: info.id,
      parent: info.parent,
      kind: "operation",
      title,
      startBit: startByte * 8,
      endBit: endByte * 8,
      foldedAtFirst: false,
      ...(unread ? estimate : this.irSize(info.id)),
    };
  }
}

/** Whether a section is the IR section that is read. */
export function isIr(frame: SectionFrame): boolean {
  return frame.id === SectionKind.ir && !frame.ignored;
}
