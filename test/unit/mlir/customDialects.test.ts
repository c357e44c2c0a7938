import * as assert from "node:assert/strict";
import { bytes, EntryFile } from "../../support/mlirEntries";
import type { MlirBytes } from "../../support/mlirEntries";

/** Adds entries of one dialect and prints them. */
class DialectFile extends EntryFile {
  constructor(private readonly dialect: string) {
    super();
  }
  a(content: MlirBytes): number {
    return this.addAttribute(this.dialect, content);
  }
  t(content: MlirBytes): number {
    return this.addType(this.dialect, content);
  }
  attr(content: MlirBytes): string {
    return this.attributeText(this.a(content));
  }
  typeOf(content: MlirBytes): string {
    return this.typeText(this.t(content));
  }
}

const double = (value: number): bigint => new BigInt64Array(new Float64Array([value]).buffer)[0]!;

describe("VHLO", () => {
  const file = new DialectFile("vhlo");
  const string = (text: string): number => file.a(bytes().varints(14, file.addString(text)));
  const f32 = file.t(bytes().varint(4));
  const i4 = file.t(bytes().varint(10));
  const ui8 = file.t(bytes().varint(16));

  it("spells types", () => {
    assert.equal(
      file.typeOf(
        bytes()
          .varint(20)
          .signedList(2, -(2n ** 63n))
          .varint(f32),
      ),
      "!vhlo.tensor_v1<2x?x!vhlo.f32_v1>",
    );
    assert.equal(file.typeOf(bytes().varints(8, 0, 0)), "!vhlo.func_v1<(()) -> ()>");
    assert.equal(
      file.typeOf(bytes().varints(8, 1, f32, 2, f32, i4)),
      "!vhlo.func_v1<(!vhlo.f32_v1) -> !vhlo.f32_v1, !vhlo.i4_v1>",
    );
    assert.equal(file.typeOf(bytes().varint(34)), "!vhlo.tf31_v1");
    const quantized = bytes().varints(24, 1, i4, f32).signed(double(0.1)).signed(3).signed(-8).signed(7);
    assert.equal(file.typeOf(quantized), "!vhlo.quant_v1<!vhlo.i4_v1:!vhlo.f32_v1, 1.000000e-01:3, -8:7, 1>");
  });
  it("spells attributes", () => {
    assert.equal(file.attr(bytes().varints(3, 4)), "#vhlo<comparison_direction_v1 LE>");
    assert.equal(file.attr(bytes().varints(13, 1)), "#vhlo<rng_distribution_v1 UNIFORM>");
    assert.equal(file.attr(bytes().varints(2, 1)), "#vhlo.bool_v1<true>");
    assert.equal(
      file.attr(bytes().varints(1, 2, string("a"), string("b"))),
      '#vhlo.array_v1<[#vhlo.string_v1<"a">, #vhlo.string_v1<"b">]>',
    );
    assert.equal(
      file.attr(bytes().varints(6, 1, string("k"), string("v"))),
      '#vhlo.dict_v1<{#vhlo.string_v1<"k"> = #vhlo.string_v1<"v">}>',
    );
    assert.equal(file.attr(bytes().varints(9, i4).byte(0x0e)), "#vhlo.integer_v1<-2 : i4>");
    assert.equal(file.attr(bytes().varints(9, ui8).byte(0xff)), "#vhlo.integer_v1<255 : ui8>");
    assert.equal(file.attr(bytes().varints(8, f32).signed(0x3f800000)), "#vhlo.float_v1<1.000000e+00 : !vhlo.f32_v1>");
    assert.equal(
      file.attr(
        bytes()
          .varints(18)
          .signedList(16, -(2n ** 63n)),
      ),
      "#vhlo.type_extensions_v1<bounds = [16, ?]>",
    );
    assert.equal(file.attr(bytes().varints(22, string("x"), 0)), '#vhlo.axis_ref_v1<name = #vhlo.string_v1<"x">>');
  });
  it("spells tensors with builtin types", () => {
    const tensor = (element: number, ...shape: number[]): number =>
      file.t(
        bytes()
          .varint(20)
          .signedList(...shape)
          .varint(element),
      );
    const dense = (type: number, ...buffer: number[]): string =>
      file.attr(
        bytes()
          .varints(15, type)
          .blob(...buffer),
      );
    assert.equal(dense(tensor(i4, 2), 0x0e, 1), "#vhlo.tensor_v1<dense<[-2, 1]> : tensor<2xi4>>");
    const bool = file.t(bytes().varint(0));
    assert.equal(dense(tensor(bool, 3), 0b101), "#vhlo.tensor_v1<dense<[true, false, true]> : tensor<3xi1>>");
    assert.equal(dense(tensor(bool, 3), 1, 0, 1), "#vhlo.tensor_v1<dense<[true, false, true]> : tensor<3xi1>>");
    const complex = file.t(bytes().varints(1, f32));
    assert.equal(
      dense(tensor(complex), 0, 0, 0x80, 0x3f, 0, 0, 0, 0),
      "#vhlo.tensor_v1<dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>>",
    );
  });
});

