/** Checks ops of a file against the definitions of the release that wrote it. */
import type { Container } from "../container/container";
import type { NumberList, Op } from "../ir/op";
import { EntryWriter } from "../model/entryWriter";
import type { NamedValue } from "../model/module";
import { signatureKey } from "../model/signatureKey";
import { isReleased } from "../model/release";
import { SlotCache } from "../model/slots";
import type { CheckedOp } from "./checkedOp";
import type { Integers } from "./definition";
import type { MemberLists } from "./members";
import { attributesFault, divided, typesFault } from "./definition";
import type { TypesTest } from "./opView";
import type { OwnCheck } from "./ownChecks";
import { ownCheckOf, settledBy } from "./ownChecks";
import type { SpelledEntries } from "./signature";
import { sameType } from "./signature";
import type { Subject } from "./subject";
import type { Constraint, OpRules } from "./table";
import { ConstraintTable } from "./table";
import constraints17 from "./data/constraints-17.json";
import constraints22 from "./data/constraints-22.json";
import constraints23 from "./data/constraints-23.json";

const R22 = new ConstraintTable(constraints22);
/** What holds in all releases from 17 to 22, for the dialects met most. */
const SINCE_17 = new ConstraintTable(constraints17, R22, true);
/** The tables of releases whose verifier is known that far. */
const TABLES: Readonly<Record<number, ConstraintTable>> = {
  17: SINCE_17,
  18: SINCE_17,
  19: SINCE_17,
  20: SINCE_17,
  21: SINCE_17,
  22: R22,
  23: new ConstraintTable(constraints23, R22),
};
/** The first release whose checks in C++ are known. */
const FIRST_CHECKED = 19;
/** Ops whose checks in C++ are known since MLIR 21: before, they were others. */
const CHECKED_SINCE_21 = /^(?:affine\.|memref\.reinterpret_cast|llvm\.mlir\.(?:alias|constant))/;

/** Signatures of ops that were found valid, as a power of two. */
const KEPT = 12;

/** The longest text that checks of single ops look at, in characters. */
const LONGEST_SHORT = 4096;

/** Verdicts about entries, as a power of two. */
const KEPT_VERDICTS = 13;

/** Looks up what is demanded of a file's ops, and checks it. */
export class DefinitionCheck {
  /** By op name; undefined: not looked up yet. */
  private readonly byName: (OpRules | "none" | undefined)[] = [];
  /** Which types settle the check in C++, by op name. */
  private readonly settled: (TypesTest | "none" | undefined)[] = [];
  /** The check in C++, by op name. */
  private readonly own: (OwnCheck | "none" | undefined)[] = [];
  /** Ops whose types and attributes their definition allows: by signature, and by op name with its record. */
  private readonly fitting = new SlotCache<true>(KEPT);
  /** Whether a constraint may allow an entry: by the entry, and by the constraint with the entry's table. */
  private readonly verdicts = new SlotCache<boolean>(KEPT_VERDICTS);
  private readonly table: ConstraintTable | undefined;
  readonly entries: SpelledEntries;

  /**
   * @param propertiesOf an op's properties; undefined if its record cannot be read
   * @param integers the numbers of a property that is an array of them
   */
  constructor(
    private readonly container: Container,
    private readonly propertiesOf: (op: Op) => readonly NamedValue[] | undefined,
    private readonly integers: Integers,
  ) {
    this.table = isReleased(container.producer) ? TABLES[container.release] : undefined;
    const texts = new Map<number, string>();
    const writer = new EntryWriter(container.codec, container);
    this.entries = {
      attribute: (index) => container.attribute(index),
      type: (index) => container.type(index),
      typeText: (index) => {
        const text = texts.get(index) ?? writer.type(index);
        texts.set(index, text);
        return text;
      },
      attributeText: (index) => writer.attribute(index),
      shortText: (kind, index) => {
        const text = writer.brief(kind, index, LONGEST_SHORT);
        return text.length > LONGEST_SHORT ? undefined : text;
      },
      stringValue: (index) => container.stringValue(index),
      isSame: this.isSame,
      allows: (constraint, table, index) => this.allows(constraint, table, index),
    };
  }

  /** Whether two entries are the same type. */
  readonly isSame = (type: number, other: number): boolean => sameType(type, other, this.entries);

  /** Whether the definitions of the file's release are known. */
  get known(): boolean {
    return this.table !== undefined;
  }

  /** Whether what the release's C++ checks is known for ops of that name. */
  knowsChecks(name: string): boolean {
    const { release } = this.container;
    if (release < FIRST_CHECKED || (release < 21 && CHECKED_SINCE_21.test(name))) return false;
    return this.table?.lists(name.slice(0, name.indexOf("."))) === true;
  }

  /** What is demanded of ops with that name; undefined if that is not known. */
  rules(name: number): OpRules | undefined {
    if (!this.table) return undefined;
    const known = (this.byName[name] ??= this.table.of(this.container.dialects.opNames[name]?.name ?? "") ?? "none");
    return known === "none" ? undefined : known;
  }

  /** Those of an op's properties from a dictionary that its definition takes: others have another class. */
  taken(name: number, properties: readonly NamedValue[]): readonly NamedValue[] {
    const classes = this.rules(name)?.classes ?? [];
    if (classes.length === 0) return properties;
    return properties.filter(({ name: own, value }) => {
      const rule = value.kind === "attribute" ? classes.find(([other]) => other === own) : undefined;
      return value.kind !== "attribute" || !rule || this.allows(rule[1], "attribute", value.index);
    });
  }

