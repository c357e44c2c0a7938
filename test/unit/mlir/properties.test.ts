import * as assert from "node:assert/strict";
import fc from "fast-check";
import { ResidentWindow } from "../../../extension/document/window";
import { MlirCursor } from "../../../extension/formats/mlir/model/cursor";
import type { LeafRecorder } from "../../../extension/formats/mlir/model/cursor";
import { Damage } from "../../../extension/formats/mlir/model/damage";
import type {
  NamedValue,
  OpEvidence,
  OpName,
  OpStructure,
  Release,
} from "../../../extension/formats/mlir/model/module";
import type { AttributeNode, TypeNode } from "../../../extension/formats/mlir/model/node";
import { isRegisteredDialect, possibleReadings, propertyCodec } from "../../../extension/formats/mlir/properties";
import type { OpKnowledge } from "../../../extension/formats/mlir/properties";
import { bytes, EntryFile } from "../../support/mlirEntries";
import type { MlirBytes } from "../../support/mlirEntries";

/** An attribute of unknown kind. */
const UNKNOWN: AttributeNode = { kind: "opaque", dialect: "x", blob: { startByte: 0, endByte: 0 }, damage: undefined };
const SIZES = { strings: 10, attributes: 10, types: 10 };

function cursorOn({ bytes: content }: MlirBytes, leaves?: LeafRecorder): MlirCursor {
  return new MlirCursor(new ResidentWindow(Uint8Array.from(content)), 0, content.length, SIZES, leaves);
}
function op(name: string, registered = true): OpName {
  return { dialect: name.split(".")[0] ?? "", name, registered };
}
/** An op before version 5, which did not store whether it is registered. */
const oldOp = (name: string): OpName => ({ ...op(name), registered: undefined });
/** An op that shows its record, by default without values. */
const recordOf = (name: string, record: MlirBytes, counts = { operands: 0, results: 0 }): OpEvidence => ({
  kind: "record",
  op: op(name),
  counts,
  cursor: () => cursorOn(record),
});

function codec(
  producer: string,
  version = 6,
  records: readonly OpEvidence[] = [],
  attribute: (index: number) => AttributeNode = () => UNKNOWN,
  opNames: readonly OpName[] = [],
): OpKnowledge {
  const release: Release = producer.startsWith("MLIR19") ? 19 : producer.startsWith("MLIR16") ? 16 : 22;
  const tables = {
    producer,
    version,
    release,
    string: () => "",
    sizes: SIZES,
    attribute,
    type: () => ({ kind: "none" }) as const,
  };
  return propertyCodec(tables, () => records, [], opNames);
}
/** The codec for a file of MLIR 22 with these entries. */
function codecOn(file: EntryFile, version = 6): OpKnowledge {
  const attribute = (i: number): AttributeNode => file.attribute(i);
  const type = (i: number): TypeNode => file.type(i);
  const string = (i: number): string => file.string(i);
  return propertyCodec(
    { producer: "MLIR22.1.8", version, release: 22, sizes: file.sizes, attribute, type, string },
    () => [],
  );
}
/** `name=#3` for entries, `name=text` for spelled values. */
function shown(values: readonly NamedValue[] | undefined): string {
  return (values ?? [])
    .map(({ name, value }) => `${name}=${value.kind === "attribute" ? `#${value.index}` : value.text}`)
    .join(" ");
}
const damageOf = (run: () => unknown): string => {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof Damage) return thrown.message;
    throw thrown;
  }
  return "";
};

