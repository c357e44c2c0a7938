/** Runs a whole walk over the IR section, past damage where that can be done. */
import type { Container } from "../container/container";
import { SectionKind, sectionPath } from "../container/sections";
import { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import type { OpLimits } from "./op";
import { IrWalker, Step } from "./walker";

/** Events between two yields. */
const STRIDE = 16384;

/** What ops of a file can refer to. */
export function opLimits(container: Container): OpLimits {
  const { opNames } = container.dialects;
  return {
    version: container.version,
    opNames: opNames.length,
    properties: container.version >= 5 ? container.properties.count : 0,
    opName: (index) => opNames[index]?.name ?? "",
  };
}

/** A walker at the start of the IR section; undefined where the file has none. */
export function irWalker(container: Container): IrWalker | undefined {
  const section = container.section(SectionKind.ir);
  if (!section || container.entries.attributes.count === 0) return undefined;
  const { sizes } = container;
  const cursor = new MlirCursor(container.window, section.dataByte, section.endByte, sizes, undefined, true);
  return IrWalker.section(cursor, opLimits(container));
}

/** What takes the events of a walk. */
export interface IrVisitor {
  take(step: Step, walker: IrWalker): void;
  /**
   * The regions of the walker's innermost op are given up: `damage` says why. The walk goes on behind them.
   * @param depth the frames that stay
   */
  lost(damage: Damage, lostBytes: number, depth: number): void;
}

/**
 * Walks all of the IR; yields now and then, and where `pause` says so after an event. Damage is reported and ends the innermost isolated region that has a length, or else the walk.
 */
export function* walkIr(
  container: Container,
  walker: IrWalker,
  visitor: IrVisitor,
  pause = (): boolean => false,
): Generator<void, void, undefined> {
  while (!walkSlice(container, walker, visitor, pause)) yield;
}

/** Goes on until something is to be done first; gives whether the walk is over. */
function walkSlice(container: Container, walker: IrWalker, visitor: IrVisitor, pause: () => boolean): boolean {
  try {
    for (let count = 0; count < STRIDE; count++) {
      const step = walker.next();
      visitor.take(step, walker);
      if (step === Step.End) return true;
      if (pause()) return false;
    }
    return false;
  } catch (thrown) {
    if (!(thrown instanceof Damage)) throw thrown;
    container.problems.damage(thrown, [sectionPath(SectionKind.ir)]);
    const { position, endByte } = walker.frame.cursor;
    const more = walker.leave();
    visitor.lost(thrown, endByte - position, walker.frames.length);
    return !more;
  }
}
