/** Runs a complete walk over the IR section, continuing after damage if possible. */
import type { Container } from "../container/container";
import { SectionKind, sectionPath } from "../container/sections";
import { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import type { OpLimits } from "./op";
import { IrWalker, Step } from "./walker";

/** Events between two yields: few, since code that has just begun to run is slow. */
const STRIDE = 2048;

/** The numbers of entries to which ops of a file can refer. */
export function opLimits(container: Container): OpLimits {
  const { opNames } = container.dialects;
  return {
    version: container.version,
    release: container.release,
    opNames: opNames.length,
    properties: container.version >= 5 ? container.properties.count : 0,
    bytes: container.window.length,
    opName: (index) => opNames[index]?.name ?? "",
  };
}

/** A walker at the start of the IR section; undefined if the file has none. */
export function irWalker(container: Container): IrWalker | undefined {
  const section = container.section(SectionKind.ir);
  if (!section || container.entries.attributes.count === 0) return undefined;
  const { sizes } = container;
  const cursor = new MlirCursor(container.window, section.dataByte, section.endByte, sizes, undefined, true);
  return IrWalker.section(cursor, opLimits(container));
}

/** Receives the events of a walk. */
export interface IrVisitor {
  take(step: Step, walker: IrWalker): void;
  /**
   * The regions of the walker's innermost op are lost because of `damage`. The walk continues after them.
   * @param depth the number of frames that remain
   */
  lost(damage: Damage, lostBytes: number, depth: number): void;
}

/**
 * Walks the complete IR; yields now and then, and whenever `pause` returns true after an event. Damage is reported; it
 * ends the innermost isolated region whose length is known, otherwise the walk.
 */
export function* walkIr(
  container: Container,
  walker: IrWalker,
  visitor: IrVisitor,
  pause = (): boolean => false,
): Generator<void, void, undefined> {
  while (!walkSlice(container, walker, visitor, pause)) yield;
}

/** Continues until it is time to yield; returns whether the walk has ended. */
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
