/** Attributes and calling conventions that take the place of `!nvvm.annotations`. Source: upgradeSingleNVVMAnnotation. */
import type { AttributeList, AttributeSet } from "../ir/attributes";
import type { ValueId } from "../ir/ids";
import type { DeviceAnnotation } from "../ir/metadata";
import type { FunctionValue, Value } from "../ir/values";
import { Kind } from "../attributes/kinds";
import { AttributeBuilder, attributeOf } from "../attributes/set";

/** Number of `ptx_kernel`. */
const PTX_KERNEL = 71;
/** Annotations that are an attribute of the function, by key. */
const PLAIN: Readonly<Record<string, string>> = {
  maxclusterrank: "nvvm.maxclusterrank",
  cluster_max_blocks: "nvvm.maxclusterrank",
  minctasm: "nvvm.minctasm",
  maxnreg: "nvvm.maxnreg",
};
/** Annotations of one dimension each, which an attribute has all of: `"nvvm.maxntid"="32,1,2"`. */
const DIMENSIONS: Readonly<Record<string, string>> = {
  maxntid: "nvvm.maxntid",
  reqntid: "nvvm.reqntid",
  cluster_dim_: "nvvm.cluster_dim",
};

const NOTHING: AttributeList = { functionSet: undefined, returnSet: undefined, paramSets: [] };

/** What it needs of the module. */
interface Host {
  readonly values: { at(id: ValueId): Value | undefined };
  readonly fitted: { set(builder: AttributeBuilder): AttributeSet | undefined };
}

/** Changes the functions that annotations speak of. */
export function applyDeviceAnnotations(host: Host, annotations: readonly DeviceAnnotation[]): void {
  for (const annotation of annotations) {
    const value = host.values.at(annotation.function);
    if (value?.kind === "function") apply(host, value, annotation);
  }
}

function apply(host: Host, global: FunctionValue, { key, values }: DeviceAnnotation): void {
  const [value = 0n] = values;
  const list = global.attributes ?? NOTHING;
  const change = (attributes: AttributeList): void => {
    Object.assign(global, { attributes });
  };
  const withString = (of: AttributeSet | undefined, name: string, text?: string): AttributeSet | undefined => {
    const builder = new AttributeBuilder(of?.attributes);
    builder.add({ form: "string", key: name, value: text });
    return host.fitted.set(builder);
  };
  const dimension = DIMENSIONS[key.slice(0, -1)];
  if (key === "kernel") {
    if (value !== 0n) Object.assign(global, { callingConvention: PTX_KERNEL });
  } else if (key === "align") change(aligned(host, list, Number(value >> 16n), value & 0xffffn));
  else if (key === "grid_constant") {
    const paramSets = [...list.paramSets];
    for (const place of values) {
      const at = Number(place) - 1;
      if (isParameter(global, at)) paramSets[at] = withString(paramSets[at], "nvvm.grid_constant");
    }
    change({ ...list, paramSets: Array.from(paramSets) });
  } else if (dimension !== undefined) {
    const at = "xyz".indexOf(key.slice(-1));
    const functionSet = withString(list.functionSet, dimension, dimensions(list.functionSet, dimension, at, value));
    change({ ...list, functionSet });
  } else {
    const name = PLAIN[key];
    if (name !== undefined) change({ ...list, functionSet: withString(list.functionSet, name, String(value)) });
  }
}

/** `alignstack(N)` of the result (place 0) or of a parameter. */
function aligned(host: Host, list: AttributeList, place: number, bytes: bigint): AttributeList {
  const withNumber = (of: AttributeSet | undefined): AttributeSet | undefined => {
    const builder = new AttributeBuilder(of?.attributes);
    builder.number(Kind.alignstack, bytes);
    return host.fitted.set(builder);
  };
  if (place === 0) return { ...list, returnSet: withNumber(list.returnSet) };
  const paramSets = [...list.paramSets];
  paramSets[place - 1] = withNumber(paramSets[place - 1]);
  return { ...list, paramSets: Array.from(paramSets) };
}

function isParameter({ valueType }: FunctionValue, at: number): boolean {
  return valueType.kind === "function" && at >= 0 && at < valueType.params.length;
}

/** The dimensions so far with one set; those in front of it that nothing has set are 1. */
function dimensions(set: AttributeSet | undefined, name: string, at: number, value: bigint): string {
  const known = attributeOf(set, name);
  const parts = known?.form === "string" && known.value ? known.value.split(",").map((part) => part.trim()) : [];
  while (parts.length < at) parts.push("1");
  parts[at] = String(value);
  return parts.join(",");
}
