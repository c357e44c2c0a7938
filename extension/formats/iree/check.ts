/** Checks a module's tables in a well-formed FlatBuffer: ordinals, ranges, names, versions. */
import type { ProblemCode } from "../../document/problem";
import type { Bytes } from "./bytes";
import type { FunctionDef, Module, Signature } from "./module";
import { isVerified } from "./module";
import { conventionOf, isValueType, parseConvention, registersOf } from "./code/callingConvention";
import { roomFor } from "./code/limits";

/** A fault in the module's tables, with its bytes. */
export interface ModuleFault extends Bytes {
  readonly code: ProblemCode;
  readonly message: string;
  readonly path: readonly string[];
}

/** Most faults to keep. */
const MOST_FAULTS = 200;

/**
 * Checks what the runtime checks when it loads a module (iree/vm/bytecode/verifier.c, FlatBuffer verification), and
 * also what the runtime could check but does not: files that it accepts by chance are reported here.
 */
class Checker {
  readonly faults: ModuleFault[] = [];
  constructor(private readonly module: Module) {}

  run(): readonly ModuleFault[] {
    const { module } = this;
    this.checkVersion(module);
    this.checkRequirements(module);
    this.checkTypes(module);
    this.checkImports(module);
    this.checkExports(module);
    this.checkFunctions(module);
    this.checkRodata(module);
    this.checkMentions(module);
    return this.faults;
  }