describe("StableHLO and CHLO", () => {
  const file = new DialectFile("stablehlo");
  it("leaves empty dimensions out", () => {
    const gather = bytes().varint(7).signedList(1).signedList().signedList().signedList().signedList(0).signed(0);
    assert.equal(file.attr(gather), "#stablehlo.gather<offset_dims = [1], start_index_map = [0]>");
  });
  it("reads gathers without batching dimensions", () => {
    const gather = bytes().varint(7).signedList(1).signedList(0).signedList(0).signed(2);
    assert.equal(
      file.attr(gather),
      "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>",
    );
  });
  it("spells convolutions by the role of each dimension", () => {
    const conv = bytes().varint(4);
    conv.signed(0).signed(3).signedList(1, 2).signed(2).signed(3).signedList(0, 1).signed(0).signed(3).signedList(1, 2);
    assert.equal(file.attr(conv), "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>");
  });
  it("spells enums, accuracy, bounds and meshes", () => {
    assert.equal(file.attr(bytes().varints(8, 1)), "#stablehlo<precision HIGH>");
    const mode = file.a(bytes().varints(16, 2));
    assert.equal(file.attributeText(mode), "#stablehlo.result_accuracy_mode<TOLERANCE>");
    const accuracy = bytes().varint(17).signed(double(1)).signed(0).signed(0).varint(mode);
    assert.equal(
      file.attr(accuracy),
      "#stablehlo.result_accuracy<atol = 1.000000e+00, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>",
    );
    assert.equal(
      file.attr(
        bytes()
          .varint(13)
          .signedList(-(2n ** 63n), 5),
      ),
      "#stablehlo.bounds<?, 5>",
    );
    const axis = file.a(bytes().varints(21, file.addString("x")).signed(2));
    const axes = file.addAttribute("builtin", bytes().varints(0, 1, axis));
    assert.equal(file.attr(bytes().varints(22, axes).byte(0)), '#stablehlo.mesh<axes=[<name = "x", size = 2>]>');
    const part = file.a(bytes().varint(19).signed(1).signed(2));
    const reference = bytes().varints(20, file.addString("x")).byte(1).varint(part);
    assert.equal(file.attr(reference), '#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>');
  });
  it("spells chlo's enums under its name", () => {
    assert.equal(new DialectFile("chlo").attr(bytes().varints(0, 1)), "#chlo<comparison_direction NE>");
  });
});

describe("MHLO", () => {
  const file = new DialectFile("mhlo");
  it("spells what StableHLO has too with its own name", () => {
    const scatter = bytes().varint(11).signedList(1).signedList(0, 1).signedList(0).signed(1);
    assert.equal(
      file.attr(scatter),
      "#mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>",
    );
    assert.equal(file.attr(bytes().varints(2, 4)), "#mhlo<comparison_direction LE>");
    assert.equal(file.attr(bytes().varints(9, 2)), "#mhlo.rng_algorithm<PHILOX>");
  });
  it("spells what only MHLO has", () => {
    assert.equal(file.attr(bytes().varints(14, 0)), "#mhlo<kind sharding>");
    assert.equal(file.attr(bytes().varints(15, 3)), "#mhlo<fusion_kind kCustom>");
    assert.equal(file.attr(bytes().varint(13).signedList(4)), "#mhlo.type_extensions<bounds = [4]>");
    const alias = bytes().varint(0).signedList(1, 2).signed(0).signedList(3).varint(1);
    assert.equal(file.attr(alias), "#mhlo.result_alias<tuple_indices = [1, 2], result_index = [0, 3], must_alias>");
    assert.equal(
      file.attr(bytes().varint(0).signedList().signed(5).signedList().varint(0)),
      "#mhlo.result_alias<result_index = [5]>",
    );
    const f32 = file.addType("builtin", "f32");
    assert.equal(file.typeOf(bytes().varints(1, 2, f32, f32)), "!mhlo.async_bundle<f32, f32>");
    assert.equal(file.typeOf(bytes().varint(0)), "!mhlo.token");
  });
});

