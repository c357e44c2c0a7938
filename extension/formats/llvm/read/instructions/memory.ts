/** Reads loads, stores, allocas and atomics. */
import { isSized } from "../../ir/containedTypes";
import type { Atomicity, Instruction } from "../../ir/function";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { ADDRESS_SPACES } from "../../ir/types";
import { ORDERINGS, RMW_ELEMENTWISE, RMW_OPERATIONS, rmwSince } from "../../operations";
import type { InstructionContext, InstructionReader } from "./context";
import { makeAggregate, makeAlloca, makeLoad, makeRare, makeStore } from "./make";

const INALLOCA = 32;
const EXPLICIT_TYPE = 64;
const SWIFT_ERROR = 128;
/** The first release in which atomic loads and stores say whether each element of a vector is accessed by itself. */
const ELEMENTWISE: Release = 24;
/** The first release that takes the alignment of a cmpxchg or an atomicrmw. */
const ALIGNED_UPDATES: Release = 13;
/** The first release that takes the address space of an alloca. */
const ALLOCA_SPACE: Release = 15;

const [MONOTONIC, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST] = ["monotonic", "acquire", "release", "acq_rel", "seq_cst"].map(
  (name) => ORDERINGS.indexOf(name),
) as [number, number, number, number, number];
/** The orderings that atomic accesses may have (LangRef, "Atomic Memory Ordering Constraints"). */
const UNORDERED = ORDERINGS.indexOf("unordered");
const LOAD_ORDERINGS: ReadonlySet<number> = new Set([UNORDERED, MONOTONIC, ACQUIRE, SEQ_CST]);
const STORE_ORDERINGS: ReadonlySet<number> = new Set([UNORDERED, MONOTONIC, RELEASE, SEQ_CST]);
const FAILURE_ORDERINGS: ReadonlySet<number> = new Set([MONOTONIC, ACQUIRE, SEQ_CST]);
/** The system scope's name; a scope that the file does not list is the system's, as in the reference. */
const SYSTEM_SCOPE = "";

/**
 * [type, size's type, size (absolute), flags, address space]; the alignment is in bits 0 to 4 and 8 to 10 of the flags.
 */
function readAlloca(c: InstructionContext): Instruction {
  const statedType = c.typeOperand();
  // Up to LLVM 2.7 the size was always an i32 and had no type operand.
  const stated = c.left > 2 || c.tables.relative ? c.looseType() : c.tables.interner.i32;
  const id = c.raw();
  const sizeType = stated ?? c.tables.values.typeOf(id) ?? c.fail("Invalid record: no such type", "bad-type");
  if (sizeType.kind !== "integer") c.fail("alloca element count must have integer type", "bad-type");
  const size = c.typed(id, sizeType);
  const flags = c.raw();
  const explicit = (flags & EXPLICIT_TYPE) !== 0;
  const allocatedType = explicit ? statedType : c.pointeeOf(statedType);
  const oldSpace = !explicit && statedType.kind === "pointer" ? statedType.addressSpace : c.tables.allocaAddressSpace;
  const addressSpace = c.left > 0 ? c.optional(ALLOCA_SPACE) % ADDRESS_SPACES : oldSpace;
  const stored = (flags & 31) | (((flags >>> 8) & 7) << 5);
  const alignment = c.bytes(stored) || naturalAlignment(c, "alloca", allocatedType);
  const text = words(flags & INALLOCA ? "inalloca" : "", flags & SWIFT_ERROR ? "swifterror" : "");
  const type = c.pointerTo(allocatedType, addressSpace);
  return makeAlloca(c, type, size, text, { allocatedType, alignment, addressSpace });
}

/**
 * The alignment in bytes of an access whose record states none; 0 if the release adds none.
 * @throws {RecordFault} if the release needs the size of a type that has none
 */
function naturalAlignment(c: InstructionContext, opcode: "alloca" | "load" | "store", type: Type): number {
  const alignment = c.tables.naturalAlignment(type, opcode === "alloca" ? "preferred" : "abi");
  if (alignment !== 0 && !isSized(type)) c.fail(`${opcode} of unsized type`, "bad-type");
  return alignment;
}

function volatileText(c: InstructionContext): string {
  return c.flag() ? "volatile" : "";
}

function elementwiseText(c: InstructionContext): string {
  return c.optional(ELEMENTWISE) === 0 ? "" : "elementwise";
}