  /** Notes a fault in the table or field at byte `at`: FlatBuffer fields and descriptors have at least four bytes. */
  private fault(code: ProblemCode, at: number, message: string, ...path: readonly string[]): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push({ code, start: at, end: at + 4, message, path });
  }

  /**
   * bytecode_version is major << 16 | minor. The runtime accepts only its own major version; we read all. So a version
   * is a fault only if the schema's layout was not written with it, or if it is newer than all known ones while the
   * newest layout fits.
   */
  private checkVersion({ root, bytecodeVersion, revision }: Module): void {
    const versions = revision.versions;
    if (!versions || !bytecodeVersion) return;
    const { major, minor } = bytecodeVersion;
    const at = root.fieldAt("bytecode_version")?.at ?? root.at;
    if (major > versions[1] && revision.until === undefined)
      this.fault(
        "unsupported",
        at,
        `bytecode version ${major}.${minor} is newer than ${versions[1]}.0, which is the last known`,
      );
    else if (major < versions[0] || major > versions[1] || minor > 0)
      this.fault("bad-value", at, `bytecode version ${major}.${minor} was not written with schema ${revision.name}`);
  }

  /** Every TypeDef must have a name: that of a value type, or one that begins with `!`, which a runtime may register. */
  private checkTypes({ types, root }: Module): void {
    for (const [i, name = ""] of (types ?? []).entries())
      if (name === "") this.fault("bad-type", root.at, `type ${i} has no name`, "types");
      else if (!name.startsWith("!") && !isValueType(name))
        this.fault("bad-type", root.at, `no type is called ${JSON.stringify(name)}`, "types");
  }

  /** A calling convention starts with its version, `0`, and contains only cconv letters. */
  private checkConvention(signature: Signature | undefined, what: string): void {
    const stored = signature?.convention;
    if (stored === undefined || signature === undefined) return;
    const parsed = parseConvention(stored);
    const letters = parsed && parsed.arguments + parsed.results;
    const isOld = isVerified(this.module) && /[.[\]]/.test(stored);
    if (letters === undefined || isOld || !/^[viIfFrCD]*$/.test(letters))
      this.fault("bad-value", signature.at, `${what} has the calling convention "${stored}"`, "signatures");
  }

  /** An import is resolved by its name, `module.function`. */
  private checkImports({ imports }: Module): void {
    for (const [i, { at, name, signature }] of (imports ?? []).entries()) {
      if (name === undefined || name === "")
        this.fault("bad-table", at, `import ${i} has no name`, "imported_functions");
      this.checkConvention(signature, `import ${i}`);
    }
  }

  /** Several exports may share a function; each must refer to an existing one. Also checks their signatures. */
  private checkExports({ exports, functions, signatures }: Module): void {
    const count = functions?.length ?? 0;
    for (const [i, { at, ordinalAt, name, ordinal }] of (exports ?? []).entries()) {
      if (name === undefined || name === "")
        this.fault("bad-table", at, `export ${i} has no name`, "exported_functions");
      if (ordinal < 0 || ordinal >= count)
        this.fault(
          "bad-reference",
          ordinalAt ?? at,
          `export ${i} refers to function ${ordinal}, but there are only ${count}`,
          "exported_functions",
        );
    }
    for (const [i, signature] of (signatures ?? []).entries()) this.checkConvention(signature, `function ${i}`);
  }

  /** Since 2023-03 there is a signature for each function, in the same order. */
  private checkFunctions({ functions, bytecode, signatures, revision, root }: Module): void {
    const room = bytecode ? bytecode.end - bytecode.start : 0;
    for (const def of functions ?? []) this.checkFunction(def, room);
    const tables = revision.tables.get("BytecodeModuleDef")?.fields.some((f) => f.name === "function_signatures");
    if (tables && (signatures?.length ?? 0) !== (functions?.length ?? 0))
      this.fault(
        "bad-table",
        root.at,
        `${functions?.length ?? 0} functions and ${signatures?.length ?? 0} signatures`,
        "function_signatures",
      );
  }

  /**
   * A function's range must lie in bytecode_data. Feature bits: EXT_F32 1, EXT_F64 2 since 2023-03, YIELD 4, UNWIND 8
   * since 2026-01. A runtime without a feature refuses the module, and no runtime has an unknown one.
   */
  private checkFunction(def: FunctionDef, room: number): void {
    const { ordinal, at, offset, length, inside, requirements } = def;
    const path = `function_descriptors[${ordinal}]`;
    if (!inside)
      this.fault(
        "bad-reference",
        at,
        `function ${ordinal} is at ${offset} and ${length} bytes long, but bytecode_data has only ${room}`,
        path,
      );
    const storage = isVerified(this.module) ? this.storageFault(def) : undefined;
    if (storage !== undefined) this.fault("bad-value", at, storage, path);
    if (!this.areKnown(requirements))
      this.fault(
        "bad-value",
        at + 8,
        `function ${ordinal} requires unknown features: ${requirements.toString(16)}`,
        path,
      );
  }
  /** A function has registers for its arguments and for its results; only imports take a variable number of them. */
  private storageFault({ ordinal, i32Registers, refRegisters }: FunctionDef): string | undefined {
    const convention = conventionOf(this.module, this.module.signatures?.[ordinal]);
    const parts = [convention.arguments, convention.results];
    if (parts.some((letters) => letters.includes("C")))
      return `function ${ordinal} takes a variable number of arguments, which only imports can do`;
    const fits = parts.map(registersOf).every((n) => n.i32 <= roomFor(i32Registers) && n.refs <= roomFor(refRegisters));
    return fits ? undefined : `function ${ordinal} has too few registers for its arguments or results`;
  }
  private areKnown(features: number): boolean {
    const known = this.module.revision.name >= "S27" ? 0xf : 3;
    return (features & ~known) === 0;
  }
  /** The module states the features of all its functions again. */
  private checkRequirements({ root, requirements }: Module): void {
    if (requirements === undefined || this.areKnown(requirements)) return;
    const at = root.fieldAt("requirements")?.at ?? root.at;
    this.fault("bad-value", at, `required module features [${requirements.toString(16)}h] are not known`);
  }

  /** External data counts from the first multiple of 64 after the FlatBuffer and must be within the file. */
  private checkRodata({ rodata }: Module): void {
    for (const { ordinal, at, inside, external, data } of rodata ?? []) {
      const path = `rodata_segments[${ordinal}]`;
      if (!data && !external) this.fault("bad-table", at, `rodata ${ordinal} has no data`, path);
      else if (!inside)
        this.fault(
          "truncated",
          at,
          `rodata ${ordinal} passes the end of the file: offset ${external?.offset ?? 0}, ${external?.length ?? 0} bytes`,
          path,
        );
    }
  }

  /** A valid module mentions nothing long so often that it was cut. */
  private checkMentions({ mentions }: Module): void {
    if (mentions.cutAt === undefined) return;
    const message = "names and signatures are mentioned too often to be shown whole from here on";
    this.faults.push({ code: "limit", start: mentions.cutAt, end: mentions.cutAt + 4, message, path: ["FlatBuffer"] });
  }
}

/** Finds the faults of a module's tables. */
export function checkModule(module: Module): readonly ModuleFault[] {
  return new Checker(module).run();
}
