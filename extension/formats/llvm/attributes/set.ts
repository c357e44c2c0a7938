/** Builds sets of attributes: one of each kind, sorted as the reference sorts them, with one object for equal sets. */
import type { Attribute, AttributeSet } from "../ir/attributes";
import { kindRank } from "./kinds";

/** Classes in their sort order (AttributeImpl::operator<). */
const CLASSES: readonly Attribute["form"][] = ["enum", "type", "int", "range", "rangeList", "string"];

function compare(a: Attribute, b: Attribute): number {
  const classes = CLASSES.indexOf(a.form) - CLASSES.indexOf(b.form);
  if (classes !== 0) return classes;
  if (a.form === "string" || b.form === "string") {
    if (a.form !== "string" || b.form !== "string") return 0;
    return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
  }
  return kindRank(a.kind) - kindRank(b.kind);
}

/** Collects attributes for a set: one of each kind and of each string key; the last one wins. */
export class AttributeBuilder {
  private readonly byKey = new Map<number | string, Attribute>();

  constructor(attributes: Iterable<Attribute> = []) {
    for (const attribute of attributes) this.add(attribute);
  }
  add(attribute: Attribute): void {
    this.byKey.set(attribute.form === "string" ? attribute.key : attribute.kind, attribute);
  }
  flag(kind: number): void {
    this.add({ form: "enum", kind });
  }
  number(kind: number, value: bigint): void {
    this.add({ form: "int", kind, value });
  }
  get(key: number | string): Attribute | undefined {
    return this.byKey.get(key);
  }
  remove(key: number | string): void {
    this.byKey.delete(key);
  }
  /** The attributes, sorted. */
  sorted(): readonly Attribute[] {
    return [...this.byKey.values()].sort(compare);
  }
}

/** Returns one object for equal sets, so that `#N` can be determined by identity. */
export class AttributeSets {
  private readonly known = new Map<string, AttributeSet>();

  /** The set of these attributes; undefined if there are none. */
  of(builder: AttributeBuilder): AttributeSet | undefined {
    const attributes = builder.sorted();
    if (attributes.length === 0) return undefined;
    const key = attributes.map((a) => this.keyOf(a)).join("\n");
    let set = this.known.get(key);
    if (!set) this.known.set(key, (set = { serial: this.known.size, attributes }));
    return set;
  }

  private keyOf(attribute: Attribute): string {
    switch (attribute.form) {
      case "enum":
        return `${attribute.kind}`;
      case "int":
        return `${attribute.kind}=${attribute.value}`;
      case "string":
        return `"${attribute.key}\0${attribute.value ?? ""}`;
      case "type":
        return `${attribute.kind}(${attribute.type?.serial ?? ""}`;
      case "range":
        return `${attribute.kind}[${attribute.range.bits} ${attribute.range.lower} ${attribute.range.upper}`;
      case "rangeList":
        return `${attribute.kind}[${attribute.ranges.map((r) => `${r.bits} ${r.lower} ${r.upper}`).join()}`;
    }
  }
}

/** The attribute of a set with this kind or string key. */
export function attributeOf(set: AttributeSet | undefined, key: number | string): Attribute | undefined {
  return set?.attributes.find((a) => (a.form === "string" ? a.key === key : a.kind === key));
}