function atomicity(c: InstructionContext): Atomicity {
  const ordering = orderingOf(c.raw());
  return { ordering, scope: c.tables.syncScopes[c.raw()] ?? SYSTEM_SCOPE };
}
/** An ordering by its code; the reference takes a code that it does not know for the strongest one. */
function orderingOf(code: number): number {
  return code < ORDERINGS.length ? code : SEQ_CST;
}
/** The ordering and scope of an atomic load or store, which also needs an alignment. */
function accessAtomicity(c: InstructionContext, allowed: ReadonlySet<number>, alignment: number): Atomicity {
  const atomic = atomicity(c);
  if (!allowed.has(atomic.ordering)) c.fail("Invalid record: no ordering for this access", "bad-value");
  if (alignment === 0) c.fail("Alignment missing from atomic access", "bad-value");
  return atomic;
}

/** Two words separated by a blank; empty ones are left out. */
function words(first: string, second: string): string {
  return first === "" ? second : second === "" ? first : `${first} ${second}`;
}

const POINTEE_MISMATCH = "load/store type does not match pointee type of pointer operand";

/** Types of which no value can be in memory (PointerType::isLoadableOrStorableType). */
const NOT_IN_MEMORY: ReadonlySet<Type["kind"]> = new Set(["void", "label", "metadata", "token", "x86_amx", "function"]);
function checkInMemory(c: InstructionContext, type: Type): void {
  if (NOT_IN_MEMORY.has(type.kind)) c.fail("Cannot load/store from pointer", "bad-type");
}

/** LOAD [V, type, align, volatile]; before explicit types [V, align, volatile]; LOADATOMIC adds ordering and scope. */
function readLoad(c: InstructionContext, isAtomic: boolean): Instruction {
  const pointer = c.value();
  const pointerType = c.type;
  const type = c.left > (isAtomic ? 4 : 2) ? c.typeOperand() : c.pointeeOf(pointerType, pointer);
  if (pointerType.kind !== "pointer") c.fail("Load operand is not a pointer type", "bad-type");
  c.checkPointee(pointerType, type, POINTEE_MISMATCH);
  checkInMemory(c, type);
  const stated = c.alignment();
  const alignment = stated || naturalAlignment(c, "load", type);
  const isVolatile = volatileText(c);
  const atomic = isAtomic ? accessAtomicity(c, LOAD_ORDERINGS, stated) : undefined;
  const flags = words(isVolatile, isAtomic ? elementwiseText(c) : "");
  return makeLoad(c, type, pointer, flags, alignment, atomic);
}

/** STORE of LLVM 2.0 to 2.3: [V value, v pointer, align, volatile]. */
function readOldStore(c: InstructionContext): Instruction {
  const value = c.value();
  const pointer = c.known(c.tables.interner.pointer(c.type, 0));
  const alignment = c.alignment();
  const flags = volatileText(c);
  return makeStore(c, [value, pointer], flags, alignment, undefined);
}

/**
 * STORE [V, V, align, volatile]; STOREATOMIC adds ordering and scope.
 * @param isTyped whether the pointer tells the value's type, as in the old records
 */
function readStore(c: InstructionContext, isAtomic: boolean, isTyped = false): Instruction {
  const pointer = c.value();
  const pointerType = c.type;
  if (pointerType.kind !== "pointer") c.fail("Store operand is not a pointer type", "bad-type");
  const value = isTyped ? c.known(c.pointeeOf(pointerType)) : c.value();
  const valueType = isTyped ? c.pointeeOf(pointerType) : c.type;
  if (!isTyped) c.checkPointee(pointerType, valueType, POINTEE_MISMATCH);
  checkInMemory(c, valueType);
  const stated = c.alignment();
  const alignment = stated || naturalAlignment(c, "store", valueType);
  const isVolatile = volatileText(c);
  const atomic = isAtomic ? accessAtomicity(c, STORE_ORDERINGS, stated) : undefined;
  const flags = words(isVolatile, isAtomic ? elementwiseText(c) : "");
  return makeStore(c, [value, pointer], flags, alignment, atomic);
}

/**
 * [V pointer, V compare, v new, volatile, success, scope, failure, weak, align].
 * @param isTyped whether the pointer tells the values' type, as in the old record
 */
