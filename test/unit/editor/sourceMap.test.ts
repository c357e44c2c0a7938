/** Maps the compiler's paths to files on this machine. */
import assert from "node:assert/strict";
import { sourcePath } from "../../../extension/document/paths";
import { candidates, learned, filesAt } from "../../../extension/editor/sourceMap";

describe("a source path", () => {
  it("is the file's own, or relative to the compilation directory", () => {
    assert.equal(sourcePath("/build/p", "src/./a.c"), "/build/p/src/a.c");
    assert.equal(sourcePath("/build/p/out", "../src/a.c"), "/build/p/src/a.c");
    assert.equal(sourcePath("/build/p", "/usr/include/x.h"), "/usr/include/x.h");
    assert.equal(sourcePath("C:\\p", "src\\a.c"), "C:/p/src/a.c");
    assert.equal(sourcePath("/d", "a\\b.c"), "/d/a\\b.c");
    assert.equal(sourcePath("", "a.c"), "a.c");
  });
  it("is looked for where the map puts it, at its own path, then in the workspace by its end", () => {
    assert.deepEqual(candidates("/build/p/a.c", { "/build": "/home/me" }), [
      "/home/me/p/a.c",
      "/build/p/a.c",
      "build/p/a.c",
      "p/a.c",
      "a.c",
    ]);
    assert.deepEqual(candidates("a.c", {}), ["a.c"]);
  });
  it("uses the longest matching prefix of the map, which must end at a separator", () => {
    const map = { "/build": "/one", "/build/p/": "/two/", "/build/p/src/a": "/three", "C:\\w": "/four" };
    assert.equal(candidates("/build/p/src/a.c", map)[0], "/two/src/a.c");
    assert.equal(candidates("/build/q/a.c", map)[0], "/one/q/a.c");
    assert.equal(candidates("/builder/a.c", map)[0], "/builder/a.c");
    assert.equal(candidates("C:/w/a.c", map)[0], "/four/a.c");
  });
  it("never leaves the workspace by its end", () => {
    for (const path of candidates(sourcePath("/d", "../../../../etc/x"), {})) assert.ok(!path.includes(".."));
  });
});

describe("a file that the user chose", () => {
  it("determines a prefix that also maps its neighbours", () => {
    const { prefix, replacement } = learned("/build/p/src/a.c", "/home/me/p/src/a.c");
    assert.deepEqual([prefix, replacement], ["/build", "/home/me"]);
    assert.equal(candidates("/build/p/inc/b.h", { [prefix]: replacement })[0], "/home/me/p/inc/b.h");
  });
  for (const [path, chosen] of [
    ["/a.c", "/home/a.c"],
    ["/home/p/a.c", "/p/a.c"],
    ["a.c", "/home/a.c"],
    ["/build/a.c", "/home/renamed.c"],
    ["/build/a.c", "vscode-vfs://github/me/p/a.c"],
    ["C:/w/a.c", "/c:/mine/a.c"],
  ] as const)
    it(`is found again: ${path} at ${chosen}`, () => {
      const { prefix, replacement } = learned(path, chosen);
      assert.equal(candidates(path, { [prefix]: replacement })[0], chosen);
    });

  it("tells which files in debug information are a file on this machine", () => {
    const files = [
      { file: "src/a.cpp", directory: "/build" },
      { file: "/usr/include/a.cpp", directory: "/build" },
      { file: "lib/a.cpp", directory: "/build" },
      { file: "b.cpp", directory: "/build" },
    ];
    assert.deepEqual(filesAt("/home/me/src/a.cpp", files, { "/build": "/home/me" }), [files[0]]);
    assert.deepEqual(filesAt("/usr/include/a.cpp", files, {}), [files[1]]);
    assert.deepEqual(filesAt("/work/p/lib/a.cpp", files, {}), [files[2]]);
    assert.deepEqual(filesAt("/work/c.cpp", files, {}), []);
  });
});
