/** Finds definitions: the row of the listing to which a symbol leads. */
import type { Place } from "../../document/section";
import type { SymbolId } from "../../document/token";
import type { Analysis } from "./analysis";
import { isFault, readOp } from "./code/decode";
import type { Op } from "./code/decode";
import type { FunctionCode } from "./code/functions";
import type { Sections } from "./listing/sections";
import { functionSignature } from "./module";
import { registerOf } from "./opcodes";
import { conventionOf, functionArguments } from "./code/callingConvention";
import { parseSymbol } from "./symbols";

/** The place of a symbol's definition; undefined if the module does not define it. */
export function locateSymbol(analysis: Analysis, sections: Sections, id: SymbolId): Place | undefined {
  const symbol = parseSymbol(id);
  const module = analysis.era?.module;
  if (!symbol || !module) return undefined;
  const at = (byte: number | undefined): Place | undefined => (byte === undefined ? undefined : sections.placeOf(byte));
  switch (symbol.kind) {
    case "function":
      return analysis.functions?.def(symbol.ordinal)
        ? { section: sections.ofFunction(symbol.ordinal), entry: 0 }
        : undefined;
    case "import":
      return at(module.imports?.[symbol.ordinal]?.at);
    case "rodata": {
      const segment = module.rodata?.[symbol.ordinal];
      const empty = !segment?.data || segment.data.start === segment.data.end;
      return at(empty ? segment?.at : segment.data.start);
    }
    case "type":
      return at(module.root.tables("types")?.[symbol.ordinal]?.at);
    case "global":
    case "ref":
      return at(module.root.table("module_state")?.at);
    case "block":
      return sections.placeInFunction(symbol.function, symbol.offset);
    case "register":
      return locateRegister(analysis, sections, symbol.function, symbol.name);
  }
}

/**
 * Where a register gets its first value: the function's head for an argument, otherwise the first op that writes it.
 */
function locateRegister(analysis: Analysis, sections: Sections, ordinal: number, name: string): Place | undefined {
  const code = analysis.functions?.code(ordinal);
  if (!code) return undefined;
  const section = sections.ofFunction(ordinal);
  const given = conventionOf(code.module, functionSignature(code.module, ordinal)).arguments;
  if (functionArguments(given).some((argument) => argument.first === name)) return { section, entry: 0 };
  for (const [i, start] of code.body.starts.entries()) {
    const op = readOp(code.code, start, code.table);
    if (!isFault(op) && writes(code, op, name)) return { section, entry: 1 + i };
  }
  return { section, entry: 0 };
}

/** Whether an op writes a register: as a result, or as a block argument that a branch passes. */
function writes(code: FunctionCode, op: Op, name: string): boolean {
  const named = (raw: number): boolean => {
    const { ref, ordinal } = registerOf(raw, code.table.registerBytes);
    return `%${ref ? "r" : "i"}${ordinal}` === name;
  };
  const destinations = (raws: readonly number[]): boolean => raws.some((raw, i) => i % 2 === 1 && named(raw));
  return op.operands.some((value, i) => {
    const encoding = op.schema?.operands[i]?.encoding;
    const written = encoding !== undefined && "written" in encoding && encoding.written;
    switch (value.kind) {
      case "register":
        return written && named(value.raw);
      case "registers":
        return written && value.list.raws.some(named);
      case "remap":
        return destinations(value.list.raws);
      case "cases":
        return value.cases.some((c) => destinations(c.remap.raws));
      case "attribute":
      case "integers":
      case "ordinal":
      case "string":
      case "target":
        return false;
    }
  });
}
