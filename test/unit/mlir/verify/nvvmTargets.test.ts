/** Which ops of nvvm are accepted and refused on which processors. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import { NVVM_TARGETS } from "../../../../extension/formats/mlir/verify/ops/nvvmTargets";
import type { Sketch } from "../../../support/mlirOps";
import { placed } from "../../../support/mlirOps";
import type { Row, Rows } from "../../../support/mlirRows";
import { testRows } from "../../../support/mlirRows";

/** An op in a module for that processor. */
const on = (chip: string, more = ""): Sketch => {
  const targets = `[#nvvm.target<chip = "${chip}"${more}>]`;
  return { parent: placed("func.func", { parent: placed("gpu.module", { properties: { targets } }) }) };
};
/** Rows of an op: one that all its processors have, and none. */
const rows = (name: string): readonly Row[] => {
  const chip = name.includes("wgmma") ? "sm_90a" : name.endsWith("ld.red") ? "sm_101a" : "sm_100a";
  return [[on(chip)], [on("sm_20"), "is not supported on sm_20"]];
};
const all: Record<string, readonly Row[]> = Object.fromEntries(
  Object.keys(NVVM_TARGETS).map((name) => [name, rows(name)]),
);
const more: Rows = {
  "nvvm.redux.sync": [
    [on("sm_80")],
    [on("sm_75"), "is not supported on sm_75"],
    [on("sm_75", ", verifyTarget = false")],
    [{ parent: placed("gpu.module") }],
    [{ parent: placed("func.func") }, UNKNOWN],
    [{ parent: placed("gpu.module", { properties: { targets: "[#nvvm.target]" } }) }, UNKNOWN],
    [{ parent: placed("gpu.module", { properties: { targets: '[#rocdl.target<chip = "gfx90a">]' } }) }],
  ],
  "nvvm.wgmma.fence.aligned": [
    [on("sm_90"), "is not supported on sm_90"],
    [on("sm_100a"), "is not supported on sm_100a"],
  ],
  "nvvm.tcgen05.alloc": [
    [{ ...on("sm_103f"), release: 22 }, "is not supported on sm_103f"],
    [{ ...on("sm_103f"), release: 23 }],
    [{ ...on("sm_110a"), release: 23 }],
    [on("sm_100"), "is not supported on sm_100"],
    [on("sm_90a"), "is not supported on sm_90a"],
  ],
  "nvvm.tcgen05.shift": [
    [on("sm_103a")],
    [{ ...on("sm_110a"), release: 22 }, "is not supported on sm_110a"],
    [{ ...on("sm_110a"), release: 23 }],
    [on("sm_100f"), "is not supported on sm_100f"],
  ],
  "nvvm.tcgen05.ld.red": [[on("sm_103f")], [on("sm_100a"), "is not supported on sm_100a"]],
  "nvvm.tensormap.replace": [[on("sm_90a")], [on("sm_121f")], [on("sm_90"), "is not supported on sm_90"]],
};
for (const [name, list] of Object.entries(more)) all[name] = [...(all[name] ?? []), ...list];

describe("an op of certain processors", () => {
  testRows(NVVM_TARGETS, all);
});
