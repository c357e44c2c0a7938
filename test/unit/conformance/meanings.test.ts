/** Every leaf of an IR file has a meaning, except numbers that explain themselves. */
import assert from "node:assert/strict";
import type { Leaf } from "../../../extension/document/element";
import { seeds } from "../../support/seeds";
import { opened } from "../../support/tiling";

/** IR files themselves: in containers around them most fields are plain numbers. */
const IR = /^(?:test|samples)\/.*(?:bc|pexe)$|^PNaCl (?!damage)|^IREE, |^LLVM 1\.x$/;

/** Fields that are counts, sizes and similar, or bytes of a value that its record shows. */
const PLAIN = [
  /\b(?:count|length|size|width|words|version|bytes|bits|capacity)$/i,
  /^(?:abbreviation id|literal value|blob|data|magic|NUL|reserved|align(?:ment)?)$/,
  /^(?:line|column|dimension|scalable dimensions|has use-list orders|use index|value|operandSegmentSizes.*)$/,
  /^(?:types|parameters|dependent libraries|operands|arguments|sections)$/,
  /_(?:version|count|capacity|offset)$|InBits$|^(?:arg|discriminator|scopeLine)$/,
  /^(?:(?:start|end)(?:Line|Column)|height|pos|crd|nonZero|block)$/,
  /^number of |^(?:dim|permutation|divisor|num_elem|text|.*shape|.*strides|dimension map|sparse dimension|scope line)$/,
];

for (const { name, bytes } of seeds().filter((seed) => IR.test(seed.name))) {
  it(`gives the leaves of ${name} a meaning`, () => {
    const silent = new Set<string>();
    const leaf = ({ kind, name: field, meaning }: Leaf): void => {
      if (kind === "decoded" && !meaning && !PLAIN.some((plain) => plain.test(field))) silent.add(field);
    };
    const sink = { open: () => undefined, close: () => undefined, leaf };
    for (const walk = opened(bytes).elements(sink); !walk.next().done;);
    assert.deepEqual([...silent], []);
  });
}
