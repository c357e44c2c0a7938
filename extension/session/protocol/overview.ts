/** What a file is, in short. */
import type { BitRange } from "../../document/bits";
import type { Fact, Notice } from "../../document/document";
import type { Problem } from "../../document/problem";

/** Which functions of an overview are wanted first, and how many. */
export interface OverviewQuery {
  readonly sort: "size" | "name" | "position";
  readonly count: number;
}

export interface OverviewFunction extends BitRange {
  readonly name: string;
  /** As a programmer writes it, where `name` is mangled. */
  readonly plain?: string;
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
  readonly functions: readonly OverviewFunction[];
  readonly functionCount: number;
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  readonly notices: readonly Notice[];
}

/** What reading has cost so far; tests hold these numbers. */
export interface Cost {
  readonly bytesRead: number;
  readonly bytesResident: number;
}
