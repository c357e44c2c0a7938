/** Replaces `!nvvm.annotations` by attributes and calling conventions. Source: upgradeSingleNVVMAnnotation. */
import type { AttributeList, AttributeSet } from "../ir/attributes";
import { NO_ATTRIBUTES } from "../ir/attributes";
import type { ValueId } from "../ir/ids";
import type { DeviceAnnotation } from "../ir/metadata";
import type { FunctionValue, Value } from "../ir/values";
import { Kind } from "../attributes/kinds";
import { AttributeBuilder, attributeOf } from "../attributes/set";

/** The number of the calling convention `ptx_kernel`. */
const PTX_KERNEL = 71;
/** Annotations that become one attribute of the function, by key. */
const PLAIN: Readonly<Record<string, string>> = {
  maxclusterrank: "nvvm.maxclusterrank",
  cluster_max_blocks: "nvvm.maxclusterrank",
  minctasm: "nvvm.minctasm",
  maxnreg: "nvvm.maxnreg",
};
/** Annotations per dimension, which become one attribute for all dimensions: `"nvvm.maxntid"="32,1,2"`. */
const DIMENSIONS: Readonly<Record<string, string>> = {
  maxntid: "nvvm.maxntid",
  reqntid: "nvvm.reqntid",
  cluster_dim_: "nvvm.cluster_dim",
};

/** What this needs from the module. */
interface Host {
  readonly values: { at(id: ValueId): Value | undefined };
  readonly fitted: { set(builder: AttributeBuilder): AttributeSet | undefined };
}

/** Changes the functions that annotations describe. */
export function applyDeviceAnnotations(host: Host, annotations: readonly DeviceAnnotation[]): void {
  for (const annotation of annotations) {
    const value = host.values.at(annotation.function);
    if (value?.kind === "function") apply(host, value, annotation);
  }
}

function apply(host: Host, global: FunctionValue, annotation: DeviceAnnotation): void {
  const [value = 0n] = annotation.values;
  if (annotation.key !== "kernel")
    Object.assign(global, { attributes: withAnnotation(host, global, annotation, value) });
  else if (value !== 0n) Object.assign(global, { callingConvention: PTX_KERNEL });
}

/** A function's attributes with an annotation added. */
function withAnnotation(
  host: Host,
  global: FunctionValue,
  { key, values }: DeviceAnnotation,
  value: bigint,
): AttributeList {
  const list = global.attributes ?? NO_ATTRIBUTES;
  const { functionSet } = list;
  if (key === "align") return aligned(host, global, list, value);
  if (key === "grid_constant") {
    const places = values.map((place) => Number(place) - 1).filter((place) => isParameter(global, place));
    const constant = (set: AttributeSet | undefined): AttributeSet | undefined =>
      withString(host, set, "nvvm.grid_constant");
    return { ...list, paramSets: places.reduce((sets, place) => changed(sets, place, constant), list.paramSets) };
  }
  const name = PLAIN[key];
  if (name !== undefined) return { ...list, functionSet: withString(host, functionSet, name, String(value)) };
  const dimension = DIMENSIONS[key.slice(0, -1)];
  if (dimension === undefined) return list;
  const text = dimensions(functionSet, dimension, "xyz".indexOf(key.slice(-1)), value);
  return { ...list, functionSet: withString(host, functionSet, dimension, text) };
}

function withString(host: Host, set: AttributeSet | undefined, key: string, value?: string): AttributeSet | undefined {
  const builder = new AttributeBuilder(set?.attributes);
  builder.add({ form: "string", key, value });
  return host.fitted.set(builder);
}

/** Adds `alignstack(N)` to the result (place 0) or a parameter: the place is in the bits above the 16 bits of N. */
function aligned(host: Host, global: FunctionValue, list: AttributeList, value: bigint): AttributeList {
  const place = Number(value >> 16n);
  const withNumber = (set: AttributeSet | undefined): AttributeSet | undefined => {
    const builder = new AttributeBuilder(set?.attributes);
    builder.number(Kind.alignstack, value & 0xffffn);
    return host.fitted.set(builder);
  };
  if (place === 0) return { ...list, returnSet: withNumber(list.returnSet) };
  // A file may contain any place; do not make an array for parameters that do not exist.
  return isParameter(global, place - 1) ? { ...list, paramSets: changed(list.paramSets, place - 1, withNumber) } : list;
}

type Sets = AttributeList["paramSets"];

/** The parameters' sets with one changed; missing ones before it are empty. */
function changed(sets: Sets, place: number, change: (set: AttributeSet | undefined) => AttributeSet | undefined): Sets {
  return Array.from({ length: Math.max(sets.length, place + 1) }, (_, i) => (i === place ? change(sets[i]) : sets[i]));
}

function isParameter({ valueType }: FunctionValue, at: number): boolean {
  return valueType.kind === "function" && at >= 0 && at < valueType.params.length;
}

/** The dimensions so far with one set; missing ones before it are 1. */
function dimensions(set: AttributeSet | undefined, name: string, at: number, value: bigint): string {
  const known = attributeOf(set, name);
  const parts = known?.form === "string" && known.value ? known.value.split(",").map((part) => part.trim()) : [];
  while (parts.length < at) parts.push("1");
  parts[at] = String(value);
  return parts.join(",");
}
