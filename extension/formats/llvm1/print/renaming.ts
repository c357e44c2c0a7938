/**
 * Locals with the name and type of a global, which llvm-dis renames before it prints (Function::renameLocalSymbols).
 */
import type { Body } from "../read/body";
import type { ModuleTables } from "../read/module";
import type { Type } from "../model/type";
import type { Argument, BasicBlock, Instruction } from "../model/values";

type Local = Argument | BasicBlock | Instruction;

/** Adds a suffix to these locals. One object serves one run: the suffixes count on from function to function. */
export class LocalRenamer {
  private readonly globals = new Map<Type, Set<string>>();
  private last = 0;

  constructor(module: ModuleTables) {
    for (const { type, name } of [...module.globals, ...module.functions]) {
      if (name === undefined) continue;
      const names = this.globals.get(type);
      if (names) names.add(name);
      else this.globals.set(type, new Set([name]));
    }
  }

  /** The new names in a body. */
  rename(body: Body): ReadonlyMap<Local, string> {
    const renamed = new Map<Local, string>();
    for (const [type, locals] of this.planes(body)) {
      const globals = this.globals.get(type);
      const names = new Set(locals.keys());
      for (const name of [...names].sort()) {
        const local = locals.get(name);
        if (!local || !globals?.has(name)) continue;
        do this.last++;
        while (globals.has(`${name}_${this.last}`) || names.has(`${name}_${this.last}`));
        renamed.set(local, `${name}_${this.last}`);
        names.add(`${name}_${this.last}`);
      }
    }
    return renamed;
  }

  /** The named locals of each type that globals have too. */
  private planes(body: Body): ReadonlyMap<Type, ReadonlyMap<string, Local>> {
    const planes = new Map<Type, Map<string, Local>>();
    const add = (local: Local): void => {
      if (local.name === undefined || !this.globals.has(local.type)) return;
      const plane = planes.get(local.type);
      if (plane) plane.set(local.name, local);
      else planes.set(local.type, new Map([[local.name, local]]));
    };
    for (const arg of body.args) add(arg);
    for (const block of body.blocks) for (const instruction of block.instructions) add(instruction);
    return planes;
  }
}
