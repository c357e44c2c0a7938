/** Reads a module for its text, in whatever thread: the same bytes give the same tables. */
import type { Problem } from "../../../document/problem";
import type { ByteWindow } from "../../../document/window";
import { readStreamHeader } from "../../bitstream/header";
import type { Release } from "../ir/releases";
import { metadataTable } from "../metadata/host";
import { ProblemList } from "../stream/blocks";
import { LoadedModule } from "../read/module";
import { findModules } from "../stream/modules";
import { inferRelease } from "../release/infer";

/** Problems on their way to the list that keeps them, in the order in which they were found. */
export class FoundProblems extends ProblemList {
  private handedOn = 0;
  constructor(override readonly newer: boolean) {
    super();
  }
  /** Those found since the last call. */
  take(): readonly Problem[] {
    const found = this.list.slice(this.handedOn);
    this.handedOn = this.list.length;
    return found;
  }
}

/** A module with the problems that are found while it is printed. */
export interface TextModule {
  readonly module: LoadedModule;
  readonly problems: FoundProblems;
}

/** Reads the module of this place in the file, for the text of a release (of its own where none is given). */
export function loadForText(window: ByteWindow, index: number, release: Release | undefined): TextModule {
  const header = readStreamHeader(window);
  const place = findModules(window, header, new ProblemList())[index];
  if (!place) throw new RangeError(`no module ${index}`);
  const stream = { originByte: header.startByte, endByte: header.endByte };
  const problems = new FoundProblems(inferRelease(window, stream, place).newer !== undefined);
  return { module: LoadedModule.read(window, stream, place, problems, { release }, metadataTable), problems };
}
