/** What mlir::acc's ops demand by their types and attributes: clauses by the types of devices, and data clauses. */
import { known, refuse, refuseBare } from "../fault";
import type { AttrView } from "../entryView";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { hasClause, typesOf } from "./clauses";

/** The devices that an attribute lists; none if the op does not have it. */
const devices = (op: OpView, property: string): readonly string[] =>
  op.attribute(property)?.list.map(({ word }: AttrView) => word) ?? [];

/** Each operand of a clause has a device. @param word the clause in messages */
function perDevice(op: OpView, clause: string, word: string, property = `${clause}DeviceType`): void {
  const count = typesOf(op, clause).length;
  const words = `${word} operands count must match ${word} device_type count`;
  refuse(count > 0 && known(op.attribute(property)).list.length !== count, words);
}

/** Each segment of a clause's operands has a device. @param most operands of a segment; 0: any number */
function perSegment(op: OpView, clause: string, word: string, prefix = clause, most = 0): void {
  const [count, types] = [typesOf(op, clause).length, op.attribute(`${prefix}DeviceType`)?.list];
  const segments = op.has(`${prefix}Segments`) ? op.integers(`${prefix}Segments`) : [];
  const isLong = most > 0 && segments.some((size) => size > most);
  refuse(isLong, `${word} expects a maximum of ${most} values per segment`);
  const sum = segments.reduce((all, size) => all + size, 0);
  refuse(sum !== count || (!types && count > 0), `${word} operand count does not match count in segments`);
  const isEqual = types === undefined || types.length === segments.length;
  refuse(!isEqual, `${word} segment count does not match device_type count`);
}

const waits = (op: OpView): void => {
  perSegment(op, "wait", "wait", "waitOperands");
};
const asyncs = (op: OpView): void => {
  perDevice(op, "async", "async", "asyncOperandsDeviceType");
};

/** A clause with operands is not there without, for one device. */
const conflicts: OpCheck = (op) => {
  for (const [operands, alone, words] of [
    ["asyncOperandsDeviceType", "asyncOnly", "asyncOnly attribute cannot appear with asyncOperand"],
    ["waitOperandsDeviceType", "waitOnly", "wait attribute cannot appear with waitOperands"],
  ] as const) {
    const both = devices(op, operands).filter((device) => devices(op, alone).includes(device));
    refuseBare(both.length > 0, words);
  }
};

const kernels: OpCheck = (op) => {
  if (op.name !== "acc.serial") perSegment(op, "numGangs", "num_gangs", "numGangs", 3);
  waits(op);
  if (op.name !== "acc.serial") {
    perDevice(op, "numWorkers", "num_workers");
    perDevice(op, "vectorLength", "vector_length");
  }
  asyncs(op);
  conflicts(op);
};

/** The same for data that is entered, left and awaited. @param words if there is no data */
const transfer =
  (words?: string): OpCheck =>
  (op) => {
    if (words !== undefined) refuseBare(!hasClause(op, "data"), words);
    const asynchronous = "async attribute cannot appear with asyncOperand";
    refuseBare(hasClause(op, "async") && op.has("async"), asynchronous);
    const isBoth = hasClause(op, "wait") && op.has("wait");
    refuseBare(isBoth, "wait attribute cannot appear with waitOperands");
    const isAlone = hasClause(op, "waitDevnum") && !hasClause(op, "wait");
    refuseBare(isAlone, "wait_devnum cannot appear without waitOperands");
  };

const EMPTY = "at least one operand must be present in dataOperands on the";

/** Lists of devices have none twice. */
const once = (op: OpView, property: string): void => {
  const list = devices(op, property);
  const twice = list.find((device, i) => list.indexOf(device) < i);
  refuse(twice !== undefined, `duplicate device_type \`${twice ?? ""}\` found in ${property} attribute`);
};

const loop: OpCheck = (op) => {
  const [lower, upper, step] = ["lowerbound", "upperbound", "step"].map((clause) => typesOf(op, clause).length);
  const words = "number of upperbounds expected to be the same as number of";
  refuseBare(upper !== step, `${words} steps`);
  refuseBare(upper !== lower, `${words} lowerbounds`);
  once(op, "collapseDeviceType");
  once(op, "gang");
  perSegment(op, "gang", "gang", "gangOperands");
  for (const clause of ["worker", "vector"] as const) {
    once(op, clause);
    const operands = clause === "worker" ? "workerNum" : "vector";
    once(op, `${operands}OperandsDeviceType`);
    perDevice(op, operands, clause, `${operands}OperandsDeviceType`);
  }
  perSegment(op, "tile", "tile", "tileOperands");
  ways(op);
};

/** How a loop is run: by `seq`, `independent` or `auto`, and without gangs, workers and vectors if by `seq`. */
function ways(op: OpView): void {
  const all = ["auto_", "independent", "seq"].flatMap((way) => devices(op, way));
  const isTwice = new Set(all).size < all.length;
  refuseBare(isTwice, "only one of auto, independent, seq can be present at the same time");
  refuseBare(!all.includes("none"), "at least one of auto, independent, seq must be present");
  const parallel = ["gang", "worker", "vector", "gangOperands", "workerNumOperands", "vectorOperands"];
  const used = parallel.flatMap((name) => devices(op, name.endsWith("Operands") ? `${name}DeviceType` : name));
  const isBoth = devices(op, "seq").some((device) => used.includes(device));
  refuseBare(isBoth, "gang, worker or vector cannot appear with seq");
  const isUnstructured = op.has("unstructured") && hasClause(op, "lowerbound");
  refuseBare(isUnstructured, "unstructured acc.loop must not have induction variables");
}

