/** Checks ops one by one against their definition, whatever is around them. */
import type { Container } from "../container/container";
import { countsOf } from "../ir/counts";
import type { NumberList, Op } from "../ir/op";
import type { OpName, OpStructure, PropertyCodec } from "../model/module";
import { signatureKey } from "../model/signatureKey";
import { SlotCache } from "../model/slots";
import type { DefinitionCheck } from "../verify/check";
import { dataLayoutFault, HAVE_LAYOUTS } from "../verify/ops/dataLayout";
import { namedFault } from "../verify/ops/dialectAttributes";
import { integersOf } from "./integers";
import type { OpValues } from "./opValues";

/** Ops that were found valid, as a power of two. */
const KEPT = 11;
/** Limit of the counts that are part of a key. */
const MOST_PARTS = 1 << 6;
/** The first release whose demands on data layouts are known. */
const LAYOUTS_KNOWN = 22;
const NO_NAME: OpName = { dialect: "", name: "", registered: false };

/** What the check asks about ops. */
interface OpFacts {
  readonly codec: PropertyCodec;
  readonly definitions: DefinitionCheck;
  values(op: Op): OpValues;
}

/** Reports what definitions do not allow. Most ops are like one before them. */
export class LoneCheck {
  /** Ops that passed: by signature, and by their other parts. */
  private readonly passed = new SlotCache<true>(KEPT);
  /** Ops whose parts satisfy their definition, by record or dictionary, op name, and counts. */
  private readonly sound = new SlotCache<true>(KEPT);
  /** Dictionaries, by those of an op name, whose attributes are what dialects allow. */
  private readonly named = new SlotCache<true>(KEPT);
  /** By op name: whether its records matter to the check of its parts. */
  private readonly recordChecks: boolean[] = [];

  /** @param report receives the fault of an op, if it has one */
  constructor(
    private readonly container: Container,
    private readonly facts: OpFacts,
    private readonly report: (op: Op, fault: string | undefined) => void,
  ) {}

  /** Checks an op. @param types the types of its operands, -1 for an unknown one */
  check(op: Op, types: NumberList): void {
    this.checkNames(op);
    const signature = signatureKey(this.container.sizes.types, types, op.results);
    const key = this.partsKey(op);
    const isKept = signature <= Number.MAX_SAFE_INTEGER && key <= Number.MAX_SAFE_INTEGER;
    if (isKept && this.passed.get(signature, key)) return;
    const faults = [this.partsFault(op), this.facts.definitions.fault(op, types)];
    for (const fault of faults) this.report(op, fault);
    if (isKept && faults.every((fault) => fault === undefined)) this.passed.set(true, signature, key);
  }

  /** Checks the dialects' attributes among those of an op. */
  private checkNames(op: Op): void {
    const { container, facts } = this;
    if (op.attributes < 0 || this.named.get(op.attributes, op.name) || !facts.definitions.known) return;
    const isLoaded = (dialect: string): boolean => container.dialects.dialects.some(({ name }) => name === dialect);
    const isOfRelease = (dialect: string): boolean => isLoaded(dialect) && container.isRegistered(dialect);
    const hasLayout = container.release >= LAYOUTS_KNOWN && HAVE_LAYOUTS.has(container.dialects.opNames[op.name]?.name);
    let sound = true;
    for (const { name, value } of facts.values(op).attributes) {
      const text = (): string => (value.kind === "attribute" ? container.spelled(value.index) : value.text);
      const layout = (): string | undefined =>
        hasLayout && name === "dlti.dl_spec" ? dataLayoutFault(text(), isOfRelease) : undefined;
      const fault = namedFault(name, isLoaded, text) ?? layout();
      if (fault === undefined) continue;
      sound = false;
      this.report(op, fault);
    }
    if (sound) this.named.set(true, op.attributes, op.name);
  }

  /** A number that is equal for ops of one name with the same properties and as many regions and successors. */
  private partsKey({ name, attributes, properties, regions, successors }: Op): number {
    if (regions >= MOST_PARTS || successors.length >= MOST_PARTS) return Infinity;
    const values = properties < 0 ? 2 * (attributes + 1) : 2 * properties + 1;
    const named = values * this.container.dialects.opNames.length + name;
    return (named * MOST_PARTS + regions) * MOST_PARTS + successors.length;
  }
  /** The fault of an op's parts: how many there are of each, and its properties. */
  private partsFault(op: Op): string | undefined {
    const { container, facts } = this;
    const counts = countsOf(op);
    if (counts >= 0 && this.sound.get(this.valuesKey(op), counts)) return undefined;
    const name = container.dialects.opNames[op.name];
    if (!name) return undefined;
    const { properties } = facts.values(op);
    const structure: OpStructure = {
      operands: op.operands.length,
      results: op.results.length,
      regions: op.regions,
      successors: op.successors.length,
      properties: properties.kind === "named" ? properties.values : [],
      text: (value) => (value.kind === "attribute" ? container.stringValue(value.index) : ""),
      integers: (value) => integersOf(value, container),
    };
    // A record that cannot be read is reported as damage; which attributes the op has is then not known.
    const fault = facts.codec.fault(name, properties.kind === "unknown" ? undefined : structure);
    if (fault === undefined && counts >= 0) this.sound.set(true, this.valuesKey(op), counts);
    return fault;
  }

  /**
   * A number that is equal for ops whose properties are checked alike: from the record as far as it matters, or without
   * one from the dictionary.
   */
  private valuesKey({ name, attributes, properties }: Op): number {
    const { opNames } = this.container.dialects;
    const values = properties < 0 ? 2 * (attributes + 1) : this.checksRecord(name) ? 2 * properties + 1 : 1;
    return values * opNames.length + name;
  }
  private checksRecord(name: number): boolean {
    return (this.recordChecks[name] ??= this.facts.codec.checksRecord(
      this.container.dialects.opNames[name] ?? NO_NAME,
    ));
  }
}
