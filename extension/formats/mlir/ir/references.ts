/** Checks the entries that ops and block arguments refer to and that a text may not show: the reference reads them all. */
import { append } from "../../../document/arrays";
import type { Container } from "../container/container";
import type { WrongKind } from "../container/codes";
import { kindDamage } from "../container/codes";
import { SectionKind, sectionPath } from "../container/sections";
import type { Block } from "./block";
import type { Op } from "./op";

/** What an attribute has been found to be. */
const [LOCATION, DICTIONARY, NAME] = [1, 2, 3];

/** Checks each location once, and that an op's attributes are a dictionary. */
export class OpReferences {
  /** What the attributes have been found to be, by index. */
  private readonly sound: Uint8Array;

  constructor(private readonly container: Container) {
    this.sound = new Uint8Array(container.entries.attributes.count);
  }

  /** Reports an op whose location is none, or whose attributes are no dictionary. */
  op(op: Op): void {
    if (this.sound[op.location] !== LOCATION) this.location(op.location, op);
    if (op.attributes >= 0 && this.sound[op.attributes] !== DICTIONARY) this.dictionary(op.attributes, op);
  }
  /** Reports arguments of a block whose locations are none. */
  block({ locations, startByte, endByte }: Block): void {
    for (let i = 0; i < locations.length; i++) {
      const location = locations.at(i);
      if (location >= 0 && this.sound[location] !== LOCATION) this.location(location, { startByte, endByte });
    }
  }

  private location(index: number, place: Pick<Op, "startByte" | "endByte">): void {
    const file = this.container.codes.positionFile(index);
    if (file >= 0) {
      this.sound[index] = LOCATION;
      this.name(file);
      return;
    }
    if (this.report(this.container.codes.wrongLocation(index), place)) return;
    // Reading an entry reports what is wrong in it.
    const open = [index];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.sound[next] === LOCATION) continue;
      this.sound[next] = LOCATION;
      const node = this.container.attribute(next);
      if (node.kind === "callSiteLoc") open.push(node.callee, node.caller);
      else if (node.kind === "nameLoc") {
        this.name(node.name);
        open.push(node.child);
      } else if (node.kind === "fusedLoc") {
        append(open, node.locations);
        if (node.metadata !== undefined) this.container.attribute(node.metadata);
      }
    }
  }

  /** Reads the name in a location, which reports what is wrong in it. */
  private name(file: number): void {
    if (this.sound[file] === NAME) return;
    this.sound[file] = NAME;
    this.container.attribute(file);
  }

  private dictionary(index: number, place: Pick<Op, "startByte" | "endByte">): void {
    if (!this.report(this.container.codes.wrongDictionary(index), place)) this.sound[index] = DICTIONARY;
  }

  private report(wrong: WrongKind | undefined, { startByte, endByte }: Pick<Op, "startByte" | "endByte">): boolean {
    if (!wrong) return false;
    const damage = kindDamage(wrong, this.container.spelled(wrong.index), startByte, endByte);
    this.container.problems.damage(damage, [sectionPath(SectionKind.ir)]);
    return true;
  }
}
