/** The outline of a module, and its symbols as llvm-nm lists them. */
import type { OutlineNode, SymbolInfo } from "../../document/outline";
import type { Analysis } from "./analysis";
import { byteCount, cString } from "./bytes";
import type { Bytes } from "./bytes";
import type { Module } from "./module";
import { declarationIn, exportsOf, functionName, functionSignature } from "./module";
import { conventionOf, conventionTypes, functionArguments, resultTypes } from "./code/callingConvention";
import { recogniseAll, segmentText } from "./rodata";
import { blockSymbol, ordinalSymbol } from "./symbols";

/** A range of bytes in bits. */
function bits({ start, end }: Bytes): { readonly startBit: number; readonly endBit: number } {
  return { startBit: start * 8, endBit: end * 8 };
}

/** A group, made when it is opened; left out if it is empty. */
function group(name: string, nodes: () => readonly OutlineNode[], count: number, range: Bytes): readonly OutlineNode[] {
  return count === 0 ? [] : [{ kind: "group", name, detail: String(count), ...bits(range), children: nodes }];
}

/** The outline: functions first, then what they use. */
export function moduleOutline(analysis: Analysis): readonly OutlineNode[] {
  const module = analysis.era?.module;
  if (!module) return problemNodes(analysis);
  const { functions, imports, types, rodata, dependencies, attributes, root, state } = module;
  const { buffer } = root;
  const file = { start: 0, end: analysis.window.length };
  const code = module.bytecode ?? buffer;
  const whole = bits(buffer);
  const plain = (kind: OutlineNode["kind"], name: string, at = root.at): OutlineNode => {
    return { kind, name, ...bits({ start: at, end: at + 4 }) };
  };
  const count = (list: readonly unknown[] | undefined): number => list?.length ?? 0;
  return [
    ...group("functions", () => functionNodes(analysis, module), count(functions), code),
    ...group("exports", () => exportNodes(module), count(module.exports), buffer),
    ...group("imports", () => importNodes(module), count(imports), buffer),
    ...group("types", () => typeNodes(module), count(types), buffer),
    ...group("rodata", () => rodataNodes(analysis, module), count(rodata), file),
    // Globals have one node for all their bytes, since the module does not tell how many there are.
    ...(state ? [{ kind: "group", name: "globals", ...whole, children: () => stateNodes(module) } as const] : []),
    ...group(
      "dependencies",
      () => (dependencies ?? []).map((d) => plain("import", `${cString(d.name ?? "")} >= ${d.minimumVersion}`, d.at)),
      count(dependencies),
      buffer,
    ),
    ...group(
      "attributes",
      () =>
        (attributes ?? []).map((a) => plain("attribute", `${cString(a.key ?? "")}: ${cString(a.value ?? "")}`, a.at)),
      count(attributes),
      buffer,
    ),
    ...problemNodes(analysis),
  ];
}

/** `(i32, !vm.ref<?>) -> (i32)` */
function signatureText(module: Module, ordinal: number): string {
  const convention = conventionOf(module, functionSignature(module, ordinal));
  const given = functionArguments(convention.arguments).map((argument) => argument.type);
  return `(${given.join(", ")}) -> (${resultTypes(convention.results)})`;
}

/** Functions by ordinal, with their names in the disassembly; their blocks below. */
function functionNodes(analysis: Analysis, module: Module): readonly OutlineNode[] {
  return (module.functions ?? []).map((def) => ({
    kind: "function",
    name: cString(functionName(module, def.ordinal)),
    detail: `${signatureText(module, def.ordinal)}, ${byteCount(def.length)}`,
    symbol: ordinalSymbol("function", def.ordinal),
    ...bits(def.code),
    children: () => blockNodes(analysis, def.ordinal),
  }));
}

/** Exports with the declaration that the compiler stored (since 2023), otherwise with their types; they lead to functions. */
function exportNodes(module: Module): readonly OutlineNode[] {
  return (module.exports ?? []).map(({ at, name, ordinal, signature }) => {
    const declaration = declarationIn(signature);
    return {
      kind: "export",
      name: cString(name ?? ""),
      detail: declaration === undefined ? signatureText(module, ordinal) : cString(declaration),
      symbol: ordinalSymbol("function", ordinal),
      ...bits({ start: at, end: at + 4 }),
    };
  });
}

