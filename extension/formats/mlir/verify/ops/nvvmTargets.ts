/** Which processors mlir::NVVM's ops need, as the targets of the module around them tell (NVVMTargetAttr::verifyTarget). */
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

/** Ops of certain processors: those that sm_90a means, and those of whose families sm_100f is one. */
interface Special {
  readonly ops: readonly string[];
  readonly exact: readonly number[];
  /** Since 23. */
  readonly families?: readonly number[];
}
const TENSORS = "alloc dealloc relinquish_alloc_permit fence wait commit cp ld st";
const PRODUCTS = "mma mma.sp mma.block_scale mma.sp.block_scale mma.ws mma.ws.sp";
const SPECIAL: readonly Special[] = [
  { ops: names("convert.f32x4.to.f8x4 convert.f32x4.to.f6x4 convert.f32x4.to.f4x4"), exact: [100, 103] },
  {
    ops: names("fence commit.group.sync wait.group.sync", "nvvm.wgmma.").map((name) => `${name}.aligned`),
    exact: [90],
  },
  { ops: names(TENSORS, "nvvm.tcgen05."), exact: [100, 101], families: [100, 101, 110] },
  { ops: names(PRODUCTS, "nvvm.tcgen05."), exact: [100, 110], families: [100, 101, 110] },
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
const special = SPECIAL.flatMap(({ ops, exact, families = [] }) => {
  const inFamily = (version: number): boolean =>
    families.some((family) => Math.floor(version / 10) === Math.floor(family / 10) && version >= family);
  const check = onChips((version, letter, release) =>
    release < 23 || families.length === 0
      ? letter === "a" && exact.includes(version)
      : letter !== "" && inFamily(version),
  );
  return ops.map((name) => [name, check] as const);
});

/** Checks by the module around. */
export const NVVM_TARGETS: NestedChecks = Object.fromEntries([...least, ...special]);