describe("MLIR properties", () => {
  it("are read with attributes by name, and defaults filled in", () => {
    const mlir = codec("MLIR22.1.8");
    assert.equal(shown(mlir.decode(op("func.call"), cursorOn(bytes().varints(0, 4, 0, 0)))), "callee=#4");
    assert.equal(shown(mlir.decode(op("arith.addf"), cursorOn(bytes().varints(0)))), "fastmath=#arith.fastmath<none>");
    assert.equal(shown(mlir.decode(op("arith.addf"), cursorOn(bytes().varints(7)))), "fastmath=#3");
  });
  it("are read in MLIR 22 and 19 if native", () => {
    const add = op("llvm.add");
    assert.equal(shown(codec("MLIR22.1.8").decode(add, cursorOn(bytes().varints(3)))), "overflowFlags=3 : i32");
    const old = codec("MLIR19.1.7");
    assert.equal(shown(old.decode(add, cursorOn(bytes().varints(3)))), "overflowFlags=#llvm.overflow<nsw, nuw>");
    assert.equal(shown(old.decode(add, cursorOn(bytes().varints(0)))), "overflowFlags=#llvm.overflow<none>");
    const load = bytes().varint(0).byte(1).varint(16).byte(1, 0, 0, 0).varint(7);
    assert.equal(
      shown(codec("MLIR22.1.8").decode(op("ptr.load"), cursorOn(load))),
      "alignment=[16] invariant=false invariantGroup=false nontemporal=false ordering=7 : i32 volatile_=unit",
    );
  });
  it("note the enum case of a number", () => {
    const notes: string[] = [];
    const leaves: LeafRecorder = {
      leaf: () => undefined,
      note: (meaning) => notes.push(meaning),
      refer: () => undefined,
      open: () => undefined,
      close: () => undefined,
    };
    codec("MLIR22.1.8").decode(op("llvm.add"), cursorOn(bytes().varints(3), leaves));
    assert.deepEqual(notes, ["nsw, nuw"]);
    const file = new EntryFile();
    const predicate = file.addAttribute("builtin", bytes().varints(8, file.integerType(64)).signed(2));
    codecOn(file).decode(op("arith.cmpi"), cursorOn(bytes().varints(predicate), leaves));
    assert.equal(notes.at(-1), `attribute ${predicate}: slt`);
  });
  it("have segment sizes as version 5 and version 6 write them", () => {
    const alloc = op("memref.alloc");
    assert.equal(
      shown(codec("MLIR22.1.8", 5).decode(alloc, cursorOn(bytes().varints(0, 3)))),
      "operandSegmentSizes=#3",
    );
    const sparse = bytes().varints(0, 3, 1, (2 << 1) | 1);
    assert.equal(shown(codec("MLIR22.1.8", 6).decode(alloc, cursorOn(sparse))), "operandSegmentSizes=array<i32: 0, 2>");
    const dense = bytes().varints(0, 4, 1, 2);
    assert.equal(shown(codec("MLIR22.1.8").decode(alloc, cursorOn(dense))), "operandSegmentSizes=array<i32: 1, 2>");
  });
  it("have any segment sizes in the sparse form", () => {
    const sizes = fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(sizes, (values) => {
        const set = values.flatMap((size, index) => (size > 0 ? [{ size, index }] : []));
        const content = bytes().varints(0, (set.length << 1) | 1);
        if (set.length > 0) content.varint(2);
        for (const { size, index } of set) content.varint((size << 2) | index);
        // affine.for has three attributes and three segments; scf.parallel four segments and none.
        const values4 = codec("MLIR22.1.8").decode(
          op("scf.parallel"),
          cursorOn({ bytes: content.bytes.slice(1) } as MlirBytes),
        );
        assert.equal(shown(values4), `operandSegmentSizes=array<i32: ${values.join(", ")}>`);
      }),
    );
  });
  it("report broken records in the reference's words", () => {
    const mlir = codec("MLIR22.1.8");
    const decode = (name: string, content: MlirBytes): string =>
      damageOf(() => mlir.decode(op(name), cursorOn(content)));
    assert.equal(decode("func.call", bytes().varints(0, 99, 0, 0)), "invalid Attribute index: 99");
    assert.equal(decode("func.call", bytes().varints(0, 4)), "attempting to parse a byte at the end of the bytecode");
    assert.equal(
      decode("scf.parallel", bytes().varints(64)),
      "trying to read an array of 32 but only 4 storage available.",
    );
    assert.equal(decode("scf.parallel", bytes().varints(3, 14)), "reading sparse array with indexing above 8 bits: 14");
    assert.match(decode("scf.parallel", bytes().varints(3, 3, 7)), /found index 7 but only 4 storage available/);
  });
  it("must have the classes that the op requires", () => {
    const file = new EntryFile();
    const unit = file.addAttribute("builtin", bytes().varint(7));
    const string = file.stringAttribute("f");
    const symbol = file.addAttribute("builtin", bytes().varints(4, string));
    const mlir = codecOn(file);
    const call = (callee: number): string =>
      shown(mlir.decode(op("func.call"), cursorOn(bytes().varints(0, callee, 0, 0))));
    assert.equal(call(symbol), `callee=#${symbol}`);
    assert.match(
      damageOf(() => call(unit)),
      /^expected mlir::FlatSymbolRefAttr, but got: attribute 0/,
    );
    assert.match(
      damageOf(() => call(string)),
      /^expected mlir::FlatSymbolRefAttr/,
    );
  });
  it("are no locations but where the op takes any attribute", () => {
    const file = new EntryFile();
    const location = file.addAttribute("builtin", bytes().varint(15));
    const decode = (name: string): string => shown(codecOn(file).decode(op(name), cursorOn(bytes().varints(location))));
    assert.equal(
      damageOf(() => decode("arith.cmpi")),
      "expected an attribute of another class as 'predicate', but got: a location",
    );
    assert.equal(decode("irdl.is"), `expected=#${location}`);
  });
  it("are unknown for unknown ops and unregistered ones", () => {
    const mlir = codec("MLIR22.1.8");
    assert.equal(mlir.knows(op("func.func")), true);
    assert.equal(mlir.knows(op("func.nothing")), false);
    assert.equal(mlir.knows(op("func.func", false)), true, "mlir-opt knows it whatever the file says");
    assert.equal(codec("my-compiler").knows(op("func.func", false)), false);
    assert.match(
      damageOf(() => mlir.decode(op("func.return"), cursorOn(bytes().varints(3)))),
      /^has properties but missing BytecodeOpInterface for func.return$/,
    );
    assert.equal(mlir.decode(op("constructor.toString"), cursorOn(bytes())), undefined);
    assert.equal(mlir.layout(op("builtin.module"))?.symbolTable, true);
    assert.equal(mlir.layout(op("llvm.func"))?.symbol, true);
    assert.equal(mlir.layout(op("func.func"))?.isolated, true);
  });
  it("tell from the bytes which StableHLO wrote an op", () => {
    const shlo = codec("StableHLO_v1.13.0");
    assert.equal(shown(shlo.decode(op("chlo.top_k"), cursorOn(bytes().varints(3)))), "k=#3");
    assert.equal(shown(shlo.decode(op("chlo.top_k"), cursorOn(bytes().varints(9, 3)))), "is_stable=#4 k=#3");
  });
  it("guess the release if the producer does not name it", () => {
    assert.deepEqual(codec("MLIR22.1.8").source.guessed, false);
    assert.deepEqual(codec("MLIR20.1.8").source.guessed, false);
    // MLIR 19's func.func has five attributes, 22's has one more.
    const record = bytes().varints(0, 3, 0, 5, 0);
    const old = recordOf("func.func", record);
    const guess = codec("my-compiler", 6, [old]);
    assert.match(guess.source.name, /^MLIR 19/);
    assert.equal(guess.source.guessed, true);
    assert.match(codec("my-compiler").source.name, /^MLIR 22/);
    assert.match(codec("MLIR20.0.0git", 6, [old]).source.name, /^MLIR 20 of November 2024/);
  });
  it("tell a development version by the sizes of segments, and by names before version 5", () => {
    // As MLIR 21's linalg.matmul the bytes have sizes 0 and 0, as that of November 2024 they have 2 and 1.
    const matmul = recordOf("linalg.matmul", bytes().varints(0, 4, 2, 1), { operands: 3, results: 1 });
    assert.match(codec("MLIR20.0.0git", 6, [matmul]).source.name, /^MLIR 20 of November 2024/);
    // Nothing tells them apart: what compilers had that are known to lay out other ops otherwise than the release.
    assert.match(codec("MLIR20.0.0git", 6).source.name, /^MLIR 20 of November 2024/);
    assert.match(codec("MLIR23.0.0git", 6).source.name, /^MLIR 23 of July 2026/);
    // Of March 2026 are tasks of OpenMP without iterated dependences: one operand in the fifth of their 11 segments.
    const task = recordOf("omp.task", bytes().varints(13, 0, 0, 0, 0, 0, 0, 3, 3, 12), { operands: 1, results: 0 });
    assert.match(codec("MLIR23.0.0git", 6, [task]).source.name, /^MLIR 23 of March 2026/);
    // A candidate of the release, and a development version of which nothing like that is known: the release's.
    assert.match(codec("MLIR23.1.0-rc1", 6).source.name, /^MLIR 23(?! of)/);
    assert.match(codec("MLIR22.0.0git", 6).source.name, /^MLIR 22(?! of)/);
    const shape: OpEvidence = { kind: "names", op: op("tensor.expand_shape"), names: ["reassociation", "my.note"] };
    assert.match(codec("MLIR19.0.0git", 4, [shape]).source.name, /^MLIR 19 of April 2024/);
    const later: OpEvidence = { ...shape, names: ["reassociation", "static_output_shape"] };
    assert.match(codec("MLIR19.0.0git", 4, [later]).source.name, /^MLIR 19(?! of April)/);
  });
  it("take only tables that the named release may have had while it was developed", () => {
    // Only MLIR 23's gpu.func declares its name.
    const names: OpEvidence = { kind: "names", op: op("gpu.func"), names: ["function_type", "sym_name"] };
    assert.match(codec("my-compiler", 4, [names]).source.name, /^MLIR 2[34]/);
    assert.match(codec("MLIR20.0.0git", 4, [names]).source.name, /^MLIR 20/);
  });
  it("are taken from the attributes by the layout that requires no others", () => {
    const value = (name: string): NamedValue => ({ name, value: { kind: "attribute", index: 1 } });
    const split = (...names: readonly string[]): string =>
      shown(codec("MLIR20.0.0git", 4).split(oldOp("sdy.all_gather"), names.map(value)).properties);
    assert.equal(split("gathering_axes", "out_sharding"), "gathering_axes=#1 out_sharding=#1");
    assert.equal(split("gatheringAxes", "outSharding"), "gatheringAxes=#1 outSharding=#1");
  });
  it("give sizes of segments the prefix of July and August 2023 where a version before 5 has their older names", () => {
    const value = (name: string): NamedValue => ({ name, value: { kind: "attribute", index: 1 } });
    const split = (name: string): string => {
      const names: OpEvidence = { kind: "names", op: oldOp("memref.alloc"), names: [name] };
      return shown(codec("MLIR18.0.0git", 4, [names]).split(oldOp("memref.alloc"), [value(name)]).properties);
    };
    assert.equal(split("operand_segment_sizes"), "odsOperandSegmentSizes=#1");
    assert.equal(split("operandSegmentSizes"), "operandSegmentSizes=#1");
  });
  it("tell IREE of August 2023 by ops that had no properties yet", () => {
    const plain: OpEvidence = { kind: "none", op: op("vm.const.i32") };
    assert.match(codec("MLIR18.0.0git", 6, [plain]).source.name, /^MLIR 18 of August 2023/);
    const without: OpEvidence = { kind: "none", op: op("vm.return") };
    assert.match(codec("MLIR18.0.0git", 6, [without]).source.name, /^MLIR 18(?! of)/);
  });
  it("number values of IREE's files by region, as most of its releases of 2024, unless an op is newer", () => {
    const common: OpEvidence = { kind: "none", op: op("hal.return") };
    const newer: OpEvidence = { kind: "none", op: op("vm.cast.f64.si64") };
    assert.equal(codec("MLIR19.0.0git", 6, [common]).numbersByRegion, true);
    assert.equal(codec("MLIR19.0.0git", 6, [common, newer]).numbersByRegion, false);
    assert.equal(codec("MLIR19.0.0git").numbersByRegion, false);
  });
  it("number values by region until April 2024", () => {
    const [early, late] = [bytes().varints(3), bytes().varints(3, 5)].map((shape) =>
      recordOf("tensor.expand_shape", shape),
    );
    assert.ok(early && late);
    assert.equal(codec("MLIR19.0.0git", 6, [early]).numbersByRegion, true);
    assert.equal(codec("MLIR19.0.0git", 6, [late]).numbersByRegion, false);
    assert.equal(codec("MLIR19.1.7").numbersByRegion, false);
  });
  it("name the values of a record that lacks an optional attribute, or has one more", () => {
    const kinds = (index: number): AttributeNode =>
      index === 3
        ? { kind: "type", type: 0 }
        : index === 5
          ? { kind: "string", string: 0, type: undefined }
          : { kind: "unit" };
    const guess = codec("MLIR20.0.0git", 6, [], kinds);
    // As MLIR 22's func.func, with one optional attribute more; the two that are required keep their order.
    const longer = bytes().varints(0, 3, 0, 0, 5, 0, 0, 0);
    assert.equal(shown(guess.decode(op("func.func"), cursorOn(longer))), "function_type=#3 sym_name=#5");
    // Without classes a present value may be any of several attributes.
    assert.equal(codec("MLIR20.0.0git").decode(op("func.func"), cursorOn(longer)), undefined);
  });
  it("are read by a table whose writer makes these bytes, not by one that only a reader accepts", () => {
    // `blocks`, index 4, is required until October 2025; later it has a default, and 4 would be absent with an index.
    const mfma = bytes().varints(0, 0, 4, 0, 5, 6, 7, 0, 0, 0, 0);
    const decoded = codec("MLIR22.0.0git").decode(op("amdgpu.mfma"), cursorOn(mfma));
    assert.match(shown(decoded), /^abid=0 : i32 blgp=\S+ \S+ blocks=#4 /);
  });
  it("use the table that fits for each op, or none, for a guess", () => {
    const [old, today] = [bytes().varints(0, 3, 0, 5, 0), bytes().varints(0, 3, 0, 0, 5, 0)];
    const guess = codec("MLIR20.0.0git");
    assert.equal(shown(guess.decode(op("func.func"), cursorOn(old))), "function_type=#3 sym_name=#5");
    assert.equal(shown(guess.decode(op("func.func"), cursorOn(today))), "function_type=#3 sym_name=#5");
    assert.equal(guess.decode(op("func.func"), cursorOn(bytes().varints(0, 3, 0, 0, 5, 0, 0, 0))), undefined);
  });
  it("may be another version's, or unknown, where a compiler with dialects of its own says that it is a release", () => {
    const by = (...names: readonly OpName[]): OpKnowledge => codec("MLIR19.1.7", 6, [], undefined, names);
    // MLIR 19's func.call has a callee, 20's may have `no_inline` too.
    const call = (knowledge: OpKnowledge, ...record: readonly number[]): string =>
      shown(knowledge.decode(op("func.call"), cursorOn(bytes().varints(...record))));
    const compiler = by(op("func.call"), op("tla.arch.block_idx"));
    assert.equal(call(compiler, 3), "callee=#3");
    assert.equal(call(compiler, 3, 11), "callee=#3 no_inline=#5");
    assert.equal(call(compiler, 99), "");
    const loop = (knowledge: OpKnowledge): unknown => knowledge.decode(op("scf.for"), cursorOn(bytes()));
    assert.deepEqual(loop(compiler), []);
    for (const release of [by(op("func.call")), by(op("tla.arch.block_idx", false))]) {
      assert.notEqual(
        damageOf(() => call(release, 99)),
        "",
      );
      assert.match(
        damageOf(() => loop(release)),
        /missing BytecodeOpInterface for scf\.for/,
      );
    }
  });
  it("leave the rest of a record unread where the release is certain, as its mlir-opt does", () => {
    const cursor = cursorOn(bytes().varints(0, 3, 0, 0, 5, 0, 0));
    assert.equal(shown(codec("MLIR22.1.8").decode(op("func.func"), cursor)), "function_type=#3 sym_name=#5");
    assert.ok(cursor.atEnd);
  });
  it("are taken from the attributes in older versions", () => {
    const attribute = (name: string, index: number): NamedValue => ({ name, value: { kind: "attribute", index } });
    const attributes = [attribute("callee", 1), attribute("x.y", 2)];
    const split = codec("MLIR22.1.8", 4).split(oldOp("func.call"), attributes);
    assert.equal(shown(split.properties), "callee=#1");
    assert.equal(shown(split.attributes), "x.y=#2");
    const filled = codec("MLIR22.1.8", 4).split(oldOp("arith.addf"), []);
    assert.equal(shown(filled.properties), "fastmath=#arith.fastmath<none>");
    const zero = codec("MLIR22.1.8", 4).split(oldOp("cf.cond_br"), []);
    assert.equal(shown(zero.properties), "operandSegmentSizes=array<i32: 0, 0, 0>");
    const none = codec("MLIR16.0.6", 0).split(oldOp("func.call"), attributes);
    assert.equal(shown(none.attributes), "callee=#1 x.y=#2");
  });
  it("are dropped in older versions if their class is not the one that the op requires", () => {
    const file = new EntryFile();
    const value = (index: number): NamedValue => ({ name: "callee", value: { kind: "attribute", index } });
    const string = file.stringAttribute("f");
    const symbol = file.addAttribute("builtin", bytes().varints(4, string));
    const split = (index: number) => codecOn(file, 4).split(oldOp("func.call"), [value(index)]);
    assert.equal(shown(split(symbol).properties), `callee=#${symbol}`);
    assert.equal(shown(split(string).properties), "");
    assert.deepEqual(split(string).attributes, []);
  });
  it("of TensorFlow's ops are known before properties had records", () => {
    const attribute = (name: string, index: number): NamedValue => ({ name, value: { kind: "attribute", index } });
    const attributes = [attribute("device", 1), attribute("padding", 2)];
    const split = codec("MLIR23.0.0git", 3).split(oldOp("tf.Conv2D"), attributes);
    assert.equal(shown(split.properties), "padding=#2");
    assert.equal(shown(split.attributes), "device=#1");
    assert.equal(codec("MLIR23.0.0git", 6).knows(op("tf.Conv2D")), false);
  });
  it("may be a list of bools", () => {
    const generic = bytes().varints(3, 2).byte(1, 0, 0).varints(4, 0).varints(4, 1, 2);
    assert.equal(
      shown(codec("MLIR24.0.0git").decode(op("pcf.generic"), cursorOn(generic))),
      "is_tied=[true, false] num_index_args=4 : i64 num_leading_args=0 : i64 operandSegmentSizes=array<i32: 1, 2> scope=#3 sync_on_return=false",
    );
  });
  it("of CHLO are known although their attributes are text, which MLIR's own tools do not know", () => {
    const properties = (producer: string): string => {
      const text: AttributeNode = { kind: "assembly", dialect: "chlo", text: "#chlo<precision HIGH>" };
      const named: NamedValue = { name: "precision_config", value: { kind: "attribute", index: 0 } };
      return shown(codec(producer, 4, [], () => text).split(oldOp("chlo.ragged_dot"), [named]).properties);
    };
    assert.equal(properties("MLIR23.0.0git"), "precision_config=#0");
    assert.equal(properties("MLIR22.1.8"), "");
  });
  it("treat StableHLO's ops as unknown if their attributes are text", () => {
    const file = new EntryFile();
    file.addAttribute("builtin", "#stablehlo<precision HIGH>");
    const named: NamedValue = { name: "dimension", value: { kind: "attribute", index: 0 } };
    const split = codecOn(file, 4).split(oldOp("stablehlo.concatenate"), [named]);
    assert.equal(shown(split.properties), "");
    assert.equal(
      shown(codec("MLIR22.1.8", 4).split(oldOp("stablehlo.concatenate"), [named]).properties),
      "dimension=#0",
    );
  });
  it("of Triton's ops for GPUs are known, as its releases laid them out", () => {
    const named = (name: string, ...record: number[]): string =>
      shown(codec("MLIR23.0.0git").decode(op(name), cursorOn(bytes().varints(...record))));
    assert.equal(named("ttg.global_scratch_alloc", 3, 5), "alignment=#3 nbytes=#5");
    assert.equal(named("ttg.global_scratch_alloc", 3, 5, 7, 0), "alignment=#3 nbytes=#5 shared_cluster_state=#3");
    assert.equal(named("ttng.arrive_barrier", 3), "count=#3");
    assert.equal(named("ttng.arrive_barrier", 3, 5, 0), "count=#3 fromCTA=#2");
    // Triton 3.9 made one policy of how memory is cached and what is evicted.
    const newest = codec("MLIR24.0.0git").decode(op("ttng.async_tma_scatter"), cursorOn(bytes().varints(5)));
    assert.equal(shown(newest), "cachePolicy=#2");
  });
  it("of calls had the tags of operand bundles as strings of the record in autumn 2024", () => {
    // Two tags, the strings 1 and 4, then the sizes of two segments.
    const record = bytes().varints(7, 3, 5, 2, 1, 4, 3, 1, 3);
    const decoded = codec("MLIR20.0.0git").decode(op("llvm.call_intrinsic"), cursorOn(record));
    assert.match(shown(decoded), /op_bundle_sizes=#5 op_bundle_tags=\["", ""\]/);
  });
  it("list every possible meaning of unexplained bytes", () => {
    assert.deepEqual(possibleReadings(cursorOn(bytes().varints(3, 5))), [
      "integers 3, 5",
      "attributes #3, #5",
      "optional attributes #1, #2",
      "types !3, !5",
      "strings 3, 5",
    ]);
    assert.deepEqual(possibleReadings(cursorOn(bytes().varints(300))), ["integers 300"]);
    assert.deepEqual(possibleReadings(cursorOn(bytes().byte(2))), []);
  });
  it("know the dialects of a release", () => {
    assert.equal(isRegisteredDialect("mesh", 19, "MLIR19.1.0"), true);
    assert.equal(isRegisteredDialect("mesh", 22, "MLIR22.1.0"), false);
    assert.equal(isRegisteredDialect("toString", 22, ""), false);
    assert.equal(isRegisteredDialect("hw", 23, "MLIR23.1.0"), false);
    assert.equal(isRegisteredDialect("hw", 23, "MLIR24.0.0git"), true);
    assert.equal(isRegisteredDialect("quantum", 22, "MLIR22.1.8"), false);
    assert.equal(isRegisteredDialect("quantum", 22, "MLIR22.0.0git"), true);
  });

  it("report wrong offsets, sizes and strides", () => {
    const dynamic = String(-(2n ** 63n));
    const fault = (offsets: string, sizes: string, segments: string, producer = "MLIR22.1.8"): string | undefined =>
      codec(producer).fault(op("memref.subview"), {
        operands: segments.split(" ").reduce((sum, size) => sum + Number(size), 0),
        results: 1,
        regions: 0,
        successors: 0,
        properties: Object.entries({
          operandSegmentSizes: segments,
          static_offsets: offsets,
          static_sizes: sizes,
          static_strides: "1 1",
        }).map(([name, text]) => ({ name, value: { kind: "spelled", text } })),
        text: (value) => (value.kind === "spelled" ? value.text : ""),
        integers: (value) => (value.kind === "spelled" ? value.text.split(" ").map(BigInt) : undefined),
      });
    assert.equal(fault(`${dynamic} 1`, `2 ${dynamic}`, "1 1 1 0"), undefined);
    assert.equal(
      fault(`${dynamic} 1`, "2 2", "1 0 0 0"),
      "expected the number of 'offsets' to match the number of dynamic entries in 'static_offsets' (0 vs 1)",
    );
    assert.equal(fault(`${dynamic} 1`, "2 2", "1 0 0 0", "MLIR19.1.7"), "expected 1 dynamic offset values");
    assert.equal(fault("-5 1", "2 2", "1 0 0 0"), "expected offsets to be non-negative, but got -5");
    assert.equal(fault("0 1", "2 -2", "1 0 0 0"), "expected sizes to be non-negative, but got -2");
  });
  it("report an op's structure that its definition does not allow", () => {
    const fault = (name: string, has: Partial<OpStructure>, producer = "MLIR22.1.8"): string | undefined =>
      codec(producer).fault(op(name), {
        operands: 0,
        results: 0,
        regions: 0,
        successors: 0,
        properties: [],
        text: (value) => (value.kind === "spelled" ? value.text : ""),
        integers: (value) => (value.kind === "spelled" ? value.text.split(" ").map(BigInt) : undefined),
        ...has,
      });
    const sizes = (text: string): NamedValue[] => [{ name: "operandSegmentSizes", value: { kind: "spelled", text } }];
    assert.equal(fault("arith.addi", { operands: 2, results: 1 }), undefined);
    assert.equal(fault("arith.addi", { operands: 3, results: 1 }), "'arith.addi' op expected 2 operands, but found 3");
    assert.equal(fault("arith.addi", { operands: 2 }), "'arith.addi' op requires one result");
    assert.equal(fault("arith.negf", { results: 1 }), "'arith.negf' op requires a single operand");
    assert.equal(fault("scf.for", { operands: 2 }), "'scf.for' op requires one region");
    assert.equal(
      fault("scf.for", { operands: 2, regions: 1 }),
      "'scf.for' op expected 3 or more operands, but found 2",
    );
    assert.equal(fault("cf.br", { successors: 2 }), "'cf.br' op requires 1 successor but found 2");
    assert.equal(fault("func.return", { results: 1 }), "'func.return' op requires zero results");
    assert.equal(
      fault("cf.cond_br", { operands: 3, successors: 2, properties: sizes("1 1 0") }),
      "'cf.cond_br' op operand count (3) does not match with the total size (2) specified in attribute 'operandSegmentSizes'",
    );
    assert.equal(
      fault("cf.cond_br", { operands: 1, successors: 2, properties: sizes("2 -1 0") }),
      "'cf.cond_br' op 'operandSegmentSizes' attribute cannot have negative elements",
    );
    assert.equal(
      fault("cf.cond_br", { operands: 1, successors: 2 }),
      "'cf.cond_br' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'",
    );
    const visible: NamedValue[] = ["sym_name", "sym_visibility"].map((name) => ({
      name,
      value: { kind: "spelled", text: "pri" },
    }));
    assert.equal(
      fault("func.func", { regions: 1, properties: visible }),
      `'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "pri"`,
    );
    assert.equal(fault("arith.constant", { results: 1 }), "'arith.constant' op requires attribute 'value'");
    assert.equal(
      fault("arith.nothing", {}),
      "unregistered operation 'arith.nothing' found in dialect ('arith') that does not allow unknown operations",
    );
    for (const name of ["llvm.nothing", "foo.nothing", "affine.dma_start", "transform.my_extension"])
      assert.equal(fault(name, {}), undefined);
    assert.equal(fault("arith.addi", {}, "MLIR22.0.0git"), undefined, "another state of the release");
    assert.equal(fault("arith.addi", {}, "MLIR16.0.6"), undefined, "a release without a table");
  });
});
