/** What MLIR's verifier refuses by the C++ of single ops of nvvm. */
import { NVVM } from "../../../../extension/formats/mlir/verify/ops/nvvm";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { bare, each, only, op, testOpRows } from "../../../support/mlirRows";

type Properties = NonNullable<Sketch["properties"]>;
const nvvm = (...names: readonly string[]): readonly string[] => names.map((name) => `nvvm.${name}`);
/** A case of an enum of the dialect. */
const is = (kind: string, word: string): string => `#nvvm.${kind}<${word}>`;
const lists = (signature: string, groups: readonly number[], properties: Properties = {}): Sketch =>
  op(signature, properties, { groups });
const [GENERIC, GLOBAL, SHARED, CLUSTER] = ["!llvm.ptr", "!llvm.ptr<1>", "!llvm.ptr<3>", "!llvm.ptr<7>"];
const repeat = (type: string, count: number): string => Array<string>(count).fill(type).join(", ");

const storing = (mode: string, count: number): Sketch =>
  lists(`${GENERIC}, ${SHARED}, ${repeat("i32", count)}`, [1, 1, count, 0, 0], { mode: is("tma_store_mode", mode) });
const reducing = (mode: string, count: number): Sketch =>
  lists(`${GENERIC}, ${SHARED}, ${repeat("i32", count)}`, [1, 1, count, 0], {
    mode: is("tma_store_mode", mode),
    redKind: is("tma_redux_kind", "add"),
  });
const prefetching = (mode: string, count: number, offsets = 0): Sketch =>
  lists(
    [GENERIC, ...Array<string>(count).fill("i32"), ...Array<string>(offsets).fill("i16")].join(", "),
    [1, count, offsets, 0],
    {
      mode: is("tma_load_mode", mode),
    },
  );
/** @param extra how many offsets, masks, hints and predicates */
const loading = (to: string, extra: readonly [number, number, number, number], properties: Properties = {}): Sketch =>
  lists(
    [
      to,
      GENERIC,
      "i32",
      "i32",
      "i32",
      SHARED,
      ...["i16", "i16", "i64", "i1"].flatMap((type, i) => Array<string>(extra[i] ?? 0).fill(type)),
    ].join(", "),
    [1, 1, 3, 1, ...extra],
    { mode: is("tma_load_mode", "tile"), isCTAOnly: "false", ...properties },
  );
const LOAD = "nvvm.cp.async.bulk.tensor.shared.cluster.global";
const COORDINATES = bare("expects coordinates between 1 to 5 dimension");
const MULTICAST = bare("Multicast is not supported with shared::cta mode.");
const CTA = { isCTAOnly: "true" };

