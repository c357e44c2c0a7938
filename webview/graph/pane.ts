/** The control flow graph beside the rows: it shows the function of the cursor, and each follows the other. */
import type { FlowGraph, Row } from "../../extension/session/protocol";
import type { ViewSettings } from "../../extension/session/protocol/hostApi";
import type { Host } from "../base/connection";
import { make, makeButton } from "../base/dom";
import { takeKeyboard } from "../base/keyboard";
import { takeOverFont } from "../base/metrics";
import { t } from "../base/l10n";
import type { Character } from "./blockView";
import { Canvas } from "./canvas";
import { Divider } from "./divider";
import { GraphView } from "./graphView";

/** A cursor that goes on moving asks for another function only when it has rested for this long (ms). */
const REST = 120;

/** What the pane uses of its editor. */
export interface GraphParts {
  readonly host: Host;
  settings(): ViewSettings;
  /** The size of a character of the rows. */
  character(): Character;
  /** The cursor's row. */
  cursor(): Row | undefined;
  /** The rows in view that begin a section, in order. */
  heads(): readonly Row[];
  /** Goes to a row of the assembly; `focus`: the keyboard goes there too. */
  goTo(row: Row, focus: boolean): void;
  /** The pane was opened or closed. */
  toggled(): void;
  /** Moves the keyboard to the rows. */
  leave(): void;
  /** The share of the width that the pane takes, and how to keep another. */
  readonly share: number | undefined;
  keepShare(share: number): void;
}

/** The pane of an editor. */
export class GraphPane {
  readonly element = make("section", "graph hidden");
  readonly divider: Divider;
  private readonly title = make("span", "title");
  private readonly empty = make("p", "graph-empty hidden");
  private readonly canvas = new Canvas(() => this.view?.fillSeen());
  private view: GraphView | undefined;
  private asking: AbortController | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: GraphParts) {
    this.divider = new Divider(this.element, parts.share, parts.keepShare);
    const name = t("Control Flow Graph");
    this.element.setAttribute("aria-label", name);
    this.canvas.element.setAttribute("aria-label", name);
    this.canvas.element.setAttribute("role", "listbox");
    this.canvas.element.tabIndex = 0;
    this.canvas.element.addEventListener("keydown", (event) => this.key(event));
    this.canvas.element.addEventListener("click", ({ target }) => this.click(target as Element));
    this.element.append(this.head(), this.empty, this.canvas.element);
  }
  private head(): HTMLElement {
    const head = make("header");
    head.append(
      this.title,
      makeButton("icon", "−", t("Zoom Out"), () => this.canvas.zoomBy(-1)),
      makeButton("icon", "+", t("Zoom In"), () => this.canvas.zoomBy(1)),
      makeButton("icon", "⤢", t("Show the Whole Graph"), () => this.view?.fit()),
      makeButton("icon", "×", t("Close (Escape)"), () => this.close()),
    );
    return head;
  }

  get isOpen(): boolean {
    return !this.element.classList.contains("hidden");
  }
  /** Opens the pane for the cursor's function. */
  async open(): Promise<void> {
    this.element.classList.remove("hidden");
    this.divider.update();
    await this.load(this.parts.cursor()?.startBit ?? 0);
    // Whoever is in no function means one that is in view.
    for (const { startBit } of this.parts.heads()) if (!this.view) await this.load(startBit);
    this.parts.toggled();
  }
  /** Moves the keyboard into the pane. */
  focus(): void {
    takeKeyboard(this.canvas.element);
  }
  /** The text of the current block, for copying; undefined unless the keyboard is in the pane. */
  copied(): Promise<string> | undefined {
    return this.element.contains(document.activeElement) ? this.view?.text() : undefined;
  }
  close(): void {
    if (!this.isOpen) return;
    this.asking?.abort();
    clearTimeout(this.rest);
    this.element.classList.add("hidden");
    this.divider.update();
    this.show(null);
    this.parts.toggled();
    this.parts.leave();
  }
  /** The cursor has moved: its block is marked, or its function shown. */
  follow(): void {
    const row = this.parts.cursor();
    if (!this.isOpen || !row) return;
    clearTimeout(this.rest);
    if (this.view?.follow(row)) return;
    this.rest = setTimeout(() => void this.load(row.startBit), REST);
  }
  /** Asks again: the file, or how it is shown, has changed. */
  async again(): Promise<void> {
    if (this.isOpen) await this.load(this.parts.cursor()?.startBit ?? 0);
  }

  /** Shows the function around a bit; where there is none, the last one stays. */
  private async load(bit: number): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const graph = await this.parts.host.flow({ bit }, { signal: asking.signal });
      if (!asking.signal.aborted && (graph || !this.view)) this.show(graph);
    } catch (error) {
      if (!asking.signal.aborted) throw error;
    }
  }
  private show(graph: FlowGraph | null): void {
    const { host, settings, character, cursor } = this.parts;
    this.view?.end();
    this.view = undefined;
    this.title.textContent = graph ? this.titleOf(graph) : t("Control Flow Graph");
    this.title.title = this.title.textContent;
    this.empty.textContent = graph
      ? ""
      : t("There is no function with blocks at the cursor. Go to one, or to one of its instructions.");
    this.empty.classList.toggle("hidden", graph !== null);
    this.canvas.element.classList.toggle("hidden", graph === null);
    if (!graph) return;
    takeOverFont(this.element, settings());
    this.view = new GraphView(graph, this.canvas, { host, settings: settings(), character: character(), cursor });
  }
  private titleOf({ title, plain = title, blocks, total }: FlowGraph): string {
    const name = this.parts.settings().demangle ? plain : title;
    const shown =
      blocks.length < total
        ? t("{0} of {1} blocks, those nearest to the cursor", blocks.length, total)
        : total === 1
          ? t("1 block")
          : t("{0} blocks", total);
    return `${shown} · ${name}`;
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter") this.accept();
    else if (event.key === "+" || event.key === "=") this.canvas.zoomBy(1);
    else if (event.key === "-") this.canvas.zoomBy(-1);
    else if (event.key === "0") this.view?.fit();
    else if (!this.view?.step(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** Goes to the first row of the current block. */
  private accept(): void {
    const row = this.view?.currentRow;
    if (row) this.parts.goTo(row, true);
  }
  private click(target: Element): void {
    const row = this.view?.choose(target);
    if (row) this.parts.goTo(row, false);
  }
}
