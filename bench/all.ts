/** All benchmarks one after the other, each in a process of its own: `npm run bench`. One whose tools are missing says so. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";

for (const file of readdirSync(__dirname).sort()) {
  if (!file.endsWith(".js") || ["all.js", "measure.js"].includes(file)) continue;
  console.log(`\n== ${path.basename(file, ".js")}`);
  const done = spawnSync(process.execPath, [path.join(__dirname, file)], { stdio: "inherit" });
  if (done.status !== 0) console.log(`== ${file}: ended with ${done.status ?? "a signal"}`);
}