const COPIES: readonly OpRow[] = [
  ["nvvm.cp.async.bulk.tensor.global.shared.cta", storing("tile", 3)],
  ["nvvm.cp.async.bulk.tensor.global.shared.cta", storing("tile_scatter4", 5)],
  ["nvvm.cp.async.bulk.tensor.global.shared.cta", storing("tile", 6), COORDINATES],
  [
    "nvvm.cp.async.bulk.tensor.global.shared.cta",
    storing("tile_scatter4", 3),
    bare("Scatter4 mode expects 5 coordinates"),
  ],
  [
    "nvvm.cp.async.bulk.tensor.global.shared.cta",
    storing("im2col", 2),
    bare("to use im2col mode, the tensor has to be at least 3-dimensional"),
  ],
  [
    "nvvm.cp.async.bulk.tensor.global.shared.cta",
    lists(`${GENERIC}, ${SHARED}, i32, i32, i32, i1`, [1, 1, 3, 0, 1], { mode: is("tma_store_mode", "im2col") }),
    bare("Inline-ptx lowering supported only for Tile mode."),
  ],
  [
    "nvvm.cp.async.bulk.tensor.global.shared.cta",
    lists(`${GENERIC}, ${SHARED}, i32, i64, i1`, [1, 1, 1, 1, 1], { mode: is("tma_store_mode", "tile") }),
    bare("Inline-ptx lowering unsupported with L2 cache-hint."),
  ],
  ["nvvm.cp.async.bulk.tensor.reduce", reducing("tile", 3)],
  ["nvvm.cp.async.bulk.tensor.reduce", reducing("tile", 6), COORDINATES],
  [
    "nvvm.cp.async.bulk.tensor.reduce",
    reducing("tile_scatter4", 5),
    bare("Scatter mode unsupported for CpAsyncBulkTensorReduceOp"),
  ],
  ["nvvm.cp.async.bulk.tensor.prefetch", prefetching("tile", 3)],
  ["nvvm.cp.async.bulk.tensor.prefetch", prefetching("im2col", 4, 2)],
  ["nvvm.cp.async.bulk.tensor.prefetch", prefetching("tile", 6), COORDINATES],
  ["nvvm.cp.async.bulk.tensor.prefetch", prefetching("tile_gather4", 3), bare("Gather4 mode expects 5 coordinates")],
  [
    "nvvm.cp.async.bulk.tensor.prefetch",
    prefetching("im2col", 2),
    bare("to use im2col mode, the tensor has to be at least 3-dimensional"),
  ],
  ["nvvm.cp.async.bulk.tensor.prefetch", prefetching("im2col", 4, 1), bare(" im2col offsets expected 2 (provided 1)")],
  [LOAD, loading(CLUSTER, [0, 0, 0, 0])],
  [LOAD, loading(SHARED, [0, 0, 0, 0], CTA)],
  [LOAD, loading(SHARED, [0, 0, 0, 0]), bare("Shared::cluster destination requires address-space 7.")],
  [LOAD, loading(CLUSTER, [0, 0, 0, 0], CTA), bare("Shared::cta destination requires address-space 3.")],
  [LOAD, loading(SHARED, [0, 0, 0, 1], CTA), bare("Predicate is supported only for shared::cluster mode.")],
  [
    LOAD,
    loading(CLUSTER, [2, 0, 0, 1], { mode: is("tma_load_mode", "im2col_w") }),
    bare("Predicate is supported only for Tile and Im2col modes."),
  ],
  [LOAD, loading(SHARED, [0, 1, 0, 0], CTA), MULTICAST],
  [
    LOAD,
    loading(SHARED, [0, 0, 0, 0], { ...CTA, group: is("cta_group", "cta_1") }),
    bare("CTAGroup is not supported with shared::cta mode."),
  ],
  ["nvvm.cp.async.bulk.shared.cluster.global", lists(`${CLUSTER}, ${GLOBAL}, ${SHARED}, i32, i16`, [1, 1, 1, 1, 1, 0])],
  [
    "nvvm.cp.async.bulk.shared.cluster.global",
    lists(`${SHARED}, ${GLOBAL}, ${SHARED}, i32, i16`, [1, 1, 1, 1, 1, 0]),
    MULTICAST,
  ],
  ...(
    [
      ["cg", 16],
      ["cs", 16, bare("Only CG and CA cache modifiers are supported.")],
      ["ca", 5, bare("expected byte size to be either 4, 8 or 16.")],
      ["cg", 8, bare("CG cache modifier is only support for 16 bytes copy.")],
    ] as const
  ).map(([modifier, size, words]): OpRow => [
    "nvvm.cp.async.shared.global",
    op(`${SHARED}, ${GLOBAL}`, { size: `${size} : i32`, modifier: `#nvvm<load_cache_modifier ${modifier}>` }),
    words,
  ]),
];

const scope = (word: string): Properties => ({ scope: is("mem_scope", word) });
const SCOPE = bare("mbarrier scope must be either CTA or Cluster");
const RETURNS = bare("mbarrier in shared_cluster space cannot return any value");
const waits = (signature: string): readonly (readonly [Sketch, string?])[] => [
  [op(signature, scope("cta"))],
  [op(signature, scope("gpu")), SCOPE],
];
const withPredicate = (pointer: string, result: string, properties: Properties): Sketch =>
  lists(`${pointer}, i32, i1 -> ${result}`, [1, 1, 1], properties);
