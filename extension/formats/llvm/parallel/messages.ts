/** What the thread that owns a text and its helpers say to each other. */
import type { MetadataId } from "../ir/ids";
import type { Problem } from "../../../document/problem";
import type { SharedBytes } from "../../../document/window";
import type { Release } from "../ir/releases";

/** The task that a helper is started for, among those of `formats/tasks.ts`. */
export const TEXT_TASK = "llvm text";

/** Thrown where the text cannot be made together after all: one thread makes all of it then. */
export class NotTogether extends Error {}

/** What text a module is printed as: enough for any thread to read it the same way. */
export interface TextSource {
  readonly bytes: SharedBytes;
  /** The module's place among those of the file. */
  readonly index: number;
  readonly release: Release | undefined;
}

/** To a helper, in this order. Numbers of shares count the threads, the owner of the text is 0. */
export type ToHelper =
  | { readonly kind: "open"; readonly share: number; readonly source: TextSource }
  | { readonly kind: "functions"; readonly control: SharedArrayBuffer; readonly plan: FunctionPlan }
  | { readonly kind: "nodes"; readonly control: SharedArrayBuffer; readonly plan: NodePlan };

/** How functions are divided into jobs. */
export interface FunctionPlan {
  /** Where each job begins, among the functions of the module, and behind the last one where it ends. */
  readonly starts: Int32Array;
  /** Indices of the unnamed structs that have numbers by now, in order; undefined where types are yet to be found. */
  readonly unnamed: readonly number[] | undefined;
}

/** How definitions of nodes are divided into jobs, as one share sees it. */
export interface NodePlan {
  readonly jobs: readonly NodeJob[];
  /** Numbers plus one of the nodes that all have, 0 for none: by their ids, then from `records` on by their negated ids. */
  readonly numbers: SharedArrayBuffer;
  /** The numbers of the nodes that the share has named, in the order in which it did. */
  readonly own: Int32Array;
}

/** A run of nodes whose numbers follow each other. */
export interface NodeJob {
  readonly first: number;
  /** Ids as the share has them that does the job; empty where it is not for this one. */
  readonly ids: Int32Array;
}

/** From a helper: parts of jobs in order, or that it cannot go on. */
export type FromHelper = { readonly kind: "part"; readonly part: Part } | { readonly kind: "fault" };

/** A part of a job's text, and what has to be known to number it. All that is listed is new since the share's last part. */
export interface Part {
  readonly job: number;
  readonly isLast: boolean;
  readonly text: Uint8Array<ArrayBuffer>;
  /** Where numbers are missing in the text: pairs of a place and a {@link MarkKind}, four times what it is of plus the kind. */
  readonly marks: Uint32Array<ArrayBuffer>;
  /** Nodes that the text refers to, in the order of their numbers: those that all have without what they refer to. */
  readonly nodes: Int32Array<ArrayBuffer>;
  /** Which of them are locations that other shares may have too, {@link LOCATION_WIDTH} numbers each. */
  readonly locations: Float64Array<ArrayBuffer>;
  /** Tuples among them that reading has made: their place in `nodes`, and what tells equal ones. */
  readonly tuples: readonly (readonly [number, string])[];
  /** Nodes that are referred to before they are known to have a number: how many nodes were listed before, and which. */
  readonly lookups: readonly (readonly [number, MetadataId])[];
  /** Texts of groups of attributes. */
  readonly groups: readonly string[];
  /** Indices of identified structs, in the order in which they were met. */
  readonly types: readonly number[];
  readonly problems: readonly Problem[];
  /** Characters that constants have taken of the text's room. */
  readonly room: number;
}

/** Of a location: its place in `nodes`, line, column, scope, inlinedAt or NaN, implicit code, atom group, atom rank. */
export const LOCATION_WIDTH = 8;

/** What a mark stands for: a node or a group of attributes by the share's own number, a lookup by its place in the part. */
export const MarkKind = { node: 0, group: 1, lookup: 2 } as const;
export type MarkKind = (typeof MarkKind)[keyof typeof MarkKind];
