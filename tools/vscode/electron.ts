/** `npm run test:electron`: the suite of the extension host on a desktop VS Code, which is downloaded. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";

const ROOT = resolve(__dirname, "../../..");
/** Exit status if no VS Code is available here. */
const MISSING = 2;

async function main(): Promise<void> {
  const vscodeExecutablePath = await downloadAndUnzipVSCode({
    cachePath: join(ROOT, ".cache/electron"),
    version: process.env.VSCODE_VERSION ?? "stable",
  }).catch((error: unknown) => {
    console.error(`No desktop VS Code can be downloaded here (${String(error)}).`);
    console.error("The same suite runs in a served VS Code: npm run test:vscode");
    process.exit(MISSING);
  });
  const workspace = mkdtempSync(join(tmpdir(), "bitscope-electron-"));
  cpSync(join(ROOT, "samples"), workspace, { recursive: true });
  try {
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: ROOT,
      extensionTestsPath: join(ROOT, "out/test/vscode/suite/index.js"),
      launchArgs: [workspace, "--disable-workspace-trust"],
    });
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(String(error));
  process.exit(1);
});