const RELAXED = { ...scope("cta"), relaxed: "true" };

const BARRIERS: readonly OpRow[] = [
  ...each(nvvm("mbarrier.arrive", "mbarrier.arrive_drop"), ...waits(`${SHARED} -> i64`), [
    op(`${CLUSTER} -> i64`, scope("cta")),
    RETURNS,
  ]),
  ...each(nvvm("mbarrier.arrive_drop.expect_tx"), ...waits(`${SHARED}, i32 -> i64`), [
    op(`${CLUSTER}, i32 -> i64`, scope("cta")),
    RETURNS,
  ]),
  ...each(nvvm("mbarrier.expect_tx", "mbarrier.complete_tx"), ...waits(`${SHARED}, i32`)),
  ...each(nvvm("mbarrier.test.wait", "mbarrier.try_wait"), ...waits(`${SHARED}, i64 -> i1`)),
  ["nvvm.mbarrier.arrive.expect_tx", lists(`${SHARED}, i32 -> i64`, [1, 1, 0], scope("cluster"))],
  ["nvvm.mbarrier.arrive.expect_tx", lists(`${SHARED}, i32 -> i64`, [1, 1, 0], scope("gpu")), SCOPE],
  ["nvvm.mbarrier.arrive.expect_tx", lists(`${CLUSTER}, i32 -> i64`, [1, 1, 0], scope("cta")), RETURNS],
  ["nvvm.mbarrier.arrive.expect_tx", withPredicate(SHARED, "", scope("cta"))],
  [
    "nvvm.mbarrier.arrive.expect_tx",
    withPredicate(SHARED, "", scope("cluster")),
    bare("mbarrier scope must be CTA when using predicate"),
  ],
  [
    "nvvm.mbarrier.arrive.expect_tx",
    withPredicate(CLUSTER, "", scope("cta")),
    bare("mbarrier in shared_cluster space is not supported when using predicate"),
  ],
  [
    "nvvm.mbarrier.arrive.expect_tx",
    withPredicate(SHARED, "i64", scope("cta")),
    bare("return-value is not supported when using predicate"),
  ],
  [
    "nvvm.mbarrier.arrive.expect_tx",
    withPredicate(SHARED, "", RELAXED),
    bare("mbarrier with relaxed semantics is not supported when using predicate"),
  ],
  ["nvvm.fence.sync_restrict", op("", { order: is("mem_order", "acquire") })],
  [
    "nvvm.fence.sync_restrict",
    op("", { order: is("mem_order", "relaxed") }, { release: 22 }),
    "only acquire and release semantics are supported",
  ],
  ["nvvm.fence.proxy", op("", { kind: is("proxy_kind", "alias") })],
  [
    "nvvm.fence.proxy",
    op("", { kind: is("proxy_kind", "tensormap") }, { release: 22 }),
    "tensormap proxy is not a supported proxy kind",
  ],
  [
    "nvvm.fence.proxy",
    op("", { kind: is("proxy_kind", "generic") }, { release: 22 }),
    "generic proxy not a supported proxy kind",
  ],
  [
    "nvvm.fence.proxy",
    op("", { kind: is("proxy_kind", "async.shared") }),
    "async_shared fence requires space attribute",
  ],
  [
    "nvvm.fence.proxy",
    op("", { kind: is("proxy_kind", "alias"), space: is("shared_space", "cta") }),
    "only async_shared fence can have space attribute",
  ],
  ...(["acquire", "release"] as const).flatMap((name): readonly OpRow[] => {
    const fence = (from: string, to: string): Sketch =>
      op(name === "acquire" ? `${GENERIC}, i32` : "", {
        ...scope("cta"),
        fromProxy: is("proxy_kind", from),
        toProxy: is("proxy_kind", to),
      });
    return [
      [`nvvm.fence.proxy.${name}`, fence("generic", "tensormap")],
      [
        `nvvm.fence.proxy.${name}`,
        fence("alias", "tensormap"),
        "uni-directional proxies only support generic for from_proxy attribute",
      ],
      [
        `nvvm.fence.proxy.${name}`,
        fence("generic", "alias"),
        "uni-directional proxies only support tensormap for to_proxy attribute",
      ],
    ];
  }),
  ...(
    [
      ["acquire", "generic", "async"],
      ["relaxed", "generic", "async", "only acquire and release semantics are supported"],
      ["acquire", "alias", "async", "only generic is support for from_proxy attribute"],
      ["acquire", "generic", "alias", "only async is supported for to_proxy attribute"],
    ] as const
  ).map(([order, from, to, words]): OpRow => [
    "nvvm.fence.proxy.sync_restrict",
    op("", {
      order: is("mem_order", order),
      fromProxy: is("proxy_kind", from),
      toProxy: is("proxy_kind", to),
    }),
    words,
  ]),
];

