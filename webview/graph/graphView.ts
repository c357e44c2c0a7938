/** One drawn control flow graph: its blocks and lines, the current block, and the rows of the blocks in view. */
import type { FlowGraph, Row } from "../../extension/session/protocol";
import type { ViewSettings } from "../../extension/session/protocol/hostApi";
import type { Host } from "../base/connection";
import type { Character } from "./blockView";
import { BlockView, MOST_ROWS, nameOf, sizeOf } from "./blockView";
import type { Area, Canvas } from "./canvas";
import { overlap } from "./canvas";
import type { Size } from "./grid";
import type { Layout } from "./layout";
import { layOut } from "./layout";
import type { FlowLine } from "./lines";
import { drawLines, linesOf } from "./lines";
import { isStepKey, stepFrom } from "./steps";

/** What a drawn graph uses. */
export interface GraphViewParts {
  readonly host: Host;
  readonly settings: ViewSettings;
  readonly character: Character;
  cursor(): Row | undefined;
}

/** A graph on a canvas. */
export class GraphView {
  private readonly sizes: readonly Size[];
  private readonly lines: readonly FlowLine[];
  private readonly layout: Layout;
  private readonly blocks: readonly BlockView[];
  private readonly drawn: readonly SVGElement[];
  private current: number;
  /** Ends the requests for rows. */
  private readonly ended = new AbortController();
  private filling = false;

  constructor(
    private readonly graph: FlowGraph,
    private readonly canvas: Canvas,
    private readonly parts: GraphViewParts,
  ) {
    this.sizes = graph.blocks.map((block) => sizeOf(block, parts.character));
    this.lines = linesOf(graph);
    this.layout = layOut(this.sizes, this.lines);
    this.blocks = graph.blocks.map((_, index) => this.blockAt(index));
    const { svg, elements } = drawLines(this.lines, this.layout);
    this.drawn = elements;
    this.current = graph.current;
    canvas.show(this.layout, svg, ...this.blocks.map(({ element }) => element));
    this.select(graph.current);
    this.fillSeen();
  }
  private blockAt(index: number): BlockView {
    const { blocks } = this.graph;
    const block = blocks[index] as FlowGraph["blocks"][number];
    const targets = block.next.flatMap(({ to }) => (blocks[to] ? [nameOf(blocks[to])] : []));
    const view = new BlockView(block, index, targets);
    const { x, y, width, height } = this.areaOf(index);
    Object.assign(view.element.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    view.element.addEventListener("mouseenter", () => this.mark("near", index));
    view.element.addEventListener("mouseleave", () => this.mark("near", undefined));
    return view;
  }
  private areaOf(index: number): Area {
    const { x, y } = this.layout.boxes[index] ?? { x: 0, y: 0 };
    return { x, y, ...(this.sizes[index] ?? { width: 0, height: 0 }) };
  }

  /** Ends what it still asks for. */
  end(): void {
    this.ended.abort();
  }
  /** Shows the block of a row; returns whether it is one of the graph's, or at least in the same function. */
  follow(row: Row): boolean {
    const { blocks, total, startBit, endBit } = this.graph;
    const bit = row.startBit;
    const index = blocks.findIndex((block) => block.startBit <= bit && bit < block.endBit);
    if (index >= 0) this.select(index);
    return index >= 0 || (blocks.length === total && startBit <= bit && bit < endBit);
  }
  /** Goes to the block that a key leads to; returns whether it is such a key. */
  step(key: string): boolean {
    if (!isStepKey(key)) return false;
    const next = stepFrom(this.current, key, this.layout.boxes, this.lines);
    if (next !== undefined) this.select(next);
    return true;
  }
  /** Shows all of the graph; if that is too large, what is around the current block. */
  fit(): void {
    this.canvas.fit();
    this.canvas.reveal(this.areaOf(this.current));
  }
  /** Makes the block at an element the current one; returns the row there, or the first of the block. */
  choose(target: Element): Row | undefined {
    const block = target.closest<HTMLElement>("[data-block]");
    if (!block) return undefined;
    this.select(Number(block.dataset.block));
    const row = target.closest<HTMLElement>("[data-row]")?.dataset.row;
    return this.blocks[this.current]?.rows?.[Number(row ?? 0)];
  }
  /** The first row of the current block. */
  get currentRow(): Row | undefined {
    return this.blocks[this.current]?.rows?.[0];
  }

  /** All rows of the current block as text. */
  async text(): Promise<string> {
    const { place, rows: count } = this.graph.blocks[this.current] as FlowGraph["blocks"][number];
    const rows = await this.parts.host.flowRows({ place, count }, { signal: this.ended.signal });
    return rows
      .map(({ assembly }) =>
        assembly
          .map(({ text }) => text)
          .join("")
          .trimEnd(),
      )
      .join("\n");
  }

  private select(index: number): void {
    this.blocks[this.current]?.element.classList.remove("current");
    this.blocks[this.current]?.element.setAttribute("aria-selected", "false");
    this.current = index;
    const block = this.blocks[index];
    if (!block) return;
    block.element.classList.add("current");
    block.element.setAttribute("aria-selected", "true");
    this.canvas.element.setAttribute("aria-activedescendant", block.element.id);
    this.mark("of-current", index);
    this.markCursor();
    this.canvas.reveal(this.areaOf(index));
  }
  /** Marks the lines that begin or end at a block. */
  private mark(name: string, block: number | undefined): void {
    this.lines.forEach(({ from, to }, index) => {
      this.drawn[index]?.classList.toggle(name, block !== undefined && (from === block || to === block));
    });
  }
  private markCursor(): void {
    const row = this.parts.cursor();
    for (const block of this.blocks) block.mark(row);
  }

  /** Fills the blocks in view with rows, one after another. */
  fillSeen(): void {
    if (this.filling || !this.canvas.isReadable) return;
    this.filling = true;
    void this.fillAll().finally(() => (this.filling = false));
  }
  private async fillAll(): Promise<void> {
    const { host, settings } = this.parts;
    const { signal } = this.ended;
    for (let next = this.nextToFill(); next && !signal.aborted; next = this.nextToFill()) {
      const { place } = next.block;
      const rows = await host
        .flowRows({ place, count: Math.min(next.block.rows, MOST_ROWS) }, { signal })
        .catch((error: unknown): readonly Row[] => {
          if (!signal.aborted) throw error;
          return [];
        });
      next.fill(rows, settings);
      next.mark(this.parts.cursor());
    }
  }
  /** A block in view without rows. */
  private nextToFill(): BlockView | undefined {
    const { view } = this.canvas;
    return this.blocks.find((block, index) => block.rows === undefined && overlap(this.areaOf(index), view));
  }
}
