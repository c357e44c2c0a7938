/** The source locations of functions and operations, from the debug info. */
import type { SourceAnswer, SourceFrame } from "../../document/sourceLocation";
import { countBefore } from "../../kit/sortedSearch";
import { readBody } from "./container";
import type { DebugEntry, Op, TileFunction, TileModule } from "./model";
import { stringOf } from "./references";

/** The most scopes around each other, and locations of calls inlined in each other, that are followed. */
const [DEEPEST, MOST_LOCATIONS] = [64, 256];

/** Finds the source of what begins at a byte. */
export class Sources {
  /** The places of the last function's operations in its list of locations, by the byte at which each begins. */
  private last: { readonly index: number; readonly ordinals: ReadonlyMap<number, number> } | undefined;
  constructor(private readonly module: TileModule) {}

  /** The source of the function or operation that begins at a byte: its frames, the innermost first. */
  framesAt(startByte: number): readonly SourceFrame[] {
    const { functions, debug } = this.module;
    if (!debug) return [];
    const index = countBefore(functions.length, (i) => (functions[i]?.startByte ?? 0) > startByte) - 1;
    const definition = functions[index];
    if (!definition || startByte >= definition.endByte) return [];
    const ordinal = definition.startByte === startByte ? 0 : this.ordinalsOf(index, definition).get(startByte);
    const start = debug.starts[definition.location - 1];
    if (ordinal === undefined || start === undefined) return [];
    return this.frames(debug.locations[start + ordinal] ?? 0);
  }
  /** The same as the answer to a reader who asks for the source. */
  answerAt(startByte: number): SourceAnswer {
    const frames = this.framesAt(startByte);
    if (frames.length > 0) return { kind: "frames", frames };
    const known = this.module.debug?.locations.some((location) => location !== 0) ?? false;
    return { kind: "none", why: known ? "instruction" : "module" };
  }

  /** A function's list begins with its own location; those of its operations follow in the order of their beginnings. */
  private ordinalsOf(index: number, definition: TileFunction): ReadonlyMap<number, number> {
    if (this.last?.index === index) return this.last.ordinals;
    const ordinals = new Map<number, number>();
    const note = (ops: readonly Op[]): void => {
      for (const { startByte, regions } of ops) {
        ordinals.set(startByte, ordinals.size + 1);
        for (const blocks of regions) for (const block of blocks) note(block.ops);
      }
    };
    note(readBody(this.module, definition));
    this.last = { index, ordinals };
    return ordinals;
  }

  private entry(number: number | undefined): DebugEntry | undefined {
    return number === undefined ? undefined : this.module.debug?.entries[number - 1];
  }
  private string(entry: DebugEntry | undefined, name: string): string {
    const index = entry?.values.get(name);
    return index === undefined ? "" : stringOf(this.module, index);
  }

  /** The frames of a location. Calls of a damaged file may be circles, or lead to each other on any number of ways. */
  private frames(number: number): readonly SourceFrame[] {
    const frames: SourceFrame[] = [];
    const waiting = [number];
    for (let left = MOST_LOCATIONS; left > 0 && waiting.length > 0; left--) {
      const location = this.entry(waiting.pop());
      // The callee's frames come first.
      if (location?.kind === "call site")
        waiting.push(location.values.get("caller") ?? 0, location.values.get("callee") ?? 0);
      if (location?.kind === "location") frames.push(this.frame(location));
    }
    return frames;
  }
  private frame(location: DebugEntry): SourceFrame {
    const { values } = location;
    const subprogram = this.subprogramOf(values.get("scope"));
    const name = this.string(subprogram, "name");
    const linkageName = this.string(subprogram, "linkage name");
    return {
      file: this.string(location, "file name"),
      directory: this.string(this.entry(subprogram?.values.get("file")), "directory"),
      line: values.get("line") ?? 0,
      column: values.get("column") ?? 0,
      function: name,
      ...(linkageName === "" || linkageName === name ? {} : { linkageName }),
    };
  }
  /** The subprogram around a scope. */
  private subprogramOf(scope: number | undefined): DebugEntry | undefined {
    let entry = this.entry(scope);
    for (let depth = DEEPEST; entry?.kind === "lexical block" && depth > 0; depth--)
      entry = this.entry(entry.values.get("scope"));
    return entry?.kind === "subprogram" ? entry : undefined;
  }
}
