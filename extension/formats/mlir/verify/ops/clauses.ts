/** The clauses of directives: the lists of operands by their names in the definitions of mlir::omp's and mlir::acc's ops. */
import type { NestedOp } from "../nestedOp";
import { unknown } from "../fault";
import type { TypeView } from "../entryView";
import type { OpView } from "../opView";

const DATA = "var varPtrPtr bounds async";
const COMPUTE = "async wait numGangs numWorkers vectorLength if self reduction private firstprivate data";
const ENTER = "if async waitDevnum wait data";

/** The names in order; `+` before those that are there since MLIR 23. */
const CLAUSES: Readonly<Record<string, string>> = {
  "acc.data": "if async wait data",
  "acc.declare": "data",
  "acc.declare_enter": "data",
  "acc.declare_exit": "token data",
  "acc.enter_data": ENTER,
  "acc.exit_data": ENTER,
  "acc.firstprivate": DATA,
  "acc.host_data": "if data",
  "acc.kernels": COMPUTE,
  "acc.loop": "lowerbound upperbound step gang workerNum vector tile cache private firstprivate reduction",
  "acc.parallel": COMPUTE,
  "acc.private": DATA,
  "acc.reduction": DATA,
  "acc.serial": "async wait if self reduction private firstprivate data",
  "acc.set": "defaultAsync deviceNum if",
  "acc.update": "if async wait data",
  "acc.wait": "wait async waitDevnum if",
  "omp.declare_mapper.info": "map +map_iterated",
  "omp.distribute": "allocate allocator dist_schedule_chunk_size private",
  "omp.loop": "private reduction",
  "omp.parallel": "allocate allocator if num_threads private reduction",
  "omp.scan": "inclusive exclusive",
  "omp.sections": "allocate allocator private reduction",
  "omp.simd": "aligned if linear linear_step nontemporal private reduction",
  "omp.single": "allocate allocator copyprivate private",
  "omp.target":
    "allocate allocator depend +depend_iterated device +dyn_groupprivate_size has_device_addr host_eval if in_reduction is_device_ptr map +map_iterated private thread_limit",
  "omp.target_data": "device if map +map_iterated use_device_addr use_device_ptr",
  "omp.target_enter_data": "depend +depend_iterated device if map +map_iterated",
  "omp.target_exit_data": "depend +depend_iterated device if map +map_iterated",
  "omp.target_update": "depend +depend_iterated device if map +map_iterated",
  "omp.task":
    "+iterated +affinity allocate allocator depend +depend_iterated final if in_reduction priority private event_handle",
  "omp.taskgroup": "allocate allocator task_reduction",
  "omp.taskloop": "allocate allocator final grainsize if in_reduction num_tasks priority private reduction",
  "omp.teams":
    "allocate allocator +dyn_groupprivate_size if num_teams_lower num_teams_upper private reduction thread_limit",
  "omp.tile": "generatees applyees sizes",
  "omp.wsloop": "allocate allocator linear linear_step private reduction schedule_chunk",
};

/** The clauses of an op in the order of its definition; undefined if the op has none. */
export const clausesOf = (name: string, release: number): readonly string[] | undefined =>
  CLAUSES[name]
    ?.split(" ")
    .filter((clause) => release >= 23 || !clause.startsWith("+"))
    .map((clause) => clause.replace("+", ""));

/** The place of a clause in the op's definition; unknown if it has no such clause. */
function placeOf(op: OpView, clause: string): number {
  const place = clausesOf(op.name, op.release)?.indexOf(clause) ?? -1;
  return place < 0 ? unknown() : place;
}

/** The types of a clause's operands. */
export const typesOf = (op: OpView, clause: string): readonly TypeView[] => op.group(placeOf(op, clause));

/** Whether a clause has operands. */
export const hasClause = (op: OpView, clause: string): boolean => typesOf(op, clause).length > 0;

/** The first operand of a clause, and the one after its last. */
export const rangeOf = (op: OpView, clause: string): readonly [start: number, end: number] =>
  op.range(placeOf(op, clause));

/** The numbers of a clause's operands among the values. */
export const valuesOf = (op: NestedOp, clause: string): readonly number[] => [
  ...op.place.values.subarray(...rangeOf(op, clause)),
];

/** Whether an operand is there twice. */
export const isTwice = (values: readonly number[]): boolean => {
  const known = values.filter((value) => value >= 0);
  return new Set(known).size < known.length;
};
