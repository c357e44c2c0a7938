/** Makes every file that is measured: `node out/bench/make.js`, the first step of `npm run bench`. */
import { fileOf, INPUTS } from "./inputs";
import { megabytes, sizeOf } from "./measure";

for (const input of INPUTS)
  try {
    const file = fileOf(input);
    console.log(`${file}: ${megabytes(sizeOf(file))}`);
  } catch (error) {
    console.log(`${input.file}: ${error instanceof Error ? error.message : String(error)}`);
  }
