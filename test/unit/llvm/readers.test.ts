/** The readers of instructions agree with the specification: each operand is read as the kind that is specified. */
import * as assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { BitRecord } from "../../../extension/formats/bitstream/record";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import { BLOCK } from "../../../extension/formats/llvm/codes";
import { InstructionContext } from "../../../extension/formats/llvm/read/instructions/context";
import type { Form } from "../../../extension/formats/llvm/spec/form";
import { specificationOf } from "../../../extension/formats/llvm/spec/index";
import { Layout } from "../../../extension/formats/llvm/spec/layout";
import { opened } from "../../support/tiling";

const FOLDER = "test/fixtures/llvm";
const RELEASE: Release = 22;

/** The ways in which a reader takes an operand, and the kinds that the operand may then have. */
const TAKES = {
  value: (form) => form.kind === "value" && form.form === "relative",
  known: (form) =>
    (form.kind === "value" && form.form === "known") || (form.kind === "node" && form.form === "relative"),
  signed: (form) => form.kind === "value" && form.form === "signed",
  typeOperand: (form) => form.kind === "type",
  looseType: (form) => form.kind === "type",
  block: (form) => form.kind === "block",
  raw: (form) => form.kind !== "type" && !(form.kind === "value" && form.form === "relative"),
} as const satisfies Record<string, (form: Form) => boolean>;
type Take = keyof typeof TAKES;

/**
 * Watches a reader's cursor while a file is read; returns how many operands were taken, and those taken as a wrong
 * kind.
 */
function watch(read: () => void): { readonly taken: number; readonly wrong: readonly string[] } {
  const { prototype } = InstructionContext;
  const originals = Object.getOwnPropertyDescriptors(prototype);
  const wrong = new Set<string>();
  let [taken, depth] = [0, 0];
  let layout: Layout | undefined;
  prototype.begin = function (this: InstructionContext, record: BitRecord) {
    originals.begin.value?.call(this, record);
    const { types, values, relative } = this.tables;
    const specification = specificationOf(BLOCK.FUNCTION, record.code, { release: RELEASE, oldTypeTable: false });
    assert.ok(specification, `code ${record.code} has a specification`);
    layout = new Layout(record, specification, {
      release: RELEASE,
      version: relative ? 1 : 0,
      summaryVersion: 0,
      contextTree: false,
      next: values.length,
      type: (index) => types[index],
      typeOf: (id) => values.typeOf(id),
    });
  };
  for (const take of Object.keys(TAKES) as Take[]) {
    const original = prototype[take] as (...args: unknown[]) => unknown;
    const watched = function (this: InstructionContext, ...args: unknown[]): unknown {
      if (depth === 0 && layout && this.at < this.record.length) {
        taken++;
        const { name, form } = layout.field(this.at);
        if (!TAKES[take](form)) wrong.add(`${layout.specification.name} ${name}: ${form.kind} is taken by ${take}()`);
      }
      depth++;
      try {
        return original.apply(this, args);
      } finally {
        depth--;
      }
    };
    Object.defineProperty(prototype, take, { configurable: true, writable: true, value: watched });
  }
  try {
    read();
  } finally {
    Object.defineProperties(prototype, originals);
  }
  return { taken, wrong: [...wrong] };
}

describe("the readers of LLVM's instructions", () => {
  let all = 0;
  after(() => {
    assert.ok(all > 0);
  });
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".bc"))) {
    it(`read each operand of ${name} as specified`, () => {
      const document = opened(new Uint8Array(readFileSync(path.join(FOLDER, name))));
      const { taken, wrong } = watch(() => {
        for (const piece of document.text({ fileName: name })) assert.ok(piece.length >= 0);
      });
      assert.deepEqual(wrong, []);
      // A file with declarations only has none.
      all += taken;
    });
  }
});
