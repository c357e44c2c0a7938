/**
 * What a file's names could do when they are printed (SECURITY.md): a terminal shows them, a pipe gets their bytes,
 * JSON contains them.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chars, member, MODULE } from "../../support/boxes";

const cli = path.resolve("dist/cli.js");
const folder = mkdtempSync(path.join(tmpdir(), "bitscope-security-"));
const file = path.join(folder, "evil.a");
/** A title for the terminal, a colour, a carriage return, an end of a JSON string, a formula, and HTML. */
const NAME = '=1+1\x1b]0;x\x07\x1b[31m\r","<img onerror=x>';
/** The `script` of util-linux; BSD's has other options. */
const SCRIPT = ["/usr/bin/script"].find((tool) => existsSync(tool) && process.platform === "linux");

describe("a hostile name", () => {
  before(() => {
    // BSD's form of a long name: its length is in the header, the name precedes the content.
    const named = [...chars("!<arch>\n"), ...member(`#1/${NAME.length}`, [...chars(NAME), ...MODULE])];
    writeFileSync(file, Uint8Array.from(named));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it("is printed as bytes into a pipe", () => {
    const { stdout } = spawnSync(process.execPath, [cli, "outline", file]);
    assert.ok(stdout.toString("latin1").includes("\x1b]0;x\x07"));
  });
  it("is a single string in JSON", () => {
    const { stdout } = spawnSync(process.execPath, [cli, "outline", "--json", file]);
    const names = JSON.stringify(JSON.parse(stdout.toString()));
    assert.ok(names.includes(JSON.stringify(NAME).slice(1, -1)));
  });
  it("is shown as escapes on a terminal", function () {
    if (SCRIPT === undefined) return this.skip();
    for (const call of ["outline", "show", "check"]) {
      const command = `"${process.execPath}" "${cli}" ${call} "${file}"`;
      const { stdout } = spawnSync(SCRIPT, ["-qec", command, "/dev/null"]);
      const printed = stdout.toString("latin1");
      assert.ok(printed.length > 0);
      // The terminal itself ends lines with a carriage return and a newline.
      // eslint-disable-next-line no-control-regex -- these are what must not be there
      assert.doesNotMatch(printed.replaceAll("\r\n", "\n"), /[\x00-\x08\x0b-\x1f\x7f]/);
    }
    return undefined;
  });
});
