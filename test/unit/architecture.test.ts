import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import type { Metafile } from "esbuild";
import { build } from "esbuild";

/** Cycles of imports, as the bundler sees them (imports of types do not count). */
async function circles(entryPoints: readonly string[]): Promise<readonly string[]> {
  const options = {
    bundle: true,
    write: false,
    metafile: true,
    external: ["vscode"],
    loader: { ".css": "empty" as const },
  };
  const result = await build({
    ...options,
    entryPoints: [...entryPoints],
    platform: "node",
    outdir: "none",
  });
  const inputs: Metafile["inputs"] = result.metafile?.inputs ?? {};
  const found: string[] = [];
  const done = new Set<string>();
  for (const start of Object.keys(inputs)) {
    const stack = [{ file: start, next: 0 }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const imports = inputs[top.file]?.imports ?? [];
      const target = imports[top.next++]?.path;
      if (target === undefined) {
        done.add(top.file);
        stack.pop();
      } else if (stack.some((s) => s.file === target)) found.push(`${top.file} imports ${target}`);
      else if (!done.has(target) && inputs[target]) stack.push({ file: target, next: 0 });
    }
  }
  return found;
}

describe("the architecture", () => {
  it("has no cycle of imports", async () => {
    const root = path.resolve(".");
    const entries = [
      "extension/cli/start.ts",
      "extension/cli/main.ts",
      "extension/main.ts",
      "extension/session/worker/worker.ts",
      "webview/main.ts",
    ];
    assert.deepEqual(await circles(entries.map((e) => path.join(root, e)).filter(existsSync)), []);
  });

  it("lets the worker start without Node", async () => {
    const { outputFiles } = await build({
      bundle: true,
      write: false,
      platform: "node",
      format: "cjs",
      entryPoints: [path.resolve("extension/session/worker/worker.ts")],
      loader: { ".css": "empty" },
    });
    const self: { onmessage?: unknown; postMessage: () => void } = { postMessage: () => undefined };
    const browser = { self, importScripts: () => undefined, TextDecoder, TextEncoder, URL, setTimeout, performance };
    runInNewContext(`var module = { exports: {} }, exports = module.exports;\n${outputFiles[0]!.text}`, browser);
    // A worker that requires a module of Node throws; one that has started listens.
    assert.equal(typeof self.onmessage, "function");
  });
});

/** Every TypeScript file below a folder. */
const sourceFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.join(folder, file));

/** Folders beside those of the formats that the formats share. */
const SHARED: ReadonlySet<string> = new Set(["bitstream", "compression", "guard"]);

describe("The facts of the formats", () => {
  const pages = new Set(readdirSync("docs/formats"));

  it("have a page for each format, which the format's document cites", () => {
    for (const { name } of readdirSync("extension/formats", { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )) {
      if (SHARED.has(name)) continue;
      const head = readFileSync(path.join("extension/formats", name, "document.ts"), "utf8").split("*/", 1)[0] ?? "";
      const page = /docs\/formats\/(\w+\.md)/.exec(head)?.[1];
      assert.ok(page !== undefined && pages.has(page), `${name}/document.ts names no page of docs/formats: ${head}`);
    }
  });

  it("are on existing pages and in existing sections wherever code cites them", () => {
    for (const file of sourceFiles("extension")) {
      // A comment may break the line within what it cites.
      const text = readFileSync(file, "utf8").replace(/\n *(?:\*|\/\/) /g, " ");
      for (const [, page, section] of text.matchAll(/docs\/formats\/(\w+\.md)(?:, "([^"]+)")?/g)) {
        assert.ok(page !== undefined && pages.has(page), `${file} cites ${page}`);
        if (section === undefined) continue;
        const headings = readFileSync(path.join("docs/formats", page), "utf8").match(/^#+ .*$/gm) ?? [];
        assert.ok(
          headings.some((heading) => heading.replace(/^#+ /, "") === section),
          `${file} cites "${section}" of ${page}`,
        );
      }
    }
  });
});
