/** Control flow graphs: the basic blocks of a function, and which may follow which. */
import type { BitRange } from "../../document/bits";
import type { Call } from "../transport/rpc";
import type { Row, RowPlace } from "./rows";

/** A block that may come next. */
export interface FlowEdge {
  /** Index of the block in the graph. */
  readonly to: number;
  /** When it comes next: `true`, `false`, cases of a switch, `unwind`; empty if always, or if the text does not tell. */
  readonly when: readonly string[];
}

/** A basic block, from its first instruction up to that of the next block. */
export interface FlowBlock extends BitRange {
  /** Its name as printed, without punctuation; empty for an entry block that the text does not name. */
  readonly label: string;
  /** Where its rows begin in the assembly. */
  readonly place: RowPlace;
  /** The number of its rows, the characters of the longest, and the blanks in front of the first. */
  readonly rows: number;
  readonly width: number;
  readonly indent: number;
  readonly next: readonly FlowEdge[];
  /** How many more blocks may come next or before that the graph leaves out. */
  readonly beyond: number;
}

/** The control flow of a function, or of another section with blocks. */
export interface FlowGraph extends BitRange {
  /** The title of its section, and with demangled names if it has mangled ones. */
  readonly title: string;
  readonly plain?: string;
  /** In the order of the text, the entry block first unless it is left out. */
  readonly blocks: readonly FlowBlock[];
  /** The number of blocks in the function: more than `blocks` if those far from the bit are left out. */
  readonly total: number;
  /** Index of the block that contains the bit, or is the last before it. */
  readonly current: number;
}

/** The methods of an open document for its control flow. All are about its assembly, without debug records, locations, attached metadata and
 * attributes. */
export interface FlowApi {
  /** The graph of the function around a bit; null if there is no function with blocks. */
  flow(query: { readonly bit: number }, call: Call): Promise<FlowGraph | null>;
  /** The first rows of a block. */
  flowRows(query: { readonly place: RowPlace; readonly count: number }, call: Call): Promise<readonly Row[]>;
}
