/**
 * Tells whether the writer of a file knew a dialect: before version 5 bytecode does not store whether ops are
 * registered.
 */
import type { Tables } from "../model/module";
import { isReleased, namedRelease } from "../model/release";

/** What the decision needs. */
export type EntryTables = Pick<Tables, "sizes" | "attribute" | "type" | "producer"> & Partial<Pick<Tables, "spelled">>;

/** Dialects outside MLIR, each with an encoding that only a writer that knows the dialect uses. */
const FOREIGN = new Set(["vhlo", "stablehlo", "chlo"]);
/** What JAX stores as text though it knows the dialect: most of CHLO's attributes have no encoding. */
const WITHOUT_ENCODING = /^#chlo(?!<comparison_)/;

/** Official releases of MLIR on which StableHLO's own tool is known to have been built: it follows the development. */
const BUILT_ON: ReadonlySet<number | undefined> = new Set([22]);

/** Whether StableHLO's serializer wrote a file. */
export const isStablehlo = (producer: string): boolean => producer.startsWith("StableHLO_v");

/** Tells writers that knew StableHLO's dialects from those that treated their ops, attributes and types as unknown. */
export class KnownDialects {
  private readonly answers = new Map<string, boolean>();

  constructor(private readonly tables: EntryTables) {}

  /**
   * Whether the writer knew a dialect. One that did not wrote its attributes and types as text; if there are none, the
   * writer is assumed to have known it, unless an official release's mlir-opt is more likely.
   */
  has(dialect: string): boolean {
    if (!FOREIGN.has(dialect) || isStablehlo(this.tables.producer)) return true;
    let answer = this.answers.get(dialect);
    if (answer === undefined) {
      answer = this.look(dialect);
      this.answers.set(dialect, answer);
    }
    return answer;
  }

  private look(dialect: string): boolean {
    const { sizes, producer } = this.tables;
    const text = new RegExp(`[#!]${dialect}[.<]`);
    const tells = (entry: string): boolean =>
      text.test(entry) && (isReleased(producer) || !WITHOUT_ENCODING.test(entry));
    for (const [count, entry] of [
      [sizes.attributes, (i: number) => this.tables.attribute(i)],
      [sizes.types, (i: number) => this.tables.type(i)],
    ] as const) {
      for (let i = 0; i < count; i++) {
        const node = entry(i);
        if (node.kind === "custom" && node.dialect === dialect) return true;
        if (node.kind === "assembly" && tells(node.text)) return false;
      }
    }
    return !isReleased(producer) || BUILT_ON.has(namedRelease(producer));
  }
}
