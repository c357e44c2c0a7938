import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";

/** Every TypeScript file below a folder. */
const sourceFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.join(folder, file));

/** The files that a file imports, types too. */
function importsOf(file: string): readonly string[] {
  const names = readFileSync(file, "utf8").matchAll(/^(?:import|export|\}) [^;]*?from "(\.[^"]*)";/gm);
  const targets = Array.from(names, ([, name]) => path.join(path.dirname(file), name ?? ""));
  return targets.flatMap((target) => [`${target}.ts`, path.join(target, "index.ts")].filter(existsSync));
}

/** The imports that close a circle of files. */
function circles(files: readonly string[]): readonly string[] {
  const found: string[] = [];
  const [open, done] = [new Set<string>(), new Set<string>()];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    open.add(file);
    for (const target of importsOf(file))
      if (open.has(target)) found.push(`${file} imports ${target}`);
      else visit(target);
    open.delete(file);
    done.add(file);
  };
  files.forEach(visit);
  return found;
}

describe("the architecture", () => {
  it("has no circle of imports, not even of types", () => {
    assert.deepEqual(circles([...sourceFiles("extension"), ...sourceFiles("webview")]), []);
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

/** The pages that tell where things are, and the folders that the paths in each may begin at. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "README.md": [""],
  "ARCHITECTURE.md": [
    "",
    "extension",
    "extension/formats",
    ...readdirSync("extension/formats").map((f) => `extension/formats/${f}`),
  ],
  "SECURITY.md": ["", "extension"],
  "docs/new-release.md": ["", "extension"],
  "docs/new-dialect.md": ["", "extension/formats/mlir"],
};

describe("the pages of the project", () => {
  it("name files that exist", () => {
    const pages = new Map(Object.entries(PAGES));
    for (const page of readdirSync("docs/formats"))
      pages.set(`docs/formats/${page}`, [
        "",
        `extension/formats/${path.parse(page).name}`,
        "extension/formats/bitstream",
      ]);
    for (const [page, folders] of pages)
      // A path with a folder and an ending; a placeholder such as `mlir-N.json` has a capital letter for what varies.
      for (const [, named] of readFileSync(page, "utf8").matchAll(/`([a-z0-9]+\/[\w./-]+\.(?:ts|mjs|json|tsv))`/g)) {
        if (named === undefined || /-[A-Z]\./.test(named)) continue;
        assert.ok(
          folders.some((folder) => existsSync(path.join(folder, named))),
          `${page} names ${named}`,
        );
      }
  });
});

/** Folders beside those of the formats that the formats share. */
const SHARED: ReadonlySet<string> = new Set(["bitstream", "compression", "guard", "words", "zip"]);

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
