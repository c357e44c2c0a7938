/** The globals of a module while functions among them are replaced: found by name, in time that does not grow with their number. */
import type { FunctionValue, GlobalValue } from "../../ir/values";

/** Names that functions are looked up by: those of intrinsics and of a runtime. */
export const CANDIDATES = /^(?:llvm\.|clang\.arc\.|objc_)/;

export class GlobalList {
  /** Globals that have left the list, but not yet the array. */
  private readonly gone = new Set<GlobalValue>();
  /** The globals that are looked for, by name; made when the first is. */
  private names: Map<string, GlobalValue> | undefined;

  /** @param globals those of the module, which this changes */
  constructor(private readonly globals: GlobalValue[]) {}

  /** The global with this name; one that is no candidate by its name is not found. */
  named(name: string): GlobalValue | undefined {
    return this.byName().get(name);
  }
  has(global: GlobalValue): boolean {
    return this.named(global.name) === global;
  }
  add(global: GlobalValue): void {
    this.globals.push(global);
    this.names?.set(global.name, global);
  }
  /** Takes a global from the list; the array still has it until {@link settle}. */
  remove(global: GlobalValue): void {
    this.gone.add(global);
    this.forget(global);
  }
  /** Puts back a function of the file that was taken: before the first one that follows it there. */
  putBack(old: FunctionValue): void {
    const { globals } = this;
    const next = globals.findIndex(({ kind, id }) => kind === "function" && (id < 0 || id > old.id));
    globals.splice(next < 0 ? globals.length : next, 0, old);
    this.names = undefined;
  }
  rename(global: GlobalValue, name: string): void {
    this.forget(global);
    global.name = name;
    this.names?.set(name, global);
  }
  /** Brings the array up to date; it may be changed from outside after this. */
  settle(): void {
    const { globals, gone } = this;
    let count = 0;
    for (const global of globals) if (!gone.has(global)) globals[count++] = global;
    globals.length = count;
    gone.clear();
    this.names = undefined;
  }

  private forget(global: GlobalValue): void {
    if (this.names?.get(global.name) === global) this.names.delete(global.name);
  }
  private byName(): Map<string, GlobalValue> {
    if (this.names) return this.names;
    const names = new Map<string, GlobalValue>();
    for (const global of this.globals)
      if (!this.gone.has(global) && CANDIDATES.test(global.name) && !names.has(global.name))
        names.set(global.name, global);
    return (this.names = names);
  }
}
