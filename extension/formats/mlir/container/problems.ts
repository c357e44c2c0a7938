/** Collects what is wrong with a file, each fault once. */
import type { Problem, ProblemCode } from "../../../document/problem";
import type { Damage } from "../model/damage";
import { NoticeList } from "./notices";

/**
 * Most problems to keep: more would tell nothing new, and a file of nothing but damage would cost memory without bound.
 */
const LIMIT = 1000;

/** Collects problems; the same fault found again (by the text, by the elements) is kept once. */
export class ProblemList {
  readonly all: Problem[] = [];
  /** The file is newer than any known version: what is unsupported in it is then not a problem. */
  newer = false;
  private readonly seen = new Set<string>();
  constructor(
    private readonly fileBytes: number,
    private readonly notices = new NoticeList(),
  ) {}

  /** Adds a problem. Positions are bytes from the file's first byte; they are clamped to the file. */
  add(code: ProblemCode, message: string, startByte: number, endByte: number, path: readonly string[]): void {
    const startBit = Math.min(Math.max(0, startByte), this.fileBytes) * 8;
    const endBit = Math.min(Math.max(startByte, endByte), this.fileBytes) * 8;
    const key = `${startBit} ${message}`;
    if (this.seen.has(key) || this.all.length >= LIMIT) return;
    this.seen.add(key);
    this.all.push({ code, message, startBit, endBit: Math.max(startBit, endBit), path });
  }

  damage(damage: Damage, path: readonly string[]): void {
    if (this.excuses(damage)) this.notices.add("code", damage.message, damage.startByte, damage.endByte);
    else this.add(damage.code, damage.message, damage.startByte, damage.endByte, path);
  }

  /** Whether something could not be read because it is newer than any known version, not because it is damaged. */
  excuses(damage: Damage): boolean {
    return this.newer && damage.code === "unsupported";
  }
}