function readCompareExchange(c: InstructionContext, isTyped = false): Instruction {
  const pointer = c.value();
  if (c.type.kind !== "pointer") c.fail("Cmpxchg operand is not a pointer type", "bad-type");
  const oldType = isTyped ? c.pointeeOf(c.type) : undefined;
  const compare = oldType ? c.known(oldType) : c.value();
  const type: Type = oldType ?? c.type;
  checkInMemory(c, type);
  const exchange = c.known(type);
  const isVolatile = c.flag();
  const atomic = atomicity(c);
  if (atomic.ordering < MONOTONIC) c.fail("Invalid cmpxchg success ordering", "bad-value");
  const returnsPair = c.left > 1;
  const failureOrdering = c.left > 0 ? orderingOf(c.raw()) : strongestFailure(atomic.ordering);
  const weak = c.left > 0 && c.flag();
  if (!FAILURE_ORDERINGS.has(failureOrdering)) c.fail("Invalid cmpxchg failure ordering", "bad-value");
  const alignment = c.alignment(ALIGNED_UPDATES) || c.tables.storeAlignment(type);
  const flags = words(weak ? "weak" : "", isVolatile ? "volatile" : "");
  const result = c.tables.interner.struct([type, c.tables.interner.i1], false);
  const operands = [pointer, compare, exchange];
  const fields = { alignment, atomic, failureOrdering };
  const exchanged = makeRare(c, "cmpxchg", "cmpxchg", result, operands, fields, flags);
  return returnsPair ? exchanged : loadedOf(c, exchanged, type);
}

/** Before `weak` existed, a cmpxchg returned only the loaded value: the reader extracts it from the pair. */
function loadedOf(c: InstructionContext, exchanged: Instruction, type: Type): Instruction {
  const pair = c.tables.values.pushExtra({ kind: "instruction" }, exchanged.type);
  c.before.push({ ...exchanged, id: pair });
  return makeAggregate(c, "extractvalue", type, [pair], [0]);
}

/** The strongest failure ordering for a success ordering (AtomicCmpXchgInst::getStrongestFailureOrdering). */
function strongestFailure(success: number): number {
  if (success === ACQ_REL) return ACQUIRE;
  return success === RELEASE ? MONOTONIC : success;
}

/**
 * [V pointer, V value, operation, volatile, ordering, scope, align].
 * @param isTyped whether the pointer tells the value's type, as in the old record
 */
function readReadModifyWrite(c: InstructionContext, isTyped = false): Instruction {
  const pointer = c.value();
  if (c.type.kind !== "pointer") c.fail("Invalid record: the operand is no pointer", "bad-type");
  const oldType = isTyped ? c.pointeeOf(c.type) : undefined;
  const value = oldType ? c.known(oldType) : c.value();
  const type = oldType ?? c.type;
  const code = c.raw();
  const known = RMW_OPERATIONS[code & ~RMW_ELEMENTWISE];
  const operation =
    known !== undefined && c.tables.isSince(rmwSince(code))
      ? known
      : c.fail("Invalid record: no such operation", "bad-value");
  const flags = words(volatileText(c), code & RMW_ELEMENTWISE ? "elementwise" : "");
  const atomic = atomicity(c);
  if (atomic.ordering < MONOTONIC) c.fail("Invalid record: no ordering for an atomicrmw", "bad-value");
  const alignment = c.alignment(ALIGNED_UPDATES) || c.tables.storeAlignment(type);
  const fields = { operation, alignment, atomic };
  return makeRare(c, "atomicrmw", "atomicrmw", type, [pointer, value], fields, flags);
}

function readFence(c: InstructionContext): Instruction {
  const atomic = atomicity(c);
  if (atomic.ordering <= MONOTONIC) c.fail("Invalid record: no ordering for a fence", "bad-value");
  return makeRare(c, "fence", "fence", c.tables.interner.void, [], { atomic });
}

/** Readers by the name of the record's code. */
export const MEMORY: Readonly<Record<string, InstructionReader>> = {
  INST_ALLOCA: readAlloca,
  INST_LOAD: (c) => readLoad(c, false),
  INST_LOADATOMIC: (c) => readLoad(c, true),
  INST_STORE_OLD2: readOldStore,
  INST_STORE_OLD: (c) => readStore(c, false, true),
  INST_STOREATOMIC_OLD: (c) => readStore(c, true, true),
  INST_STORE: (c) => readStore(c, false),
  INST_STOREATOMIC: (c) => readStore(c, true),
  INST_FENCE: readFence,
  INST_CMPXCHG_OLD: (c) => readCompareExchange(c, true),
  INST_CMPXCHG: (c) => readCompareExchange(c),
  INST_ATOMICRMW_OLD: (c) => readReadModifyWrite(c, true),
  INST_ATOMICRMW: (c) => readReadModifyWrite(c),
};
