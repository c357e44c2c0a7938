/** Prints global variables and function signatures (AsmWriter.cpp, printGlobal and printFunction). */
import { alignmentText, conventionText } from "./instructions";
import type { Printer } from "./printer";
import type { Argument, FunctionValue, GlobalVariable, Linkage } from "../model/values";

/** The keywords of a global without a value here. */
const DECLARED: Partial<Record<Linkage, string>> = { dllimport: "dllimport ", extern_weak: "extern_weak " };
/** The keywords of a global with a value. */
const DEFINED: Record<Linkage, string> = {
  external: "",
  weak: "weak ",
  appending: "appending ",
  internal: "internal ",
  linkonce: "linkonce ",
  dllimport: "dllimport ",
  dllexport: "dllexport ",
  extern_weak: "extern_weak ",
};

/** A function, with what its body adds to its signature. */
export interface Signature {
  readonly of: FunctionValue;
  readonly linkage: Linkage;
  readonly declared: boolean;
  readonly args: readonly Argument[];
}

/** Prints globals and function signatures. */
export class GlobalPrinter {
  constructor(
    private readonly out: Printer,
    private readonly sections: readonly string[],
  ) {}

  /** A variable with its initializer, without the comment after it. */
  global(global: GlobalVariable): void {
    const { out } = this;
    out.define(global);
    const defined = global.initializer !== undefined;
    out.sink.put("keyword", defined ? DEFINED[global.linkage] : (DECLARED[global.linkage] ?? "external "));
    out.sink.put("keyword", global.constant ? "constant " : "global ");
    out.type(global.type.element);
    if (global.initial) out.initializer(global.initial);
    const section = this.section(global);
    if (section !== undefined) out.text(`, section "${section}"`);
    if (global.alignment > 0) out.text(`, align ${alignmentText(global.alignment)}`);
  }

  private section(global: GlobalVariable | FunctionValue): string | undefined {
    return global.section > 0 ? this.sections[global.section - 1] : undefined;
  }

  /** A function up to the end of its parameters. `definition`: whether its name is defined here. */
  signature(signature: Signature, definition: boolean): void {
    const { out } = this;
    const { of, linkage, declared } = signature;
    out.sink.put("keyword", declared ? `declare ${DECLARED[linkage] ?? ""}` : DEFINED[linkage]);
    const convention = conventionText(of.convention, out.context.style);
    if (convention !== "") out.sink.put("keyword", `${convention} `);
    out.type(of.type.element.element);
    out.text(" ");
    if (of.name === undefined) out.sink.name("global", '""', `f${of.ordinal}`, definition);
    else out.name(of, definition);
    out.text("(");
    this.parameters(signature, definition);
    const section = this.section(of);
    if (section !== undefined) out.text(` section "${section}"`);
    if (of.alignment > 0) out.text(` align ${alignmentText(of.alignment)}`);
  }

  private parameters({ of, args }: Signature, definition: boolean): void {
    const { out } = this;
    const signature = of.type.element;
    signature.elements.slice(1).forEach((type, i) => {
      if (i > 0) out.text(", ");
      out.type(type);
      const arg = args[i];
      if (!arg || (arg.name === undefined && !out.context.numbersDefine)) return;
      out.text(" ");
      out.name(arg, definition);
    });
    if (signature.varargs) out.text(signature.elements.length > 1 ? ", ..." : "...");
    out.text(")");
  }
}