describe("quant", () => {
  const file = new DialectFile("quant");
  const i8 = file.integerType(8);
  const f32 = file.floatType("f32");
  it("leaves out the full range of the storage type", () => {
    assert.equal(file.typeOf(bytes().varints(1, 1, i8).signed(-128).signed(127)), "!quant.any<i8>");
    assert.equal(file.typeOf(bytes().varints(2, 0, i8, f32).signed(1).signed(255)), "!quant.any<u8<1:255>:f32>");
  });
  it("leaves out the full range of a float, also if the float is stored as text", () => {
    for (const [name, max] of [
      ["f8E5M2", 57344],
      ["f8E4M3FN", 448],
    ] as const) {
      const float = file.addType("builtin", name);
      const any = (most: number): string => file.typeOf(bytes().varints(1, 1, float).signed(-max).signed(most));
      assert.equal(any(max), `!quant.any<${name}>`);
      assert.equal(any(max - 1), `!quant.any<${name}<-${max}:${max - 1}>>`);
    }
  });
  it("spells scales and zero points", () => {
    const uniform = bytes().varints(4, 1, i8, f32).signed(double(0.5)).signed(0).signed(-128).signed(127);
    assert.equal(file.typeOf(uniform), "!quant.uniform<i8:f32, 5.000000e-01>");
    const axis = bytes().varints(5, 1, i8, f32, 1).signed(-128).signed(127);
    axis.list([0.5, 2], (scale) => axis.signed(double(scale))).signedList(3, 0);
    assert.equal(file.typeOf(axis), "!quant.uniform<i8:f32:1, {5.000000e-01:3,2.000000e+00}>");
  });
  it("spells the values of quantiles as other floats", () => {
    const quantile = bytes().varints(7, i8, f32, 2).signed(double(0.0667)).signed(double(-1)).byte(0).byte(0);
    assert.equal(file.typeOf(quantile), "!quant.quantile<i8:f32, {0.066699999999999995,-1.000000e+00}>");
  });
  it("counts the range of quantiles by the bits that store them", () => {
    const quantile = file.t(bytes().varints(7, file.floatType("f16"), f32, 1).signed(double(1)).byte(0).byte(0));
    const uniform = (min: number, max: number): string =>
      file.typeOf(bytes().varints(4, 1, quantile, f32).signed(double(0.5)).signed(0).signed(min).signed(max));
    const spelled = "!quant.uniform<!quant.quantile<f16:f32, {1.000000e+00}>";
    assert.equal(uniform(-(2 ** 15), 2 ** 15 - 1), `${spelled}:f32, 5.000000e-01>`);
    assert.equal(uniform(-8, 7), `${spelled}<-8:7>:f32, 5.000000e-01>`);
  });
});

describe("Shardy's attributes", () => {
  const file = new DialectFile("sdy");
  const axis = (name: string, info = 0): number => file.a(bytes().varints(4, file.addString(name), info));
  const refs = (...indices: number[]): MlirBytes => bytes().list(indices, () => undefined);
  const listed = (code: number, ...indices: number[]): MlirBytes =>
    bytes()
      .varint(code)
      .byte(...refs(...indices).bytes)
      .varints(...indices);

  it("prints nested attributes without their name", () => {
    const x = file.a(bytes().varint(1).varint(file.addString("x")).signed(2));
    const mesh = file.a(bytes().varints(2, 1, x).signedList(1, 0));
    assert.equal(file.attributeText(mesh), '#sdy.mesh<["x"=2], device_ids=[1, 0]>');
    const half = file.a(bytes().varint(3).signed(1).signed(2));
    const part = axis("x", 2 * half + 1);
    const open = file.a(bytes().varints(5, 1, part).byte(0).varint(3));
    const empty = file.a(bytes().varints(5, 0).byte(1).varint(0));
    const sharding = file.a(bytes().varints(17, mesh, 2, open, empty, 1, axis("y"), 1, axis("z")).signed(1));
    assert.equal(
      file.attr(listed(7, sharding)),
      '#sdy.sharding_per_value<[<mesh<["x"=2], device_ids=[1, 0]>, [{"x":(1)2, ?}p1, {}], replicated={"y"}, unreduced=max{"z"}>]>',
    );
  });
  it("puts brackets around text that does not begin with one", () => {
    assert.equal(
      file.attr(listed(0, file.stringAttribute("a"), file.stringAttribute("b"))),
      '#sdy<manual_axes{"a", "b"}>',
    );
    const move = file.a(bytes().varints(13, 1, axis("x")).signed(0).signed(1));
    assert.equal(file.attr(listed(14, move)), '#sdy<all_to_all_param_list[{"x"}: 0->1]>');
  });
  it("names factors by letters, then by numbers", () => {
    const dim = (factor: number): number => file.a(bytes().varint(8).signedList(factor));
    const tensor = file.a(listed(9, dim(0), dim(17), dim(18)));
    const rule = bytes().varint(10).signedList(2).varints(1, tensor, 1, tensor);
    for (const factors of [[0], [], [], []]) rule.signedList(...factors);
    assert.equal(
      file.attr(rule.byte(1)),
      "#sdy.op_sharding_rule<([i, z, z_1])->([i, z, z_1]) {i=2} reduction={i}, custom>",
    );
  });
});

describe("MLIR's test dialect", () => {
  const file = new DialectFile("test");
  it("has an attribute and a type with encodings", () => {
    assert.equal(file.attr(bytes().varints(0, 42, 24)), "#test.attr_params<42, 24>");
    assert.equal(file.typeOf(bytes().varint(99)), "!test.i32");
  });
});
