/** What is wrong with a module's tables although the FlatBuffer is well-formed: ordinals, ranges, names, versions. */
import type { ProblemCode } from "../../document/problem";
import type { Bytes } from "./bytes";
import type { FunctionDef, Module, Signature } from "./module";
import { parseConvention } from "./code/callingConvention";

/** A fault of the module's tables, at its bytes. */
export interface ModuleFault extends Bytes {
  readonly code: ProblemCode;
  readonly message: string;
  readonly path: readonly string[];
}

/** Faults that are kept. */
const MOST_FAULTS = 200;

/**
 * Holds the tables to what the runtime checks when it makes a module (iree/vm/bytecode/verifier.c, flatbuffer
 * verification), and to what it could check but does not: a file that the runtime would accept by chance is told
 * here.
 */
class Checker {
  readonly faults: ModuleFault[] = [];
  constructor(private readonly module: Module) {}

  run(): readonly ModuleFault[] {
    const { module } = this;
    this.checkVersion(module);
    this.checkTypes(module);
    this.checkImports(module);
    this.checkExports(module);
    this.checkFunctions(module);
    this.checkRodata(module);
    return this.faults;
  }

  /** A fault at the table or field at byte `at`: FlatBuffer fields and descriptors are at least four bytes. */
  private fault(code: ProblemCode, at: number, message: string, ...path: readonly string[]): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push({ code, start: at, end: at + 4, message, path });
  }

  /**
   * bytecode_version is major << 16 | minor. The runtime wants its own major; we read every one, so a version is
   * wrong only where the schema's layout was not written with it, and newer than all known where the newest layout
   * fits it.
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
    else if (major < versions[0] || major > versions[1])
      this.fault("bad-value", at, `bytecode version ${major}.${minor} was not written with schema ${revision.name}`);
  }

  /** Every TypeDef has a name: the runtime refuses "type definition has no name". */
  private checkTypes({ types, root }: Module): void {
    for (const [i, name] of (types ?? []).entries())
      if (name === undefined || name === "") this.fault("bad-type", root.at, `type ${i} has no name`, "types");
  }

  /** A convention starts with its version, `0`, and has letters of cconv only. */
  private checkConvention(signature: Signature | undefined, what: string): void {
    const stored = signature?.convention;
    if (stored === undefined || signature === undefined) return;
    const parsed = parseConvention(stored);
    const letters = parsed && parsed.arguments + parsed.results;
    if (letters === undefined || !/^[viIfFrCD]*$/.test(letters))
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

  /**
   * Several exports may share a function; each has to name one that there is. Signatures are held to theirs at the
   * same time.
   */
  private checkExports({ exports, functions, signatures }: Module): void {
    const count = functions?.length ?? 0;
    for (const [i, { at, ordinalAt, name, ordinal }] of (exports ?? []).entries()) {
      if (name === undefined || name === "")
        this.fault("bad-table", at, `export ${i} has no name`, "exported_functions");
      if (ordinal < 0 || ordinal >= count)
        this.fault(
          "bad-reference",
          ordinalAt ?? at,
          `export ${i} is of function ${ordinal}: there are ${count}`,
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
   * A function's range lies in bytecode_data. Feature bits: EXT_F32 1, EXT_F64 2 since 2023-03, YIELD 4, UNWIND 8
   * since 2026-01; a runtime without a feature refuses the module, and no runtime has one that is unknown.
   */
  private checkFunction({ ordinal, at, offset, length, inside, requirements }: FunctionDef, room: number): void {
    const path = `function_descriptors[${ordinal}]`;
    if (!inside)
      this.fault(
        "bad-reference",
        at,
        `function ${ordinal} is at ${offset}, ${length} bytes long: bytecode_data has ${room}`,
        path,
      );
    const known = this.module.revision.name >= "S27" ? 0xf : 3;
    if ((requirements & ~known) !== 0)
      this.fault(
        "bad-value",
        at + 8,
        `function ${ordinal} requires unknown features: ${requirements.toString(16)}`,
        path,
      );
  }

  /** External data count from the first multiple of 64 after the FlatBuffer and have to be in the file. */
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
}

/** Finds the faults of a module's tables. */
export function checkModule(module: Module): readonly ModuleFault[] {
  return new Checker(module).run();
}
