/** Isolated ops, which the assembly reads alone. */
import { readFileSync } from "node:fs";
import { LAWS } from "../../support/laws";
import { seeded } from "../../support/mutate";

/** The bytes for one region and for 63 regions of an isolated op. */
const [ONE, MANY] = [0x07, 0xff];

describe("an isolated op with more regions than bytes", () => {
  it("is read as it is in its section: the assembly equals the text", () => {
    const bytes = readFileSync("samples/sampler.mlirbc");
    for (let at = bytes.indexOf(ONE); at >= 0; at = bytes.indexOf(ONE, at + 1)) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] = MANY;
      LAWS["text"]?.(damaged, seeded(1));
    }
  });
});
