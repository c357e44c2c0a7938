/** Marks the rows at which problems of the file are: in an assembly, what could not be read has no row of its own. */
import type { ArrangementName } from "../../extension/document/arrangement";
import type { Problem } from "../../extension/document/problem";
import type { Row } from "../../extension/session/protocol";
import type { Host } from "../base/connection";
import type { RowBuffer } from "./buffer";
import type { Decorator } from "./rowPool";
import type { RowView } from "./rowView";

/** Most problems that are marked, and most of a row's problems that its tooltip tells. */
const MARKED = 500;
const TOLD = 5;

/** The rows around a row, and what is known of their sections. */
type Rows = Pick<RowBuffer, "rows" | "sections">;

/**
 * The end of the bits that a row answers for. In an assembly these reach to the position of the next row, so that the row
 * before a gap tells of it; rows outside functions come in another order than their records, and have only their own bits.
 */
function endOf(row: Row, at: number, { rows, sections }: Rows, arrangement: ArrangementName): number {
  const section = sections.get(row.section);
  if (row.fold === "closed") return section?.endBit ?? row.endBit;
  if (arrangement === "records") return row.fold === "open" ? at + 1 : row.endBit;
  if (section?.parent === undefined) return at + 1;
  const next = rows.slice(rows.indexOf(row) + 1).find(({ positionBit = 0 }) => positionBit > at);
  return Math.min(next?.positionBit ?? section.endBit, section.endBit);
}

/**
 * The problems that a row tells of.
 * @param problems in the order of the file
 */
export function problemsAt(
  row: Row,
  problems: readonly Problem[],
  buffer: Rows,
  arrangement: ArrangementName,
): readonly Problem[] {
  const { positionBit: at } = row;
  if (at === undefined || problems.length === 0) return [];
  const end = endOf(row, at, buffer, arrangement);
  const inside = problems.filter(({ startBit }) => at <= startBit && startBit < end);
  const hasOwnRow = (bit: number): boolean =>
    bit !== at && row.fold !== "closed" && buffer.rows.some(({ positionBit }) => positionBit === bit);
  return inside.filter(({ startBit }) => !hasOwnRow(startBit));
}

/** The marks of one editor. */
export class Faults implements Decorator {
  private problems: readonly Problem[] = [];

  constructor(
    private readonly host: Pick<Host, "problems">,
    private readonly buffer: Rows,
    private readonly arrangement: () => ArrangementName,
  ) {}

  /** Asks for the problems that are known now. */
  async update(): Promise<void> {
    this.problems = await this.host.problems({ from: 0, count: MARKED });
  }
  decorate({ row, element }: RowView): void {
    const said = problemsAt(row, this.problems, this.buffer, this.arrangement()).map(({ message }) => message);
    element.classList.toggle("damaged", said.length > 0);
    if (said.length > TOLD) said.splice(TOLD, said.length, "…");
    const text = said.join("\n");
    if (element.title !== text) element.title = text;
    if (text === "") element.removeAttribute("aria-description");
    else element.setAttribute("aria-description", text);
  }
}
