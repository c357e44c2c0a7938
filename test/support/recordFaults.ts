/** Checks that a record's specification refers only to fields that it has: a mistake must not look like an absent operand. */
import type { Form, Part, RecordSpecification } from "../../extension/formats/llvm/spec/form";

/** What is wrong with a record's specification; undefined if nothing is. */
export function faultOf(record: RecordSpecification): string | undefined {
  if (record.name === "") return "a record without a name";
  return new Checker().parts(record.parts);
}

/** Walks the parts in order, remembering the fields met so far. */
class Checker {
  private readonly known = new Set<string>();
  private ended = false;

  parts(parts: readonly Part[]): string | undefined {
    for (const part of parts) {
      const fault = this.ended ? "a part follows one that takes all operands" : this.part(part);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  private part(part: Part): string | undefined {
    switch (part.part) {
      case "field": {
        if (part.name === "") return "a field without a name";
        const fault = this.references(part.form, part.name);
        this.known.add(part.name);
        return fault;
      }
      case "rest": {
        if (part.parts.length === 0) return "a repetition of nothing";
        const fault = this.parts(part.parts);
        this.ended = true;
        return fault;
      }
      case "times":
        return this.needs(part.count) ?? this.parts(part.parts);
      case "when":
        return this.needs(part.test.field) ?? this.needs(part.test.wide) ?? this.either(part.then, part.otherwise);
      case "choose":
        return this.needs(part.field) ?? this.either(...Object.values(part.cases));
      case "arguments": {
        const fault = this.needs(part.type) ?? this.needs(part.callee);
        this.ended = true;
        return fault;
      }
      case "operators":
        this.ended = true;
        return undefined;
      case "string":
      case "bundled":
        this.known.add(part.name);
        return undefined;
    }
  }

  /** Alternative layouts: the fields that any of them defines may be referred to afterwards. */
  private either(...layouts: readonly (readonly Part[])[]): string | undefined {
    const before = this.ended;
    let all = layouts.length > 0;
    for (const layout of layouts) {
      this.ended = before;
      const fault = this.parts(layout);
      if (fault !== undefined) return fault;
      all &&= this.ended;
    }
    this.ended = all;
    return undefined;
  }

  private needs(name: string | undefined): string | undefined {
    return name === undefined || this.known.has(name) ? undefined : `there is no field ${name} before it`;
  }
  private references(form: Form, name: string): string | undefined {
    switch (form.kind) {
      case "value":
        return this.needs(form.type);
      case "operation":
        return this.needs(form.operand);
      case "operationFlags":
        return this.needs(form.operation) ?? this.needs(form.operand);
      case "block":
      case "attributeValue":
        return this.needs(form.of);
      case "packed":
        return form.bits.length === 0 ? `${name} is packed of nothing` : undefined;
      default:
        return undefined;
    }
  }
}
