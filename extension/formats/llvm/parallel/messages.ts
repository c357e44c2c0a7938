/** The messages between the thread that owns a text and its helpers. */
import type { MetadataId } from "../ir/ids";
import type { Problem } from "../../../document/problem";
import type { SharedBytes } from "../../../document/window";
import type { Release } from "../ir/releases";

/** The name of the helpers' task in `formats/tasks.ts`. */
export const TEXT_TASK = "llvm text";

/** Thrown if the text cannot be made by several threads after all; then one thread makes it. */
export class NotTogether extends Error {}

/** What any thread needs to read a module for the same text. */
export interface TextSource {
  readonly bytes: SharedBytes;
  /** The index of the module in the file. */
  readonly index: number;
  readonly release: Release | undefined;
}

/** Messages to a helper, in this order. A share is the number of a thread; 0 is the owner of the text. */
export type ToHelper =
  | { readonly kind: "open"; readonly share: number; readonly source: TextSource }
  | { readonly kind: "functions"; readonly control: SharedArrayBuffer; readonly plan: FunctionPlan }
  | { readonly kind: "nodes"; readonly control: SharedArrayBuffer; readonly plan: NodePlan };

/** How functions are divided into jobs. */
export interface FunctionPlan {
  /** The index of each job's first function in the module; the last entry is the end of the last job. */
  readonly starts: Int32Array;
  /** Indices of the unnamed structs that have numbers already, in order; undefined if types are still to be found. */
  readonly unnamed: readonly number[] | undefined;
}

/** How definitions of nodes are divided into jobs, for one share. */
export interface NodePlan {
  readonly jobs: readonly NodeJob[];
  /** Number plus one of each node that all shares have, 0 for none: by id, then from `records` on by negated id. */
  readonly numbers: SharedArrayBuffer;
  /** The numbers of the nodes that the share has listed, in the order in which it listed them. */
  readonly own: Int32Array;
}

/** A run of nodes with consecutive numbers. */
export interface NodeJob {
  readonly first: number;
  /** The ids in the share that does the job; empty if it is not for this share. */
  readonly ids: Int32Array;
}

/** Messages from a helper: parts of jobs in order, or that it cannot continue. */
export type FromHelper = { readonly kind: "part"; readonly part: Part } | { readonly kind: "fault" };

/**
 * A part of a job's text, and what is needed to number it. Lists contain what is new since the share's previous part.
 */
export interface Part {
  readonly job: number;
  readonly isLast: boolean;
  readonly text: Uint8Array<ArrayBuffer>;
  /** Where numbers are missing in the text: pairs of a position and a mark, which is 4 · index + {@link MarkKind}. */
  readonly marks: Uint32Array<ArrayBuffer>;
  /**
   * Nodes that the text refers to, in the order of numbering; for those that all shares have, without the nodes that
   * they refer to.
   */
  readonly nodes: Int32Array<ArrayBuffer>;
  /** The nodes that are locations which other shares may have too, as {@link LOCATION_WIDTH} numbers each. */
  readonly locations: Float64Array<ArrayBuffer>;
  /** The nodes that are tuples made by upgrades: the index in `nodes`, and a key that is the same for equal tuples. */
  readonly tuples: readonly (readonly [number, string])[];
  /** Nodes that the text refers to but that may have no number: how many nodes were listed before, and the node. */
  readonly lookups: readonly (readonly [number, MetadataId])[];
  /** Texts of attribute groups. */
  readonly groups: readonly string[];
  /** Indices of identified structs, in the order in which they were found. */
  readonly types: readonly number[];
  readonly problems: readonly Problem[];
  /** How many characters of the text's room for constants were used. */
  readonly room: number;
}

/** A location: its index in `nodes`, line, column, scope, inlinedAt or NaN, layers or NaN, implicit code, atom group, atom rank. */
export const LOCATION_WIDTH = 9;

/**
 * What a mark refers to: a node or an attribute group by the share's own number, or a lookup by its index in the part.
 */
export const MarkKind = { node: 0, group: 1, lookup: 2 } as const;
/** The values of {@link MarkKind}. */
export type MarkKind = (typeof MarkKind)[keyof typeof MarkKind];
