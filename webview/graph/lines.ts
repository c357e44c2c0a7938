/** The lines between the blocks of a control flow graph, with what leads along them. */
import type { FlowGraph } from "../../extension/session/protocol";
import type { Edge } from "./layers";
import type { Layout, Route } from "./layout";

const SVG = "http://www.w3.org/2000/svg";
/** Where a line's condition is written: beside the place where it reaches the next layer, in pixels. */
const BESIDE = 6;
const ABOVE = 11;
/** Longest text of one condition. */
const MOST = 20;

/** A line between two blocks, and when control flows along it. */
export interface FlowLine extends Edge {
  readonly when: readonly string[];
}

/** The lines of a graph. */
export function linesOf({ blocks }: FlowGraph): readonly FlowLine[] {
  return blocks.flatMap(({ next }, from) => next.map(({ to, when }) => ({ from, to, when })));
}

/** The drawn lines; `elements`: what is drawn of each. */
export interface DrawnLines {
  readonly svg: SVGSVGElement;
  readonly elements: readonly SVGElement[];
}

/** Draws lines. */
export function drawLines(lines: readonly FlowLine[], { routes, width, height }: Layout): DrawnLines {
  const svg = element("svg", { width: String(width), height: String(height), "aria-hidden": "true" });
  const elements = lines.map((line, index) => drawLine(line, routes[index] as Route));
  svg.append(...elements);
  // What is drawn later lies above.
  lines.forEach((line, index) => {
    if (line.when.length > 0) svg.append(drawCondition(line, routes[index] as Route));
  });
  return { svg, elements };
}

/** The class of a line by what leads along it. */
function kindOf({ when }: FlowLine): string {
  return when.length === 1 && /^(?:true|false|unwind)$/.test(when[0] ?? "") ? (when[0] ?? "") : "other";
}

function drawLine(flow: FlowLine, { path, back, end }: Route): SVGElement {
  const line = element("g", { class: `line ${kindOf(flow)}${back ? " back" : ""}` });
  // The head of the arrow, whose tip is at the end.
  const head = element("path", { class: "head", d: `M${end.x} ${end.y}l-4 -8h8z` });
  line.append(element("path", { class: "way", d: path }), head);
  return line;
}

function drawCondition(flow: FlowLine, { start, first }: Route): SVGElement {
  // On the side to which the line does not bend.
  const [anchor, x] = first.x < start.x ? ["end", first.x - BESIDE] : ["start", first.x + BESIDE];
  const y = String(first.y - ABOVE);
  const text = element("text", { class: `line ${kindOf(flow)}`, x: String(x), y, "text-anchor": anchor });
  text.textContent = flow.when.map((word) => (word.length > MOST ? `${word.slice(0, MOST)}…` : word)).join(", ");
  return text;
}

function element<K extends "svg" | "g" | "path" | "text">(
  tag: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