/** The blocks of a function: those with markers, or before 2023-03 the branch targets. */
function blockNodes(analysis: Analysis, ordinal: number): readonly OutlineNode[] {
  const code = analysis.functions?.code(ordinal);
  if (!code) return [];
  const { blocks, end } = code.body;
  const base = code.def.code.start;
  return blocks.map((start, i) => ({
    kind: "basicBlock",
    name: `^bb${i}`,
    symbol: blockSymbol(ordinal, start),
    ...bits({ start: base + start, end: base + (blocks[i + 1] ?? end) }),
  }));
}

/** Imports with their types; an optional one may be missing at run time (import.resolved tests that). */
function importNodes(module: Module): readonly OutlineNode[] {
  return (module.imports ?? []).map(({ at, name, optional, signature }, ordinal) => {
    const convention = conventionOf(module, signature);
    const types = `(${conventionTypes(convention.arguments)}) -> (${conventionTypes(convention.results)})`;
    return {
      kind: "declaration",
      name: cString(name ?? ""),
      detail: `${types}${optional ? ", optional" : ""}`,
      symbol: ordinalSymbol("import", ordinal),
      startBit: at * 8,
      endBit: at * 8 + 32,
    };
  });
}

/** The types to which code refers by ordinal. */
function typeNodes(module: Module): readonly OutlineNode[] {
  const tables = module.root.tables("types") ?? [];
  return (module.types ?? []).map((name, ordinal) => {
    const at = tables[ordinal]?.at ?? module.root.at;
    const range = { startBit: at * 8, endBit: at * 8 + 32 };
    return { kind: "type", name: cString(name ?? "?"), symbol: ordinalSymbol("type", ordinal), ...range };
  });
}

/** Segments with their content; the entry points and images of executables below. */
function rodataNodes(analysis: Analysis, module: Module): readonly OutlineNode[] {
  let derived = 0;
  const recognised = recogniseAll(analysis.window, module.rodata ?? []);
  return (module.rodata ?? []).map(({ data, at, ordinal }): OutlineNode => {
    const range = data ?? { start: at, end: at + 4 };
    const found = recognised[ordinal];
    const own = found?.inner ? { derived: derived++ } : {};
    const images = (found?.images ?? []).map(({ range: image, text, inner }, index): OutlineNode => {
      const detail = `${byteCount(image.end - image.start)}${text === undefined ? "" : `, ${text}`}`;
      return {
        kind: "rodata",
        name: `image ${index}`,
        detail,
        ...bits(image),
        ...(inner ? { derived: derived++ } : {}),
      };
    });
    return {
      kind: "rodata",
      name: `rodata ${ordinal}`,
      detail: segmentText(data, found),
      symbol: ordinalSymbol("rodata", ordinal),
      ...bits(range),
      ...own,
      children: () => [
        ...(found?.entryPoints ?? []).map((name): OutlineNode => ({ kind: "function", name, ...bits(range) })),
        ...images,
      ],
    };
  });
}

/** The module's globals have no names, so only their size is shown. */
function stateNodes({ state, root }: Module): readonly OutlineNode[] {
  const at = root.table("module_state")?.at ?? root.at;
  const name = `${byteCount(state?.bytes ?? 0)}, ${state?.refs ?? 0} refs`;
  return [{ kind: "global", name, startBit: at * 8, endBit: at * 8 + 32 }];
}

/** The problems found so far. */
function problemNodes(analysis: Analysis): readonly OutlineNode[] {
  const nodes = (): readonly OutlineNode[] =>
    analysis.problems.map(({ message, startBit, endBit }) => ({ kind: "problem", name: message, startBit, endBit }));
  return group("problems", nodes, analysis.problems.length, { start: 0, end: analysis.window.length });
}

/** The module's definitions (exports `T`, other functions `t`, rodata `r`) and imports (`U`). */
export function* moduleSymbols(analysis: Analysis): Generator<SymbolInfo, void, undefined> {
  const module = analysis.era?.module;
  if (!module) return;
  for (const { ordinal, code } of module.functions ?? []) {
    const exported = exportsOf(module).get(ordinal) ?? [];
    for (const { name } of exported) yield { name: cString(name ?? ""), letter: "T", kind: "function", ...bits(code) };
    if (exported.length > 0) continue;
    yield { name: cString(functionName(module, ordinal)), letter: "t", kind: "function", ...bits(code) };
  }
  for (const { name, at } of module.imports ?? [])
    yield { name: cString(name ?? ""), letter: "U", kind: "declaration", startBit: at * 8, endBit: at * 8 + 32 };
  for (const { ordinal, data } of module.rodata ?? [])
    if (data) yield { name: `rodata ${ordinal}`, letter: "r", kind: "rodata", ...bits(data) };
}
