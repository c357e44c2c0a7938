/** Which processors mlir::NVVM's ops need, as the targets of the module around them tell (NVVMTargetAttr::verifyTarget). */
import type { Release } from "../../model/release";
import { refuse, unknown } from "../fault";
import type { NestedChecks, NestedOp } from "../nestedOp";

const names = (list: string, prefix = "nvvm."): readonly string[] => list.split(" ").map((name) => prefix + name);

/** Ops by the oldest processor that has them. */
const LEAST: Readonly<Record<number, readonly string[]>> = {
  30: names("shfl.sync"),
  75: names("movmatrix"),
  80: names("redux.sync"),
  90: [
    ...names("clusterid.x cluster.ctaid.x cluster.ctaid.y cluster.ctaid.z", "nvvm.read.ptx.sreg."),
    ...names("cluster.nctaid.x cluster.nctaid.y cluster.ctarank aggr.smem.size", "nvvm.read.ptx.sreg."),
    ...names("cluster.arrive.relaxed cluster.wait cp.async.bulk.wait_group mapa"),
    ...names("cp.async.bulk.tensor.shared.cluster.global"),
  ],
  100: names("clusterlaunchcontrol.try.cancel clusterlaunchcontrol.query.cancel"),
};

/** Ops of certain processors. */
interface Special {
  readonly ops: readonly string[];
  /** Those of architecture-specific names: 90 is sm_90a. */
  readonly exact?: readonly number[];
  /** Those whose families have the op too, from that number on: 100 is sm_100f, and sm_103a has it too. */
  readonly families?: readonly number[];
  /** The release from which that holds. */
  readonly since?: Release;
  /** What held before. */
  readonly before?: readonly number[];
}
const TENSORS = "alloc dealloc relinquish_alloc_permit fence wait commit cp ld st";
const PRODUCTS = "mma mma.sp mma.block_scale mma.sp.block_scale mma.ws mma.ws.sp";
const SPECIAL: readonly Special[] = [
  { ops: names("convert.f32x4.to.f8x4 convert.f32x4.to.f6x4 convert.f32x4.to.f4x4"), exact: [100, 103] },
  {
    ops: names("fence commit.group.sync wait.group.sync", "nvvm.wgmma.").map((name) => `${name}.aligned`),
    exact: [90],
  },
  { ops: names(TENSORS, "nvvm.tcgen05."), families: [100, 101, 110], since: 23, before: [100, 101] },
  { ops: names(PRODUCTS, "nvvm.tcgen05."), families: [100, 101, 110], since: 23, before: [100, 110] },
  { ops: ["nvvm.tcgen05.shift"], exact: [100, 101, 103, 110], since: 23, before: [100, 101, 103] },
  { ops: ["nvvm.tcgen05.ld.red"], exact: [101, 110], families: [101, 103, 110] },
  { ops: ["nvvm.tensormap.replace"], exact: [90, 103], families: [100, 101, 110, 120] },
];

/** The chips that a module is for, by their names: `sm_90a`. */
function chips(op: NestedOp): readonly string[] {
  const around = op.within("gpu.module") ?? unknown();
  const texts = around.attribute("targets")?.list.map(({ text }) => text) ?? [];
  return texts
    .filter((text) => text.startsWith("#nvvm.target") && !text.includes("verifyTarget = false"))
    .map((text) => /chip = "(sm_\d+[af]?)"/.exec(text)?.[1] ?? unknown());
}

/** @param fits whether a processor of that number, with that letter, has the op */
const onChips =
  (fits: (version: number, letter: string, release: number) => boolean) =>
  (op: NestedOp): void => {
    for (const chip of chips(op)) {
      const [, version, letter = ""] = /^sm_(\d+)(.?)$/.exec(chip) ?? unknown();
      refuse(!fits(Number(version), letter, op.release), `is not supported on ${chip}`);
    }
  };

const least = Object.entries(LEAST).flatMap(([number, ops]) => {
  const check = onChips((version) => version >= Number(number));
  return ops.map((name) => [name, check] as const);
});
const special = SPECIAL.flatMap(({ ops, exact = [], families = [], since, before = [] }) => {
  const inFamily = (version: number): boolean =>
    families.some((family) => Math.floor(version / 10) === Math.floor(family / 10) && version >= family);
  const check = onChips((version, letter, release) => {
    const isOld = since !== undefined && release < since;
    const isExact = letter === "a" && (isOld ? before : exact).includes(version);
    return isExact || (!isOld && letter !== "" && inFamily(version));
  });
  return ops.map((name) => [name, check] as const);
});

/** Checks by the module around. */
export const NVVM_TARGETS: NestedChecks = Object.fromEntries([...least, ...special]);
