/** What mlir::omp's ops demand by their types and attributes: the lists of clauses, hints and orders of memory. */
import { known, refuse, refuseBare } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { hasClause, typesOf } from "./clauses";
import { all } from "./combined";
import { isPowerOf2 } from "../../../../kit/numbers";

const allocations: OpCheck = (op) => {
  const words = "expected equal sizes for allocate and allocator variables";
  refuseBare(typesOf(op, "allocate").length !== typesOf(op, "allocator").length, words);
};

const length = (op: OpView, property: string): number | undefined => op.attribute(property)?.list.length;

/** Each variable of a reduction has a symbol. */
const reductions =
  (clause: string): OpCheck =>
  (op) => {
    const [count, symbols] = [typesOf(op, clause).length, length(op, `${clause}_syms`)];
    const words = "expected as many reduction symbol references as reduction variables";
    refuse(count > 0 && symbols !== count, words);
    refuse(count === 0 && symbols !== undefined, "unexpected reduction symbol references");
    const byReference = op.attribute(`${clause}_byref`)?.integers.length ?? count;
    const equal = "expected as many reduction variable by reference attributes as reduction variables";
    refuseBare(count > 0 && byReference !== count, equal);
  };

const depends: OpCheck = (op) => {
  const [count, kinds] = [typesOf(op, "depend").length, length(op, "depend_kinds") ?? 0];
  refuse(count > 0 && kinds !== count, "expected as many depend values as depend variables");
  refuse(kinds > count, "unexpected depend values");
};

const privates: OpCheck = (op) => {
  const [count, symbols] = [typesOf(op, "private").length, length(op, "private_syms") ?? 0];
  const words = "inconsistent number of private variables and privatizer op symbols";
  refuseBare(count !== symbols, `${words}, private vars: ${count} vs. privatizer op symbols: ${symbols}`);
};

const hint: OpCheck = (op) => {
  if (!op.has("hint")) return;
  const bits = op.integer("hint");
  const both = (low: number): boolean => ((bits >> low) & 3) === 3;
  refuse(both(0), "the hints omp_sync_hint_uncontended and omp_sync_hint_contended cannot be combined");
  refuse(both(2), "the hints omp_sync_hint_nonspeculative and omp_sync_hint_speculative cannot be combined.");
};

/** An access does not order memory as `other` does. */
const ordered =
  (access: string, other: string): OpCheck =>
  (op) => {
    const isWrong = ["acq_rel", other].includes(op.word("memory_order"));
    refuseBare(isWrong, `memory-order must not be acq_rel or ${other} for atomic ${access}s`);
    hint(op);
  };

const aligned: OpCheck = (op) => {
  const [count, alignments] = [typesOf(op, "aligned").length, op.attribute("alignments")?.list];
  refuse(count > 0 && alignments?.length !== count, "expected as many alignment values as aligned variables");
  refuse(count === 0 && alignments !== undefined, "unexpected alignment values attribute");
  refuse(alignments?.some(({ integer }) => integer <= 0) === true, "alignment should be greater than 0");
};

const simd: OpCheck = (op) => {
  const words = "simdlen clause and safelen clause are both present, but the simdlen value is not less than or equal";
  const isBoth = op.has("simdlen") && op.has("safelen");
  refuse(isBoth && op.integer("simdlen") > op.integer("safelen"), `${words} to safelen value`);
  aligned(op);
};

const taskloop: OpCheck = (op) => {
  allocations(op);
  for (const clause of ["reduction", "in_reduction"]) reductions(clause)(op);
  const words = "if a reduction clause is present on the taskloop directive, the nogroup clause must not be specified";
  refuseBare(hasClause(op, "reduction") && op.has("nogroup"), words);
  const exclusive = "the grainsize clause and num_tasks clause are mutually exclusive and may not appear on the same";
  refuseBare(hasClause(op, "grainsize") && hasClause(op, "num_tasks"), `${exclusive} taskloop directive`);
};

/** By the names of ops. */
export const OMP: OpChecks = {
  "omp.allocate_dir": (op) => {
    const align = op.has("align") ? op.integer("align") : 1;
    refuseBare(align > 0 && !isPowerOf2(align), `ALIGN value : ${align} must be power of 2`);
  },
  "omp.atomic.capture": hint,
  "omp.atomic.read": ordered("read", "release"),
  "omp.atomic.update": ordered("update", "acquire"),
  "omp.atomic.write": all(
    (op) => {
      const [address, value] = [op.operand(0), op.operand(1)];
      if (address.kind !== "memref") return;
      refuseBare(!address.element.isSame(value), "address must dereference to value type");
    },
    ordered("write", "acquire"),
  ),
  "omp.critical.declare": hint,
  "omp.distribute": all((op) => {
    const isAlone = hasClause(op, "dist_schedule_chunk_size") && !op.has("dist_schedule_static");
    refuse(isAlone, "chunk size set without dist_schedule_static being present");
  }, allocations),
  "omp.loop": reductions("reduction"),
  "omp.parallel": all(allocations, privates, reductions("reduction")),
  "omp.sections": all(allocations, reductions("reduction")),
  "omp.simd": simd,
  "omp.single": all(allocations, (op) => {
    const [count, symbols] = [typesOf(op, "copyprivate").length, length(op, "copyprivate_syms") ?? 0];
    const numbers = `(= ${count}) and functions (= ${symbols}), both must be equal`;
    refuse(count !== symbols, `inconsistent number of copyprivate vars ${numbers}`);
  }),
  "omp.target": depends,
  "omp.target_data": (op) => {
    const words = "At least one of map, use_device_ptr_vars, or use_device_addr_vars operand must be present";
    const isEmpty = !["map", "use_device_ptr", "use_device_addr"].some((clause) => hasClause(op, clause));
    refuseBare(isEmpty && !(op.release >= 23 && hasClause(op, "map_iterated")), words);
  },
  "omp.target_enter_data": depends,
  "omp.target_exit_data": depends,
  "omp.target_update": depends,
  "omp.task": all(depends, reductions("in_reduction")),
  "omp.taskgroup": reductions("task_reduction"),
  "omp.taskloop": taskloop,
  "omp.teams": all(allocations, reductions("reduction")),
  "omp.tile": (op) => {
    const [generated, applied, sizes] = ["generatees", "applyees", "sizes"].map((clause) => typesOf(op, clause).length);
    refuse(applied === 0, "must apply to at least one loop");
    refuse(sizes !== applied, "there must be one tile size for each applyee");
    const isDouble = generated === 0 || generated === 2 * known(sizes);
    refuse(!isDouble, "expecting two times the number of generatees than applyees");
  },
  "omp.wsloop": reductions("reduction"),
};