const prefetch = (pointer: string, properties: Properties, more = ""): Sketch => op(`${pointer}${more}`, properties);
const level = (word: string): Properties => ({ cacheLevel: `#nvvm<prefetch_cache_level ${word}>` });
const evict = (word: string): Properties => ({ evictPriority: is("cache_eviction_priority", word) });
const MAP = { tensormap: "unit" };
const redux = (type: string, kind: string, more: Properties = {}): Sketch =>
  op(`${type}, i32 -> ${type}`, { kind: `#nvvm<redux_kind ${kind}>`, ...more });
const kind = (signature: string, of: string, word: string): Sketch => op(signature, { kind: `#nvvm<${of} ${word}>` });
const prmt = (mode: string, operands: string, groups: readonly number[]): Sketch =>
  lists(`${operands} -> i32`, groups, { mode: is("permute_mode", mode) });

const SMALL: readonly OpRow[] = [
  ["nvvm.prmt", prmt("default", "i32, i32, i32", [1, 1, 1])],
  ["nvvm.prmt", prmt("f4e", "i32, i32", [1, 0, 1]), bare("mode 'f4e' requires 'hi' operand.")],
  ["nvvm.prmt", prmt("rc8", "i32, i32, i32", [1, 1, 1]), bare("mode 'rc8' does not accept 'hi' operand.")],
  ["nvvm.st.bulk", op(`${SHARED}, i64`, { initVal: "0 : i64" })],
  ["nvvm.st.bulk", op(`${SHARED}, i64`, { initVal: "1 : i64" }), "only 0 is supported for initVal, got 1"],
  ...(
    [
      [40],
      [50, "new register size must be multiple of 8"],
      [16, "new register size must be in between 24 to 256"],
    ] as const
  ).map(([count, words]): OpRow => [
    "nvvm.setmaxregister",
    op("", { regCount: `${count} : i32`, action: "#nvvm<action increase>" }),
    words,
  ]),
  ["nvvm.match.sync", kind("i32, i32 -> i32", "match_sync_kind", "any")],
  ["nvvm.match.sync", kind("i32, i32 -> !llvm.struct<(i32, i1)>", "match_sync_kind", "all")],
  [
    "nvvm.match.sync",
    kind("i32, i32 -> i32", "match_sync_kind", "all"),
    "match.sync 'all' returns a two element struct with first element as i32 and second element as i1",
  ],
  [
    "nvvm.match.sync",
    kind("i32, i32 -> !llvm.struct<(i32, i1)>", "match_sync_kind", "any"),
    "match.sync 'any' returns an i32",
  ],
  ["nvvm.vote.sync", kind("i32, i1 -> i1", "vote_sync_kind", "any")],
  ["nvvm.vote.sync", kind("i32, i1 -> i1", "vote_sync_kind", "ballot"), "vote.sync 'ballot' returns an i32"],
  ["nvvm.vote.sync", kind("i32, i1 -> i32", "vote_sync_kind", "any"), "vote.sync 'any', 'all' and 'uni' returns an i1"],
  ["nvvm.prefetch", prefetch(GLOBAL, { ...level("L2"), ...evict("evict_last") })],
  ["nvvm.prefetch", prefetch(GENERIC, MAP)],
  ["nvvm.prefetch", prefetch(GENERIC, { ...MAP, ...level("L1") }), "cannot specify both tensormap and cache level"],
  ["nvvm.prefetch", prefetch(GLOBAL, MAP), "prefetch tensormap requires a generic or constant pointer"],
  [
    "nvvm.prefetch",
    prefetch(GENERIC, { ...MAP, ...evict("evict_last") }),
    "prefetch tensormap does not support eviction priority",
  ],
  [
    "nvvm.prefetch",
    prefetch("!llvm.ptr<4>", { ...MAP, in_param_space: "unit" }),
    "in_param_space can only be specified for a generic pointer",
  ],
  ["nvvm.prefetch", prefetch(GENERIC, {}), "requires specification of either cache level or tensormap"],
  [
    "nvvm.prefetch",
    prefetch("!llvm.ptr<4>", level("L1")),
    "prefetch to cache level requires a generic, global, or local pointer",
  ],
  [
    "nvvm.prefetch",
    prefetch(GENERIC, { ...level("L2"), uniform: "unit" }),
    "unsupported cache level, the only supported uniform cache level is L1",
  ],
  [
    "nvvm.prefetch",
    prefetch(GLOBAL, { ...level("L1"), uniform: "unit" }),
    "prefetch to uniform cache requires a generic pointer",
  ],
  [
    "nvvm.prefetch",
    prefetch(GLOBAL, { ...level("L1"), ...evict("evict_last") }),
    "cache eviction priority supported only for cache level L2",
  ],
  [
    "nvvm.prefetch",
    prefetch(GENERIC, { ...level("L2"), ...evict("evict_last") }),
    "cache eviction priority requires a global pointer",
  ],
  [
    "nvvm.prefetch",
    prefetch(GLOBAL, { ...level("L2"), ...evict("evict_first") }),
    "unsupported cache eviction priority, only evict_last and evict_normal are supported",
  ],
  ["nvvm.prefetch", prefetch(GLOBAL, level("L1"), ", i1"), "predicate supported only on prefetch tensormap"],
  ["nvvm.redux.sync", redux("f32", "fmin", { abs: "true" })],
  ["nvvm.redux.sync", redux("i32", "add", { abs: "true" }), "abs attribute is supported only for f32 type"],
  ["nvvm.redux.sync", redux("i32", "add", { nan: "true" }), "nan attribute is supported only for f32 type"],
  [
    "nvvm.redux.sync",
    redux("f32", "add"),
    "'add' redux kind unsupported with 'f32' type. Only supported type is 'i32'.",
  ],
  [
    "nvvm.redux.sync",
    redux("i32", "fmin"),
    "'fmin' redux kind unsupported with 'i32' type. Only supported type is 'f32'.",
  ],
  ["nvvm.mapa", op(`${SHARED}, i32 -> ${CLUSTER}`)],
  [
    "nvvm.mapa",
    op(`${SHARED}, i32 -> ${GENERIC}`),
    "failed to verify that Valid address-space check(or mapping) for mapa Op",
  ],
  ...(
    [
      ["is_canceled", "i1"],
      ["is_canceled", "i32", "is_canceled query type returns an i1"],
      [
        "get_first_cta_id_x",
        "i1",
        "get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return an i32",
      ],
    ] as const
  ).map(([type, result, words]): OpRow => [
    "nvvm.clusterlaunchcontrol.query.cancel",
    op(`i128 -> ${result}`, { query_type: `#nvvm<clc_query_type ${type}>` }),
    words,
  ]),
];

describe("checks of nvvm's ops", () => {
  testOpRows(
    only(NVVM, (name) => !name.startsWith("nvvm.convert.")),
    [...COPIES, ...BARRIERS, ...SMALL],
  );
});
