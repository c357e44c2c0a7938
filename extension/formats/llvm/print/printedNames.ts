/** The names of a module's globals with their sigil, as all printers of the module use them. */
import { Packed } from "../../../document/byteText";
import type { ValueId } from "../ir/ids";
import type { GlobalValue } from "../ir/values";
import type { LoadedModule } from "../read/module";
import { nameText } from "./names";

/** Characters of names that are cached, and how many more per byte of the module and STRTAB. */
const NAMES_BASE = 1 << 20;
const NAMES_PER_BYTE = 2;
/** Of more globals that are made when they are asked for, no names are cached. */
const MOST_KEPT = 1 << 17;

/** The printed names of one module's globals. */
export class PrintedNames {
  private readonly texts: string[] = [];
  /** Packed texts of the cached names, made at first use. */
  private readonly packedTexts: (Packed | undefined)[] = [];
  /** Whether some names are not cached from the start. */
  private isPartial: boolean;
  /** Characters of names that may still be cached. */
  private room: number;

  /** Numbers unnamed globals: variables, aliases, ifuncs and functions, in that order, with one counter. */
  constructor(private readonly module: LoadedModule) {
    const { globals, stored } = module;
    const unnamed = stored?.unnamed() ?? globals.filter((global) => global.name === "");
    const ids: Record<GlobalValue["kind"], ValueId[]> = { variable: [], alias: [], ifunc: [], function: [] };
    for (const { kind, id } of unnamed) ids[kind].push(id);
    let next = 0;
    for (const list of Object.values(ids)) for (const id of list) this.texts[id] = `@${next++}`;
    // Names may overlap in the file's table, so limit how much of them is cached.
    const { startBit, endBit, strings } = module.place;
    const bytes = (endBit - startBit) / 8 + (strings ? strings.endByte - strings.startByte : 0);
    this.room = stored && globals.length > MOST_KEPT ? 0 : NAMES_BASE + NAMES_PER_BYTE * bytes;
    // Globals that are made when they are asked for are asked for their names then.
    this.isPartial = stored !== undefined;
    if (stored) return;
    for (const global of globals) this.note(global);
    this.isPartial = this.room <= 0;
  }

  /** The name of a global; undefined if the value is none. */
  of(id: ValueId): string | undefined {
    return this.texts[id] ?? this.uncached(id);
  }
  /** The packed name of a global; undefined if its name is not cached. */
  packed(id: ValueId): Packed | undefined {
    const text = id < this.texts.length ? this.texts[id] : undefined;
    return text === undefined ? undefined : (this.packedTexts[id] ?? this.pack(id, text));
  }
  private pack(id: ValueId, text: string): Packed {
    while (this.packedTexts.length <= id) this.packedTexts.push(undefined);
    return (this.packedTexts[id] = new Packed(text));
  }
  /** The name of a global whose name is not cached, which it is then if there is room. */
  private uncached(id: ValueId): string | undefined {
    const value = this.isPartial ? this.module.values.at(id) : undefined;
    return value && "name" in value ? this.keep(value) : undefined;
  }
  /** Caches the name of a global that has just been made, if it has one and there is room. */
  note(global: GlobalValue): void {
    if (this.room > 0 && global.name !== "") this.keep(global);
  }
  /** Caches the name of a global if there is room; returns it. */
  private keep({ id, name }: GlobalValue): string {
    const known = this.texts[id];
    if (known !== undefined) return known;
    const text = nameText("@", name, this.module.release);
    this.room -= name.length;
    if (this.room > 0) this.texts[id] = text;
    return text;
  }
}
