/** Makes the inputs, measures every command beside its reference, then the editor's response times: `npm run bench`. */
import { spawnSync } from "node:child_process";
import path from "node:path";

for (const name of ["make", "table", "large", "weights", "editor"]) {
  console.log(`\n== ${name}`);
  const done = spawnSync(process.execPath, [path.join(__dirname, `${name}.js`)], { stdio: "inherit" });
  if (done.status !== 0) console.log(`== ${name}: ended with ${done.status ?? "a signal"}`);
}
