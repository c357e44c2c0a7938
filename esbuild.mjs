#!/usr/bin/env node
/**
 * Builds the bundles into dist/: `node esbuild.mjs`; with `--watch` after each change, with `--tests` also suites and
 * tools, with `--tools` also tools, with `--fuzz` only the long fuzzing.
 */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as esbuild from "esbuild";

/**
 * Data tables as strings for JSON.parse: a JavaScript literal of that size would take several times as long to compile
 * at every start.
 */
const tables = {
  name: "tables",
  setup(build) {
    build.onLoad({ filter: /[\\/]data[\\/][^\\/]+\.json$/ }, async ({ path }) => {
      const data = JSON.stringify(JSON.parse(await fs.promises.readFile(path, "utf8")));
      return { contents: `export default JSON.parse(${JSON.stringify(data)})`, loader: "js" };
    });
  },
};

/** In Node the extension is the browser's with another platform: that bundle has what both share. */
const shared = {
  name: "shared",
  setup(build) {
    build.onResolve({ filter: /^\.\/activate$/ }, () => ({ path: "./extension.web.js", external: true }));
  },
};

const has = (path) => fs.existsSync(path);
const common = {
  bundle: true,
  minify: true,
  sourcemap: false,
  logLevel: "warning",
  legalComments: "none",
  plugins: [tables],
};
const bundles = [
  { entryPoints: { cli: "extension/cli/start.ts" }, platform: "node", target: "node20", format: "cjs" },
  { entryPoints: { engine: "extension/cli/main.ts" }, platform: "node", target: "node20", format: "cjs" },
  {
    entryPoints: { extension: "extension/main.ts" },
    platform: "node",
    target: "node18",
    format: "cjs",
    external: ["vscode"],
    plugins: [shared],
  },
  {
    entryPoints: { "extension.web": "extension/main.web.ts" },
    platform: "browser",
    target: "chrome114",
    format: "cjs",
    external: ["vscode"],
  },
  { entryPoints: { worker: "extension/session/worker/worker.ts" }, platform: "node", target: "node18", format: "cjs" },
  { entryPoints: { webview: "webview/main.ts" }, platform: "browser", target: "chrome114", format: "iife" },
].filter((b) => Object.values(b.entryPoints).every(has));

/** The files below a folder whose names have one of these endings. */
function files(folder, ending) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((f) => f.endsWith(ending))
    .map((f) => `${folder}/${f}`);
}

const options = bundles.map((b) => ({ ...common, ...b, outdir: "dist" }));
const withTests = process.argv.includes("--tests");
/** A measured program is built as the product is: its source map would take longer to read than many a file. */
const MEASURED = "bench/find.ts";
if (withTests)
  options.push({
    ...common,
    entryPoints: [MEASURED],
    outbase: ".",
    outdir: "out",
    platform: "node",
    target: "node20",
    format: "cjs",
  });
if (withTests || process.argv.includes("--tools")) {
  const entryPoints = (withTests ? ["test", "bench", "tools"] : ["tools"])
    .filter(has)
    .flatMap((folder) => files(folder, ".ts"))
    .filter((f) =>
      /\.test\.ts$|parity\/(main|case)\.ts$|bench\/[^/]+\.ts$|vscode\/(suite\/index[^/]*|start|electron|screenshots|bench)\.ts$/.test(
        f,
      ),
    );
  const forNode = {
    ...common,
    minify: false,
    sourcemap: "inline",
    outbase: ".",
    outdir: "out",
    platform: "node",
    target: "node20",
    packages: "external",
    // Each bundle needs its own demangler: the package keeps one wasm instance and a view of its memory.
    alias: {
      "gecko-profiler-demangle/index_bg.js": fs.realpathSync("node_modules/gecko-profiler-demangle/index_bg.js"),
    },
    external: ["vscode"],
  };
  // One process runs all of these: what they share is loaded once. Bundles of their own would fill its heap.
  const inOneProcess = entryPoints.filter((f) => /^test\/(unit|fuzz)\//.test(f));
  if (inOneProcess.length > 0)
    options.push({
      ...forNode,
      entryPoints: inOneProcess,
      format: "esm",
      splitting: true,
      outExtension: { ".js": ".mjs" },
      chunkNames: "test/shared/[name]-[hash]",
    });
  const alone = entryPoints.filter((f) => !f.endsWith(".web.ts") && f !== MEASURED && !inOneProcess.includes(f));
  options.push({ ...forNode, entryPoints: alone, format: "cjs" });
  // The browser's extension host loads a single file and no packages.
  const forTheBrowser = entryPoints.filter((f) => f.endsWith(".web.ts"));
  if (forTheBrowser.length > 0)
    options.push({
      ...common,
      minify: false,
      entryPoints: forTheBrowser,
      outbase: ".",
      outdir: "out",
      platform: "browser",
      target: "chrome114",
      format: "cjs",
      external: ["vscode"],
      // Mocha's own bundle replaces the exports.
      footer: { js: "module.exports = { run };" },
    });
}
if (process.argv.includes("--fuzz")) {
  // Only this build needs TypeScript.
  const { BANNER, coverage } = await import("./tools/coverage.mjs");
  await esbuild.build({
    ...common,
    minify: false,
    entryPoints: ["test/fuzz/long.ts"],
    outdir: "out/fuzz",
    platform: "node",
    target: "node20",
    format: "cjs",
    packages: "external",
    plugins: [tables, coverage],
    banner: { js: BANNER },
  });
  process.exit(0);
}
fs.mkdirSync("dist", { recursive: true });
// V8 tells old code from new only by its length.
for (const name of fs.readdirSync("dist")) if (name.endsWith(".cache")) fs.rmSync(`dist/${name}`);
fs.copyFileSync("node_modules/gecko-profiler-demangle/index_bg.wasm", "dist/demangle.wasm");
if (process.argv.includes("--watch")) {
  for (const o of options) await (await esbuild.context(o)).watch();
} else {
  await Promise.all(options.map((o) => esbuild.build(o)));
  execFileSync(process.execPath, ["tools/engineCache.mjs"], { stdio: "inherit" });
}
