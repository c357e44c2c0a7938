/** The attribute that linalg's named ops get when they are verified: they keep their indexing maps in it. */
import { reprintAffine } from "../attributes/affine/text";
import type { Container } from "../container/container";
import type { NamedValue, OpName } from "../model/module";
import type { Piece } from "../model/piece";
import { simplifiesAs21 } from "../model/release";
import type { NamedMaps } from "../properties/namedMaps";
import { namedMaps, spellMaps } from "../properties/namedMaps";
import type { OpValues } from "./opValues";

const NAME = "linalg.memoized_indexing_maps";

/** An array of maps. */
function arrayOf(maps: readonly string[]): NamedValue["value"] {
  const pieces = maps.flatMap((map, i): readonly Piece[] => [
    i === 0 ? "[" : ", ",
    { kind: "fragment", space: "attribute", alias: "map", pieces: [map] },
  ]);
  return { kind: "spelled", text: `[${maps.join(", ")}]`, pieces: [...pieces, "]"] };
}

/** Makes that attribute for the ops of a file. */
export class MemoizedMaps {
  /** By op name. */
  private readonly known: (NamedMaps | "none" | undefined)[] = [];

  /** @param isKnown whether the release knows an op, so that its verifier runs */
  constructor(
    private readonly container: Container,
    private readonly isKnown: (op: OpName) => boolean,
  ) {}

  /** Whether ops of that name get the attribute if they lack it. */
  has(opName: number): boolean {
    return this.of(opName) !== "none";
  }
  private of(opName: number): NamedMaps | "none" {
    return (this.known[opName] ??= this.find(opName));
  }
  private find(opName: number): NamedMaps | "none" {
    const op = this.container.dialects.opNames[opName];
    return (
      (op?.dialect === "linalg" && this.isKnown(op) ? namedMaps(op.name, this.container.release) : undefined) ?? "none"
    );
  }

  /** The attribute; undefined if the op has it, or if its maps are a property of it. */
  added(opName: number, { properties, attributes }: OpValues): NamedValue | undefined {
    const maps = this.of(opName);
    if (maps === "none" || properties.kind === "unknown") return undefined;
    const values = properties.kind === "named" ? [...properties.values, ...attributes] : attributes;
    if (values.some(({ name }) => name === NAME || name === "indexing_maps")) return undefined;
    // Since MLIR 17, an attribute with that name that is not a property is another.
    const own = properties.kind === "named" && properties.values.length > 0 ? properties.values : attributes;
    const steps = (wanted: string): readonly number[] =>
      this.numbers(own.find(({ name }) => name === wanted)?.value, maps.dims);
    const as21 = simplifiesAs21(this.container);
    const texts = spellMaps(maps, { strides: steps("strides"), dilations: steps("dilations") });
    return { name: NAME, value: arrayOf(texts.map((text) => reprintAffine(text, as21))) };
  }

  /** The numbers of `dense<[1, 2]>`, or of `dense<1>`, which is repeated. */
  private numbers(value: NamedValue["value"] | undefined, count: number): readonly number[] {
    const text = value?.kind === "attribute" ? this.container.spelled(value.index) : "";
    const [, list = "", one] = /^dense<(\[[^\]]*\]|(-?\d+))>/.exec(text) ?? [];
    if (one !== undefined) return new Array<number>(count).fill(Number(one));
    return (list.match(/-?\d+/g) ?? []).map(Number);
  }
}