const routine: OpCheck = (op) => {
  const levels = (device: string): number =>
    [["gang", "gangDimDeviceType"], ["worker"], ["vector"], ["seq"]].filter((names) =>
      names.some((name) => devices(op, name).includes(device)),
    ).length;
  const words = "only one of `gang`, `worker`, `vector`, `seq` can be present at the same time";
  const base = levels("none");
  refuseBare(base > 1, words);
  const used = ["gang", "gangDimDeviceType", "worker", "vector", "seq"].flatMap((name) => devices(op, name));
  for (const device of used) {
    if (device === "none") continue;
    const found = levels(device);
    refuseBare(found > 1 || base + found > 1, `${words} for device_type \`${device}\``);
  }
};

const ANY = "zero always capture";

/** By the ops of data: the clauses that they stand for, the name in messages, and the modifiers that they may have. */
const DATA: Readonly<Record<string, readonly [clauses: string, name?: string, modifiers?: string]>> = {
  attach: ["attach"],
  cache: ["cache cache_readonly", "cache+", "readonly"],
  copyin: ["copyin copyin_readonly copy reduction", "copyin+", "readonly always capture"],
  copyout: ["copyout copyout_zero copy reduction", "copyout+", ANY],
  create: ["create create_zero copyout copyout_zero", "create+", ANY],
  declare_device_resident: ["declare_device_resident", "device_resident"],
  declare_link: ["declare_link", "link"],
  delete: [
    "delete create create_zero copyin copyin_readonly present no_create declare_device_resident declare_link",
    "delete+",
    `readonly ${ANY}`,
  ],
  detach: ["detach attach", "detach+"],
  deviceptr: ["deviceptr"],
  firstprivate: ["firstprivate"],
  firstprivate_map: ["firstprivate", "firstprivate"],
  nocreate: ["no_create", "no_create"],
  present: ["present"],
  private: ["private"],
  reduction: ["reduction"],
  update_device: ["update_device", "device+"],
  update_host: ["update_host update_self", "host+"],
  use_device: ["use_device", "use_device+"],
};

const data =
  (op: string, clauses: string, name = op, modifiers = ""): OpCheck =>
  (view) => {
    const words = `data clause associated with ${name.replace("+", "")} operation must match its intent`;
    const clause = (view.attribute("dataClause")?.word ?? "").replace(/^acc_/, "");
    const mayBeOther = op === "copyin" && view.attribute("implicit")?.text === "true";
    const isMeant = clause === "" || mayBeOther || clauses.split(" ").includes(clause);
    const other = name.endsWith("+") ? " or specify original clause this operation was decomposed from" : "";
    refuseBare(!isMeant, words + other);
    variable(view, op);
    checkModifiers(view, modifiers.split(" "));
  };

/** The variable of an op of data has the type that the device's has, which is not the type of what it points to. */
function variable(op: OpView, name: string): void {
  if (!op.has("varType")) return;
  const first = op.operand(0);
  const pointer = name.startsWith("copyout") || name === "update_host" ? op.operand(1) : first;
  const isPointer = pointer.kind === "memref" || pointer.text.startsWith("!llvm.ptr");
  const isSame = known(op.attribute("varType")).type.isSame(pointer);
  refuseBare(isPointer && isSame, "varType must capture the element type of var");
  if (/^(?:first)?private|^reduction/.test(name)) return;
  const device = pointer === first ? op.result() : first;
  refuseBare(!pointer.isSame(device), "input and output types must match");
}

function checkModifiers(op: OpView, allowed: readonly string[]): void {
  const found = (op.attribute("modifiers")?.word ?? "none").split(",").map((word) => word.trim());
  const wrong = found.filter(
    (word) => word !== "none" && !allowed.includes(word.replace(/^always(?:in|out)$/, "always")),
  );
  if (wrong.length === 0) return;
  const isAny = allowed.join("") !== "";
  refuseBare(!isAny, "no data clause modifiers are allowed");
  refuseBare(true, `invalid data clause modifiers: ${wrong.join(",")}`);
}

/** By the names of ops. */
export const ACC: OpChecks = {
  ...Object.fromEntries(Object.entries(DATA).map(([name, rule]) => [`acc.${name}`, data(name, ...rule)])),
  "acc.atomic.write": (op) => {
    const [address, value] = [op.operand(0), op.operand(1)];
    if (address.kind !== "memref") return;
    refuseBare(!address.element.isSame(value), "address must dereference to value type");
  },
  "acc.bounds": (op) => {
    const isEmpty = op.group(1).length + op.group(2).length === 0;
    refuseBare(isEmpty, "expected extent or upperbound.");
  },
  "acc.data": (op) => {
    const words = "at least one operand or the default attribute must appear on the data operation";
    refuseBare(op.operands.length === 0 && !op.has("defaultAttr"), words);
    conflicts(op);
  },
  "acc.enter_data": transfer(`${EMPTY} enter data operation`),
  "acc.exit_data": transfer(`${EMPTY} exit data operation`),
  "acc.host_data": (op) => {
    refuseBare(!hasClause(op, "data"), "at least one operand must appear on the host_data operation");
  },
  "acc.kernels": kernels,
  "acc.loop": loop,
  "acc.parallel": kernels,
  "acc.routine": routine,
  "acc.serial": kernels,
  "acc.set": (op) => {
    const words = "at least one default_async, device_num, or device_type operand must appear";
    refuse(!op.has("device_type") && !hasClause(op, "defaultAsync") && !hasClause(op, "deviceNum"), words);
  },
  "acc.update": (op) => {
    refuseBare(!hasClause(op, "data"), "at least one value must be present in dataOperands");
    asyncs(op);
    waits(op);
    conflicts(op);
  },
  "acc.wait": transfer(),
};
