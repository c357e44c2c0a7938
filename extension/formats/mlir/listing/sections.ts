/** The tree of sections: the header, the file's sections, and within the IR every op that has regions. */
import type { Section, SectionId } from "../../../document/section";
import type { Container } from "../container/container";
import type { SectionFrame } from "../container/sections";
import { SectionKind, sectionNames } from "../container/sections";
import type { Blob } from "../model/cursor";
import type { Body, Nest } from "./body";
import { readBody } from "./body";
import { TableItems } from "./tableItems";

/** Where a body is. */
export interface BodyPlace extends Blob {
  /** Undefined: the IR section itself. */
  readonly regionCount: number | undefined;
}

/** What a section is. */
export type SectionInfo =
  | { readonly kind: "header"; readonly id: SectionId; readonly endByte: number }
  | { readonly kind: "table"; readonly id: SectionId; readonly frame: SectionFrame }
  /** Bytes behind the last section that are none. */
  | { readonly kind: "rest"; readonly id: SectionId; readonly startByte: number }
  /** An op with regions. `owner`: the body that its own row is in. */
  | {
      readonly kind: "op";
      readonly id: SectionId;
      readonly owner: BodyPlace;
      readonly nest: number;
      readonly parent: SectionId;
      readonly depth: number;
    };

/** Rows of bodies kept; those read longest ago are read again when they are needed. */
const KEPT_ROWS = 2_000_000;

/** Gives sections their ids as they are met. */
export class SectionTree {
  readonly infos: SectionInfo[] = [];
  readonly roots: readonly SectionId[];
  readonly items: TableItems;
  private readonly bodies = new Map<number, Body>();
  private keptRows = 0;
  private readonly nested = new Map<string, SectionId>();

  constructor(readonly container: Container) {
    const { frame, window } = container;
    this.items = new TableItems(container);
    this.infos.push({ kind: "header", id: 0, endByte: Math.min(frame.headerEndByte, window.length) });
    for (const section of frame.sections) this.infos.push({ kind: "table", id: this.infos.length, frame: section });
    if (frame.coveredByte < window.length)
      this.infos.push({ kind: "rest", id: this.infos.length, startByte: frame.coveredByte });
    this.roots = this.infos.map((_, id) => id);
  }

  info(id: SectionId): SectionInfo {
    const info = this.infos[id];
    if (!info) throw new RangeError(`no section ${id}`);
    return info;
  }

  /** The section of an op with regions. */
  op(owner: BodyPlace, nest: number, parent: SectionId): SectionId {
    const key = `${owner.startByte} ${nest}`;
    const known = this.nested.get(key);
    if (known !== undefined) return known;
    const id = this.infos.length;
    const outer = this.info(parent);
    this.infos.push({ kind: "op", id, owner, nest, parent, depth: outer.kind === "op" ? outer.depth + 1 : 1 });
    this.nested.set(key, id);
    return id;
  }

  /** The rows of a body, read again where they were dropped. */
  body(place: BodyPlace): Body {
    const known = this.bodies.get(place.startByte);
    if (known) return known;
    const body = readBody(this.container, place, place.regionCount);
    this.bodies.set(place.startByte, body);
    this.keptRows += body.kinds.length;
    for (const [start, old] of this.bodies) {
      if (this.keptRows <= KEPT_ROWS || start === place.startByte) break;
      this.keptRows -= old.kinds.length;
      this.bodies.delete(start);
    }
    return body;
  }

  /** The IR section's own body. */
  root(frame: SectionFrame): BodyPlace {
    return { startByte: frame.dataByte, endByte: frame.endByte, regionCount: undefined };
  }

  /** The body and rows that are within a section of the IR. `read`: also where that means to read a body first. */
  contents(id: SectionId): { place: BodyPlace; body: Body; nest: Nest; rows: readonly number[] } | undefined {
    const info = this.info(id);
    if (info.kind === "table" && info.frame.id === SectionKind.ir && !info.frame.ignored) {
      const place = this.root(info.frame);
      const body = this.body(place);
      const nest = body.nests[0];
      return nest && { place, body, nest, rows: nest.rows };
    }
    if (info.kind !== "op") return undefined;
    const owner = this.body(info.owner);
    const nest = owner.nests[info.nest];
    if (!nest) return undefined;
    if (!nest.enclosed) return { place: info.owner, body: owner, nest, rows: nest.rows };
    const place = nest.enclosed;
    const body = this.body(place);
    const root = body.nests[0];
    return root && { place, body, nest: root, rows: root.rows };
  }

  /** The same, only of bodies that are in memory. */
  contentsIfMet(id: SectionId): ReturnType<SectionTree["contents"]> {
    const info = this.info(id);
    if (info.kind === "table" && info.frame.id === SectionKind.ir) return this.contents(id);
    if (info.kind !== "op" || !this.bodies.has(info.owner.startByte)) return undefined;
    const enclosed = this.bodies.get(info.owner.startByte)?.nests[info.nest]?.enclosed;
    return enclosed && !this.bodies.has(enclosed.startByte) ? undefined : this.contents(id);
  }

  /** A section's range and size; `title` names an op. */
  section(id: SectionId, title: (id: SectionId) => string): Section {
    const info = this.info(id);
    const common = { id, parent: undefined, exact: true, foldedAtFirst: false };
    switch (info.kind) {
      case "header":
        return { ...common, kind: "header", title: "header", startBit: 0, endBit: info.endByte * 8, entryCount: 1 };
      case "rest": {
        const endBit = this.container.window.length * 8;
        return { ...common, kind: "bytes", title: "bytes", startBit: info.startByte * 8, endBit, entryCount: 1 };
      }
      case "table": {
        const { frame } = info;
        const name = sectionNames[frame.id] ?? "";
        const range = { startBit: frame.startByte * 8, endBit: frame.endByte * 8 };
        const isIr = frame.id === SectionKind.ir;
        const count = frame.ignored ? 1 : isIr ? (this.contents(id)?.rows.length ?? 0) : this.items.count(frame);
        return {
          ...common,
          ...range,
          kind: "section",
          title: `${name} section`,
          entryCount: count + 2,
          foldedAtFirst: !isIr,
        };
      }
      case "op":
        return this.opSection(info, title(id));
    }
  }

  private opSection(info: SectionInfo & { kind: "op" }, title: string): Section {
    const owner = this.body(info.owner);
    const nest = owner.nests[info.nest];
    const startBit = (owner.bytes[nest?.row ?? 0] ?? 0) * 8;
    const endBit = (nest?.endByte ?? 0) * 8;
    const inner = nest?.enclosed ? this.bodies.get(nest.enclosed.startByte)?.nests[0] : nest;
    const common = {
      id: info.id,
      parent: info.parent,
      kind: "operation",
      title,
      startBit,
      endBit,
      foldedAtFirst: false,
    };
    if (inner) return { ...common, entryCount: inner.rows.length + 2, exact: true };
    // Ops take some ten bytes each.
    const estimate = Math.ceil((endBit - startBit) / 80) + 2;
    return { ...common, entryCount: estimate, exact: false };
  }
}
