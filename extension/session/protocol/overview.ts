/** What a file is, in short. */
import type { BitRange } from "../../document/bits";
import type { Fact, Notice } from "../../document/document";
import type { Problem } from "../../document/problem";

/** Which of what an overview lists are wanted first, and how many. */
export interface OverviewQuery {
  readonly sort: "size" | "name" | "position";
  readonly count: number;
}

/** A function; of a box a document in it. */
export interface OverviewItem extends BitRange {
  readonly name: string;
  /** As a programmer writes it, where `name` is mangled. */
  readonly plain?: string;
  /** Of a document in a box: its index into `derived()`. */
  readonly derived?: number;
}

/** What an overview lists: some of all there are. */
export interface OverviewList {
  readonly of: "functions" | "modules";
  readonly count: number;
  readonly items: readonly OverviewItem[];
}

/** Bits that sections of a kind take. */
export interface SpaceShare {
  readonly kind: string;
  readonly bits: number;
}

/** What a file is, in short. */
export interface Overview {
  readonly facts: readonly Fact[];
  readonly counts: readonly { readonly label: string; readonly count: number }[];
  readonly list: OverviewList;
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  readonly notices: readonly Notice[];
}

/** What reading has cost so far; tests hold these numbers. */
export interface Cost {
  readonly bytesRead: number;
  readonly bytesResident: number;
}
