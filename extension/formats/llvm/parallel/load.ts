/** Reads a module for its text, in any thread: the same bytes give the same tables. */
import type { Problem } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import { readStreamHeader } from "../../bitstream/header";
import type { Release } from "../ir/releases";
import { metadataTable } from "../metadata/host";
import { ProblemList } from "../stream/blocks";
import { LoadedModule } from "../read/module";
import { findModules } from "../stream/modules";
import { inferRelease } from "../release/infer";

/** Collects problems so that they can be passed on in the order in which they were found. */
export class FoundProblems extends ProblemList {
  private passedOn = 0;
  constructor(override readonly newer: boolean) {
    super();
  }
  /** The problems found since the last call. */
  take(): readonly Problem[] {
    const found = this.list.slice(this.passedOn);
    this.passedOn = this.list.length;
    return found;
  }
}

/** A module, and the problems found while it is printed. */
export interface TextModule {
  readonly module: LoadedModule;
  readonly problems: FoundProblems;
}

/** Reads module `index` of the file, for the text of a release (by default its own). */
export function loadForText(window: ByteWindow, index: number, release: Release | undefined): TextModule {
  const header = readStreamHeader(window);
  const place = findModules(window, header, new ProblemList())[index];
  if (!place) throw new RangeError(`no module ${index}`);
  const stream = { originByte: header.startByte, endByte: header.endByte };
  const problems = new FoundProblems(inferRelease(window, stream, place).newer !== undefined);
  return { module: LoadedModule.read(window, stream, place, problems, { release }, metadataTable), problems };
}
