import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MOST_LEVELS } from "../../../extension/document/indentation";
import { irMagic } from "../../support/bitWriter";
import { chars, member, MODULE, zip } from "../../support/boxes";

const cli = path.resolve("dist/cli.js");
const folder = mkdtempSync(path.join(tmpdir(), "bitscope-cli-"));
const sound = path.join(folder, "sound.pch");
const damaged = path.join(folder, "damaged.pch");
const stream = (): Uint8Array => {
  const bytes = irMagic().enter(20, 3).record(1, 2).record(2, 3, 4).end().done();
  bytes.set([0x43, 0x50, 0x43, 0x48]);
  return bytes;
};
/** Another module than `MODULE`. */
const OTHER = [...MODULE, ...MODULE.slice(-4)];

function call(args: readonly string[], input?: Uint8Array): { status: number | null; out: string; err: string } {
  const done = spawnSync(process.execPath, [cli, ...args], {
    input: input ? Buffer.from(input) : "",
    maxBuffer: 1 << 28,
  });
  return { status: done.status, out: done.stdout.toString("latin1"), err: done.stderr.toString() };
}

describe("the command line", () => {
  before(() => {
    writeFileSync(sound, stream());
    writeFileSync(damaged, stream().slice(0, -4));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it("ends quietly if the reader of its help has gone", function () {
    if (process.platform === "win32") this.skip();
    for (const word of ["--help", "--version"]) {
      const done = spawnSync("sh", ["-c", `(sleep 0.2; "${process.execPath}" "${cli}" ${word}) | true`]);
      assert.equal(done.stderr.toString(), "");
    }
  });

  it("says that the disk is full, with the status of an I/O error", function () {
    if (!existsSync("/dev/full")) this.skip();
    for (const words of ["--help", "--version", "text samples/factorial.bc", "show samples/factorial.bc"]) {
      const done = spawnSync("sh", ["-c", `"${process.execPath}" "${cli}" ${words} > /dev/full`], { encoding: "utf8" });
      assert.match(done.stderr, /^bitscope: the output cannot be written: no space left on device\n$/);
      assert.equal(done.status, 2);
    }
  });
  it("prints an outline of any depth as text, and as JSON down to where its readers can follow", () => {
    const depth = 600;
    const writer = irMagic();
    for (let level = 0; level < depth; level++) writer.enter(20, 3);
    for (let level = 0; level < depth; level++) writer.end();
    const bytes = writer.done();
    bytes.set([0x43, 0x50, 0x43, 0x48]);
    const lines = call(["outline", "-"], bytes).out.trimEnd().split("\n");
    assert.equal(lines.length, depth);
    interface Node {
      readonly children?: readonly Node[];
    }
    let [levels, nodes] = [0, JSON.parse(call(["outline", "-", "--json"], bytes).out) as readonly Node[] | undefined];
    for (; nodes?.[0]; nodes = nodes[0].children) levels++;
    assert.equal(levels, MOST_LEVELS + 1);
  });
  it("prints the same from a file and from standard input", () => {
    assert.deepEqual(call(["show", "-"], stream()).out, call(["show", sound]).out);
    assert.match(call(["show", sound]).out, /3: <2, 3, 4>/);
  });
  it("exits with 0 for a sound file, 1 for a damaged one, 2 for a missing one", () => {
    assert.equal(call(["show", sound]).status, 0);
    const bad = call(["show", damaged]);
    assert.equal(bad.status, 1);
    assert.match(bad.err, /damaged\.pch: \d+:\d: the stream ends/);
    assert.match(bad.out, /3: <1, 2>/);
    const absent = path.join(folder, "absent");
    const { status, err } = call(["show", absent]);
    assert.equal(status, 2);
    assert.equal(err, `bitscope: ${absent}: no such file or directory\n`);
    assert.equal(call(["show", folder]).status, 2);
  });
  it("refuses an option of another format, unless a file inside may have it", () => {
    for (const [file, option, only] of [
      ["samples/factorial.bc", "--tables", "IREE"],
      ["samples/factorial.pexe", "--locations", "MLIR"],
      ["samples/sampler.mlirbc", "--era=S05-T12", "IREE"],
    ] as const) {
      const { status, out, err } = call(["text", file, option]);
      assert.deepEqual([status, out], [2, ""]);
      assert.ok(err.startsWith(`bitscope: ${file}: ${option.replace(/=.*/, "")} is only for ${only}; this is `), err);
    }
    assert.equal(call(["text", "samples/sampler.mlirbc", "--locations"]).status, 0);
    assert.equal(call(["text", "samples/factorial.vmfb", "--tables"]).status, 0);
  });
  it("shows the records of one function, by its name or by a bit in it", () => {
    for (const [file, name, position, head] of [
      ["samples/factorial.bc", "main", "4456:0", "  ; FUNCTION_BLOCK"],
      ["samples/factorial.pexe", "fact", "100:0", "function i32 @f0(i32 %p0) {"],
      ["samples/factorial.vmfb", "factorial", "1168:0", "vm.func @factorial("],
      ["samples/llvm-1.9.bc", "sum", "116:0", "int %sum(%struct.list* %list) {"],
      ["samples/sampler.mlirbc", "sum", "965:0", 'sym_name = "sum"'],
    ] as const) {
      const { status, out } = call(["show", file, "--function", name]);
      assert.equal(status, 0);
      const [first = ""] = out.split("\n", 1);
      assert.ok(first.trim().startsWith(`${position}|`) && first.includes(head), first);
      assert.equal(call(["show", file, "--section", position]).out, out);
      assert.ok(call(["show", file]).out.includes(first));
    }
    const { status, err } = call(["show", "samples/factorial.bc", "--function", "none"]);
    assert.deepEqual([status, err], [2, "bitscope: samples/factorial.bc: no function none\n"]);
    const padding = "test/fixtures/llvm/rewritten.bc";
    const { out, ...failed } = call(["show", padding, "--section", "2287:0"]);
    assert.deepEqual([failed.status, out, failed.err], [2, "", `bitscope: ${padding}: nothing is shown of 2287:0\n`]);
  });
  it("refuses invalid commands, with an explanation", () => {
    for (const args of [
      [],
      ["frob", sound],
      ["show"],
      ["show", sound, "--json"],
      ["at", sound, "x"],
      ["show", sound, "--section", "y"],
      ["show", sound, "--section", "99999:0"],
    ]) {
      const { status, err } = call(args);
      assert.equal(status, 2, args.join(" "));
      assert.match(err, /^bitscope: .+\n$/);
    }
  });
  it("tells what a file in an unknown format is", () => {
    const { status, err } = call(["check", "-"], Uint8Array.from([1, 2, 3]));
    assert.equal(status, 1);
    assert.match(err, /-: 0:0: unknown format: the first bytes are 01 02 03/);
  });
  it("counts bits and checks the tiling law", () => {
    const { out } = call(["check", sound]);
    assert.match(
      out,
      new RegExp(
        `^bits: ${stream().length * 8}, decoded \\d+, padding \\d+, opaque 0, undecoded 0\nthe leaves encode to the file: equal\n$`,
      ),
    );
  });
  it("lists the problems of a file that is cut as the editor does: not those that only tell where it ends", () => {
    const cut = readFileSync("samples/factorial.bc").subarray(0, 3700);
    const { status, err } = call(["text", "-"], cut);
    assert.equal(status, 1);
    assert.deepEqual(err.match(/^\S+: \d+:\d+: /gm), ["-: 32:0: ", "-: 1149:4: ", "-: 1226:1: "]);
    // One that only tells that is still better than none.
    const checked = call(["check", "-"], cut);
    assert.equal(checked.status, 1);
    assert.match(checked.out, /^3700:0: the stream ends/m);
  });

  it("names the owners of a bit as JSON, outermost first", () => {
    const found = JSON.parse(call(["at", sound, "4:0"]).out) as { kind: string; startBit: number; endBit: number }[];
    assert.deepEqual(
      found.map((e) => e.kind),
      ["file", "block", "decoded"],
    );
    assert.ok(found.every((e) => e.startBit <= 32 && 32 < e.endBit));
  });
  it("prints outline, stats and symbols as JSON", () => {
    for (const name of ["outline", "stats", "symbols"])
      assert.ok(Array.isArray(JSON.parse(call([name, sound, "--json"]).out)));
  });
  it("checks the documents in a file, but not those for other tools", () => {
    const { status, out, err } = call(["check", "samples/factorial.vmfb"]);
    assert.deepEqual([status, out.split("\n").length, err], [0, 3, ""], out);
    assert.match(call(["outline", "samples/factorial.vmfb"]).out, /rodata 1 .*SPIR-V/);
  });
  it("prints the bytes of a file inside, at any depth, and nothing unless one is named", () => {
    const inner = [...chars("!<arch>\n"), ...member("a.bc/", MODULE), ...member("a.bc/", OTHER)];
    const outer = Uint8Array.from(
      zip(
        [
          ["lib.a", inner],
          ["1 (b.bc)", MODULE],
          ["2 (b.bc)", MODULE],
        ],
        9,
      ),
    );
    const extract = (...words: string[]) => call(["extract", "-", ...words], outer);
    for (const [name, bytes] of [
      ["lib.a", inner],
      ["lib.a/a.bc", MODULE],
      ["lib.a/a.bc 2", OTHER],
    ] as const)
      assert.deepEqual(extract("--member", name), { status: 0, out: String.fromCharCode(...bytes), err: "" });
    const refused = [
      [[], "extract: --member NAME is missing; bitscope outline tells the names"],
      [["--member", "c.a"], "-: no member c.a; there are lib.a, 1 (b.bc), 2 (b.bc)"],
      [["--member", "b.bc"], "-: 2 members are named b.bc"],
    ] as const;
    for (const [words, message] of refused)
      assert.deepEqual(extract(...words), { status: 2, out: "", err: `bitscope: ${message}\n` });
  });
  it("refuses a style that the file's format does not have", () => {
    const { status, out, err } = call(["text", sound, "--as", "99"]);
    assert.equal(status, 2);
    assert.equal(out, "");
    assert.match(err, /--as 99: no such style; /);
  });
  it("exits quietly when its reader has gone", async () => {
    const writer = irMagic().enter(20, 3);
    for (let i = 0; i < 50_000; i++) writer.record(1, i);
    const large = path.join(folder, "large.pch");
    writeFileSync(large, writer.end().done());
    const child = spawn(process.execPath, [cli, "show", large], { stdio: ["ignore", "pipe", "pipe"] });
    let err = "";
    child.stderr.on("data", (data: Buffer) => (err += data.toString()));
    child.stdout.once("data", () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on("close", resolve));
    assert.equal(status, 0);
    assert.equal(err, "");
  });
  it("prints one function of each format, and says if there is none of that name", () => {
    for (const [sample, name, first] of [
      ["factorial.bc", "main", /^; Function Attrs:.*\ndefine /],
      ["factorial.pexe", "f0", /^ +function i32 @f0\(/],
      ["factorial.vmfb", "factorial", /^\nvm\.export @factorial\n/],
      ["llvm-1.9.bc", "sum", /^\nint %sum\(/],
      [
        "sampler.mlirbc",
        "table",
        /^ {4}"func\.func"\(\) .*sym_name = "table"\}>.*\n(?: {6}.*\n){3} {4}\}\) : \(\) -> \(\)\n$/,
      ],
    ] as const) {
      const file = `samples/${sample}`;
      assert.match(call(["text", file, "--function", name]).out, first);
      const positioned = call(["text", file, "--function", name, "--positions"]).out;
      const lines = positioned.replaceAll(/^[^|\n]*\|/gm, "");
      assert.ok(lines.length > 0 && call(["text", file, "--function", name]).out.endsWith(lines), positioned);
      const none = { status: 2, out: "", err: `bitscope: ${file}: no function lookup\n` };
      assert.deepEqual(call(["text", file, "--function", "lookup"]), none);
    }
    const positioned = call(["text", "samples/sampler.mlirbc", "--function", "table", "--positions"]).out;
    assert.match(positioned, /^ {4}1348:0\| {4}"func\.func".*\n {4}1358:0\| {6}%0 = /);
  });
  it("knows files and functions by any name, and prints it as UTF-8", () => {
    const name = path.join(folder, "ä שלום.bc");
    const bytes = readFileSync("samples/factorial.bc");
    // A function's name in the string table: `main` becomes four bytes of other letters.
    bytes.write("äß", bytes.indexOf("main", bytes.lastIndexOf("_ZN6sample3sumEPKii")), "utf8");
    writeFileSync(name, bytes);
    const text = Buffer.from(call(["text", name]).out, "latin1").toString();
    assert.ok(text.startsWith(`; ModuleID = '${name}'\n`), text.slice(0, 100));
    assert.ok(
      Buffer.from(call(["dump", name]).out, "latin1")
        .toString()
        .includes(`Summary of ${name}:`),
    );
    assert.match(call(["text", name, "--function", "äß"]).out, /^; Function Attrs.*\ndefine .* @"\\C3\\A4\\C3\\9F"/);
  });
  it("has help and a version", () => {
    assert.match(call(["--help"]).out, /bitscope show FILE/);
    assert.match(call(["--version"]).out, /^bitscope \d+\.\d+\.\d+\n$/);
  });
  it("prints both, and complaints about wrong usage, without loading the formats", () => {
    const alone = path.join(folder, "cli.js");
    copyFileSync(cli, alone);
    for (const words of [
      ["--help"],
      ["--version"],
      ["unknown"],
      ["text"],
      ["show", sound, "--json"],
      ["diff", "-", "-"],
    ]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [alone, ...words], { encoding: "utf8" });
      assert.deepEqual({ status, out: stdout, err: stderr }, call(words));
      assert.equal(status, words[0]?.startsWith("--") ? 0 : 2, stderr);
    }
  });

  it("diff prints the differences, with a status that tells whether there are any", () => {
    const sample = path.resolve("samples/factorial.pexe");
    const other = path.join(folder, "other.pexe");
    const bytes = new Uint8Array(readFileSync(sample));
    // The constant 1, an operand of 6 bits at 124:2, becomes 2.
    bytes[124] = ((bytes[124] ?? 0) & ~(0x3f << 2)) | (4 << 2);
    writeFileSync(other, bytes);
    assert.deepEqual(call(["diff", sample, sample]), { status: 0, out: "", err: "" });
    const differs = call(["diff", sample, other]);
    assert.equal(differs.status, 1);
    assert.match(differs.out, /^ {2}changed {2}fact .* 2 differ\n--- .*\n\+\+\+ .*\n@@ -\d+,7 \+\d+,7 @@ fact\n/m);
    assert.match(differs.out, /^- +%c0 = i32 1;\n\+ +%c0 = i32 2;$/m);
    const json = JSON.parse(call(["diff", "--json", sample, other]).out) as Record<string, unknown>;
    assert.equal(json.equal, false);
    assert.equal(call(["diff", sample]).status, 2);
    assert.equal(call(["diff", sample, path.join(folder, "absent")]).status, 2);
  });
  it("diff can be git's external diff command", () => {
    const git = (...args: string[]): string => {
      const config = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=false"];
      const command = `diff.bitscope.command="${process.execPath}" "${cli}" diff`;
      const done = spawnSync("git", [...config, "-c", command, ...args], { cwd: repository, encoding: "utf8" });
      assert.equal(done.status, 0, `${args.join(" ")}: ${done.stderr}`);
      return done.stdout;
    };
    const repository = path.join(folder, "repository");
    mkdirSync(repository);
    const file = path.join(repository, "a.pexe");
    writeFileSync(file, readFileSync("samples/factorial.pexe"));
    writeFileSync(path.join(repository, ".gitattributes"), "*.pexe diff=bitscope\n");
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "one");
    const bytes = new Uint8Array(readFileSync(file));
    bytes[124] = ((bytes[124] ?? 0) & ~(0x3f << 2)) | (4 << 2);
    writeFileSync(file, bytes);
    assert.match(git("diff"), /--- a\/a\.pexe\n\+\+\+ b\/a\.pexe\n@@ .* fact\n/);
    rmSync(file);
    assert.match(git("diff"), /--- a\/a\.pexe\n\+\+\+ \/dev\/null\n/);
  });
});
