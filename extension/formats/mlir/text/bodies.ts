/**
 * What MLIR's verifier reports about the bodies of modules and functions (ModuleOp, mlir::detail::verifySymbol,
 * FunctionOpInterface), as far as the beginning of the region tells.
 */
import type { Container } from "../container/container";
import { readEntrance } from "../ir/one";
import type { Entrance } from "../ir/one";
import type { NumberList, Op } from "../ir/op";
import { Damage } from "../model/damage";
import { EntryWriter } from "../model/entryWriter";
import type { NamedValue } from "../model/module";
import { isReleased } from "../model/release";

const MODULE = "builtin.module";
/** The properties with attributes of arguments and results, which name dialects. */
const DIALECT_ATTRIBUTES = [
  ["arg_attrs", "arguments"],
  ["res_attrs", "results"],
] as const;
/** Functions whose first block has the arguments of their type (FunctionOpInterface::verifyBody). */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...["func.func", "async.func", "emitc.func", "ml_program.func", "pdl_interp.func", "shape.func", "spirv.func"],
  ...["transform.named_sequence", "wasmssa.func"],
]);
/** Those that check it in their own way. */
const OTHER_FUNCTIONS = ["gpu.func", "llvm.func"];
/** The first release in which spirv.func has them checked (spirv::FuncOp::verifyBody): 19 does not, 21 does. */
const SPIRV_SINCE = 21;
/** Functions that need no body if they are not public. */
const DECLARED: ReadonlySet<string> = new Set(["func.func", "ml_program.func"]);

/** Checks bodies in files of official releases, whose verifiers are known. */
export class BodyCheck {
  /** The names of the checked ops, by the index of an op name; modules and functions. */
  private readonly names: (string | undefined)[];
  /** The index of func.return's name; -1: it is not checked. */
  private readonly returns: number;

  /** Whether the body of a spirv.func may have any arguments. */
  private readonly isBare: boolean;

  /** The function that was checked last: its first byte, name and results. */
  private last = { startByte: -1, name: "", results: [] as readonly number[] };

  constructor(private readonly container: Container) {
    const checked = isReleased(container.producer) ? [MODULE, ...FUNCTIONS, ...OTHER_FUNCTIONS] : [];
    this.isBare = container.release < SPIRV_SINCE;
    this.returns = checked.length > 0 ? container.dialects.opNames.findIndex(({ name }) => name === "func.return") : -1;
    this.names = container.dialects.opNames.map(({ name }) => (checked.includes(name) ? name : undefined));
  }

  /**
   * The fault in an op's first region, in the reference's words; undefined if there is none.
   * @param values the op's properties and attributes
   */
  fault(op: Op, values: (op: Op) => readonly NamedValue[]): string | undefined {
    const name = op.regions === 1 ? this.names[op.name] : undefined;
    if (name === undefined) return undefined;
    const entrance = this.entrance(op);
    if (!entrance) return undefined;
    const found = values(op);
    const fault =
      name === MODULE
        ? (inModule(entrance) ?? plainFault(found))
        : (this.attributesFault(found) ??
          (FUNCTIONS.has(name) ? this.inFunction(name, entrance, found, op.startByte) : undefined));
    if (fault !== undefined) return `'${name}' op ${fault}`;
    const isEmpty = name === "func.func" && entrance.first?.ops === 0;
    return isEmpty ? "empty block: expect at least a terminator" : undefined;
  }

  /** The beginning of the region; undefined if it is damaged, which whoever walks it reports. */
  private entrance(op: Op): Entrance | undefined {
    try {
      return readEntrance(this.container, op);
    } catch (thrown) {
      if (thrown instanceof Damage) return undefined;
      throw thrown;
    }
  }

  /**
   * The fault of an op that returns from the function around it.
   * @param types the types of its operands
   * @param around the first byte of the op around it
   */
  returnFault(op: Op, types: NumberList, around: number): string | undefined {
    const { startByte, name, results } = this.last;
    if (this.returns !== op.name || around !== startByte) return undefined;
    if (types.length !== results.length)
      return `'func.return' op has ${types.length} operands, but enclosing function (@${name}) returns ${results.length}`;
    const wrong = results.findIndex(
      (result, i) => result !== types.at(i) && this.text(result) !== this.text(types.at(i)),
    );
    if (wrong < 0 || types.at(wrong) < 0) return undefined;
    const [found, expected] = [this.text(types.at(wrong)), this.text(results[wrong] ?? 0)];
    return `type of return operand ${wrong} ('${found}') doesn't match function result type ('${expected}') in function @${name}`;
  }

  /** The fault of the attributes of a function's arguments and results. */
  private attributesFault(values: readonly NamedValue[]): string | undefined {
    const { container } = this;
    for (const [property, whose] of DIALECT_ATTRIBUTES) {
      const index = indexOf(property, values);
      const lists = index < 0 ? undefined : container.attribute(index);
      for (const list of lists?.kind === "array" ? lists.elements : []) {
        const node = container.attribute(list);
        const names = node.kind === "dictionary" ? node.names : [];
        if (names.some((name) => !container.stringValue(name).includes(".")))
          return `${whose} may only have dialect attributes`;
      }
    }
    return undefined;
  }

  private inFunction(
    op: string,
    { first }: Entrance,
    values: readonly NamedValue[],
    startByte: number,
  ): string | undefined {
    const { container } = this;
    if (!first) {
      if (!DECLARED.has(op)) return undefined;
      const visibility = indexOf("sym_visibility", values);
      const isPublic = visibility < 0 || container.stringValue(visibility) === "public";
      return isPublic ? "symbol declaration cannot have public visibility" : undefined;
    }
    const signature = indexOf("function_type", values);
    const type = signature < 0 ? undefined : container.attribute(signature);
    const node = type?.kind === "type" ? container.type(type.type) : undefined;
    if (node?.kind !== "function") return undefined;
    const name = indexOf("sym_name", values);
    this.last = { startByte, name: name < 0 ? "" : container.stringValue(name), results: node.results };
    const { types } = first;
    if (this.isBare && op === "spirv.func") return undefined;
    if (types.length !== node.inputs.length)
      return `entry block must have ${node.inputs.length} arguments to match function signature`;
    const wrong = node.inputs.findIndex(
      (input, i) => input !== types.at(i) && this.text(input) !== this.text(types.at(i)),
    );
    if (wrong < 0) return undefined;
    const [found, expected] = [this.text(types.at(wrong)), this.text(node.inputs[wrong] ?? 0)];
    return `type of entry block argument #${wrong}('${found}') must match the type of the corresponding argument in function signature('${expected}')`;
  }

  private text(type: number): string {
    return new EntryWriter(this.container.codec, this.container).type(type);
  }
}

/** The attribute with a name; -1: none. */
function indexOf(name: string, values: readonly NamedValue[]): number {
  const value = values.find((v) => v.name === name)?.value;
  return value?.kind === "attribute" ? value.index : -1;
}

function inModule({ blocks, first }: Entrance): string | undefined {
  if (blocks !== 1) return "region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks";
  return first && first.types.length > 0 ? "region should have no arguments" : undefined;
}

/** The fault of a module's attribute that names no dialect. */
function plainFault(values: readonly NamedValue[]): string | undefined {
  const plain = values.find(({ name }) => !name.includes(".") && !MODULE_NAMES.has(name));
  return plain && `can only contain attributes with dialect-prefixed names, found: '${plain.name}'`;
}

/** The names of a module's own attributes. */
const MODULE_NAMES: ReadonlySet<string> = new Set(["sym_name", "sym_visibility"]);