  /**
   * The fault of an op, in the reference's words; undefined if none is certain.
   * @param types the types of its operands, -1 for an unknown one
   */
  fault(op: Op, types: NumberList): string | undefined {
    const rules = this.rules(op.name);
    const own = rules && (this.own[op.name] ??= this.ownCheck(op.name));
    if (!own || !(rules.checksTypes || rules.valued || own !== "none")) return undefined;
    const { sizes, dialects } = this.container;
    const signature = signatureKey(sizes.types, types, op.results);
    const record = op.properties < 0 ? 2 * (op.attributes + 1) : 2 * op.properties + 1;
    const names = dialects.opNames.length;
    const typesKey = ((rules.divided ? record : 0) * names + op.name) * 3;
    const key = (record * names + op.name) * 3 + 1;
    const fault =
      (rules.checksTypes ? this.findTypes(rules, op, types, signature, typesKey) : undefined) ??
      (rules.valued ? this.findValues(rules, op, signature, key) : undefined);
    if (fault !== undefined) return `'${this.nameOf(op.name)}' op ${fault}`;
    if (own === "none" || this.isSettled(op, signature)) return undefined;
    return this.findOwn(own, op, types, signature, key + 1);
  }

  /** Divides operands or results by their op's definition; undefined if they cannot be divided. */
  divided(
    op: Pick<Op, "name" | "properties">,
    parts: Pick<CheckedOp, "operands" | "results" | "properties">,
    what: "operands" | "results",
  ): MemberLists | undefined {
    const rules = this.rules(op.name);
    const { operands, results, properties } = parts;
    const { integers } = this;
    return rules && divided(rules, { operands, results, properties, inRecord: op.properties >= 0, integers }, what);
  }

  private nameOf(name: number): string {
    return this.container.dialects.opNames[name]?.name ?? "";
  }
  private ownCheck(name: number): OwnCheck | "none" {
    const op = this.nameOf(name);
    return (this.knowsChecks(op) ? ownCheckOf(op) : undefined) ?? "none";
  }
  /** Whether the types of an op tell that it needs no check of its own, whatever its attributes. */
  private isSettled(op: Op, signature: number): boolean {
    const test = (this.settled[op.name] ??= settledBy(this.nameOf(op.name)) ?? "none");
    if (test === "none") return false;
    const key = op.name * 3 + 2;
    if (this.isKept(signature, key)) return true;
    const isFitting = test(op.results, this.entries);
    if (isFitting) this.kept(undefined, signature, key);
    return isFitting;
  }
  private findOwn(check: OwnCheck, op: Op, types: NumberList, signature: number, key: number): string | undefined {
    if (this.isKept(signature, key) || !areKnown(types)) return undefined;
    const properties = this.propertiesOf(op);
    if (!properties) return undefined;
    const checked: CheckedOp = {
      operands: types,
      results: op.results,
      properties,
      name: this.nameOf(op.name),
      release: this.container.release,
      integers: (name) => {
        const found = properties.find((property) => property.name === name);
        return found && this.integers(found.value);
      },
      divided: (what) => this.divided(op, checked, what),
    };
    return this.kept(check(checked, this.entries), signature, key);
  }
  private findTypes(rules: OpRules, op: Op, types: NumberList, signature: number, key: number): string | undefined {
    if (this.isKept(signature, key)) return undefined;
    const properties = rules.divided ? this.propertiesOf(op) : NOTHING;
    if (!properties || !areKnown(types)) return undefined;
    const { integers } = this;
    const defined = { operands: types, results: op.results, inRecord: op.properties >= 0, properties, integers };
    return this.kept(typesFault(rules, defined, this.entries), signature, key);
  }
  private findValues(rules: OpRules, op: Op, signature: number, key: number): string | undefined {
    if (this.isKept(signature, key)) return undefined;
    const properties = this.propertiesOf(op);
    if (!properties) return undefined;
    const attributed = { properties, inRecord: op.properties >= 0, results: op.results };
    return this.kept(attributesFault(rules, attributed, this.entries), signature, key);
  }
  /** Whether a constraint allows an entry, or may do so. */
  private allows(constraint: Constraint, table: Subject["table"], index: number): boolean {
    const key = 2 * constraint.id + (table === "type" ? 1 : 0);
    let verdict = this.verdicts.get(index, key);
    if (verdict === undefined) {
      verdict = constraint.test({ table, index }, this.entries) !== false;
      this.verdicts.set(verdict, index, key);
    }
    return verdict;
  }
  private isKept(signature: number, key: number): boolean {
    return signature <= Number.MAX_SAFE_INTEGER && this.fitting.get(signature, key) === true;
  }
  private kept(fault: string | undefined, signature: number, key: number): string | undefined {
    if (fault === undefined && signature <= Number.MAX_SAFE_INTEGER) this.fitting.set(true, signature, key);
    return fault;
  }
}

const NOTHING: readonly NamedValue[] = [];

/** Whether all types are known. */
function areKnown(types: NumberList): boolean {
  for (let i = 0; i < types.length; i++) if (types.at(i) < 0) return false;
  return true;
}
