/** The surroundings of records outside all modules (identification): nothing but the record itself is known. */
import type { Release } from "../ir/releases";
import { RELEASES } from "../ir/releases";
import type { Era } from "../spec/index";
import type { Surroundings } from "./meaning";

const RELEASE = RELEASES[RELEASES.length - 1] as Release;

/** The era of records outside all modules. */
export const BARE_ERA: Era = { release: RELEASE, oldTypeTable: false };

/** Surroundings without a module. */
export const BARE: Surroundings = {
  release: RELEASE,
  version: 0,
  summaryVersion: 0,
  contextTree: false,
  next: undefined,
  definedType: undefined,
  type: () => undefined,
  typeOf: () => undefined,
  typeMeaning: (index) => ({ steps: [`type ${index}`] }),
  valueMeaning: (id) => ({ steps: [`value ${id}`] }),
  valueName: (id) => `value ${id}`,
  blockMeaning: (block) => ({ steps: [`block ${block}`] }),
  nodeMeaning: (index) => ({ steps: [`!${index}`] }),
  attributeList: () => undefined,
  attributeGroup: (number) => ({ steps: [`#${number}`] }),
  tableEntry: () => undefined,
  slice: () => undefined,
  typeText: (type) => type.kind,
};
