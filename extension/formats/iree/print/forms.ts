/**
 * How each op is spelled in the VM assembly (iree/vm/bytecode/disassembler.c of HEAD). An op that no form matches is
 * spelled `RESULTS = vm.MNEMONIC OPERANDS`. In a form `$op` is the mnemonic, `$NAME` an operand, and `?{…}` is left out
 * if the list in it is empty.
 */
import type { OpSchema } from "../opcodes";

const forms: readonly (readonly [RegExp, string])[] = [
  [/^global\.load\.(indirect\.)?ref$/, "$value = $op .refs[$global] : $value_type"],
  [/^global\.store\.(indirect\.)?ref$/, "$op $value, .refs[$global] : $value_type"],
  [/^global\.reset\.ref$/, "$op .refs[$global]"],
  [/^global\.load\./, "$value = $op .rwdata[$global]"],
  [/^global\.store\./, "$op $value, .rwdata[$global]"],
  [/^list\.alloc$/, "$result = $op $initial_capacity : !vm.list<$element_type>"],
  [/^list\.get\.ref$/, "$result = $op $list, $index : $result_type"],
  [/^select\.ref$/, "$result = $op $condition ? $true_value : $false_value -> $result_type"],
  [/^select\.ref$/, "$result = $op $condition ? $true_value : $false_value -> $true_value_type"],
  [/^select\./, "$result = $op $condition ? $true_value : $false_value"],
  [/^switch\./, "$result = $op $index[$values] else $default_value"],
  [/^cast\.any\.ref$/, "$result = $op $operand : !vm.ref<?> -> $result_type"],
  [/^buffer\.store\./, "$op $value, $target_buffer, $target_offset"],
  [/^(br|yield|break)$/, "$op $dest($dest_args)"],
  [/^cond_break$/, "$op $condition, $dest($dest_args)"],
  [/^cond_br$/, "$op $condition, $true_dest($true_dest_args), $false_dest($false_dest_args)"],
  [/^br_table$/, "$op $index { default: $default_destination($default_destination_args)$cases }"],
  [/^call$/, "?{$results = }$op $callee($operands)"],
  [/^call\.variadic$/, "?{$results = }$op $callee segments[$segment_sizes]($operands)"],
  [/^call\.yieldable$/, "$op $callee($arguments) -> $dest($results)"],
  [/^call\.variadic\.yieldable$/, "$op $callee segments[$segment_sizes]($operands) -> $dest($results)"],
  [/^return$/, "$op?{ $operands}"],
  [/^discard\.refs$/, "$op $refs"],
  [/^(trace|print)$/, "$op $first($operands)"],
];

/** A piece of an op's spelling. */
export type FormPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mnemonic" }
  | { readonly kind: "operand"; readonly index: number }
  | { readonly kind: "optional"; readonly parts: readonly FormPart[] };

/** The operands in a form. */
function namesIn(form: string): readonly string[] {
  return [...form.matchAll(/\$(\w+)/g)].map((m) => m[1] ?? "").filter((name) => name !== "op");
}

/** Parses a form. */
function parseForm(form: string, indexOf: (name: string) => number): readonly FormPart[] {
  return [...form.matchAll(/\?\{([^}]*)\}|\$(\w+)|[^$?]+|\?/g)].map((m): FormPart => {
    const [text, optional, name] = m;
    if (optional !== undefined) return { kind: "optional", parts: parseForm(optional, indexOf) };
    if (name === "op") return { kind: "mnemonic" };
    return name === undefined ? { kind: "text", text } : { kind: "operand", index: indexOf(name) };
  });
}

/** The spelling of an op that no form matches. */
function plainForm(schema: OpSchema): string {
  const written = (i: number): boolean => {
    const encoding = schema.operands[i]?.encoding;
    return encoding !== undefined && "written" in encoding && encoding.written;
  };
  const names = schema.operands.map((o) => `$${o.name}`);
  const results = names.filter((_, i) => written(i)).join(", ");
  const operands = names.filter((_, i) => !written(i)).join(", ");
  return `${results === "" ? "" : `${results} = `}$op${operands === "" ? "" : ` ${operands}`}`;
}

/**
 * The first form that matches the mnemonic and contains only operands that the op has, since some ops changed over the
 * years.
 */
function makeForm(schema: OpSchema): readonly FormPart[] {
  // `$first` is the string operand of trace and print, whose names differed.
  const indexOf = (name: string): number =>
    name === "first" ? 0 : schema.operands.findIndex((operand) => operand.name === name);
  const fits = ([pattern, form]: readonly [RegExp, string]): boolean =>
    pattern.test(schema.mnemonic) && namesIn(form).every((name) => indexOf(name) >= 0);
  return parseForm(forms.find(fits)?.[1] ?? plainForm(schema), indexOf);
}

const made = new WeakMap<OpSchema, readonly FormPart[]>();

/** The spelling of an op. */
export function formOf(schema: OpSchema): readonly FormPart[] {
  let form = made.get(schema);
  if (!form) made.set(schema, (form = makeForm(schema)));
  return form;
}

const fixedRefs = new Set([
  "list",
  "source_buffer",
  "target_buffer",
  "buffer",
  "lhs_buffer",
  "rhs_buffer",
  "lhs",
  "rhs",
]);

/** Whether the disassembly shows the move bit of a ref operand: HEAD does if the op can take ownership. */
export function showsMove({ mnemonic }: OpSchema, operand: string): boolean {
  return !fixedRefs.has(operand) && mnemonic !== "cmp.nz.ref" && mnemonic !== "const.ref.zero";
}
