/** `npm start`: the samples in a VS Code with the extension, one of them open. Ends when its window is closed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { findBrowser, installHost, MissingTool } from "./install";
import { startServer, workbenchUrl } from "./server";
import { startBrowser, Workbench } from "./workbench";

const ROOT = resolve(__dirname, "../../..");
const SAMPLES = join(ROOT, "samples");
const FIRST = "factorial.bc";
/** A helper extension that opens the sample. */
const OPENER = join(ROOT, "tools/vscode/opener");
/** The default port, fixed so that the address can be kept. */
const DEFAULT_PORT = 8642;
/** Exit status if something is missing; the message tells how to get it. */
const MISSING = 2;

/** Runs the `code` on the PATH. Returns whether there is one that works. */
function runCode(args: readonly string[], stdio: "ignore" | "inherit"): boolean {
  return spawnSync("code", args, { stdio, shell: process.platform === "win32" }).status === 0;
}

/** Opens a desktop VS Code from the PATH in a window of its own. Returns whether there is one. */
function startDesktop(): boolean {
  if (!runCode(["--version"], "ignore")) return false;
  console.log("Opening the samples in VS Code …");
  return runCode([`--extensionDevelopmentPath=${ROOT}`, SAMPLES, join(SAMPLES, FIRST)], "inherit");
}

/** Whether a window can be shown on this machine. */
function hasDisplay(): boolean {
  return process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
}

async function startServed(): Promise<void> {
  if (hasDisplay()) findBrowser();
  const host = installHost(join(ROOT, ".cache/vscode"));
  const wanted = Number(process.env.PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65535)
    throw new Error(`PORT=${process.env.PORT ?? ""}: not a port`);
  console.log("Starting VS Code …");
  const server = await startServer(host, {}, wanted, [OPENER]);
  if (wanted !== 0 && server.port !== wanted) console.log(`Port ${wanted} is in use; PORT=… names another one.`);
  const stop = (): void => void server.stop().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  if (!hasDisplay()) {
    const url = workbenchUrl(server, SAMPLES, ROOT, [
      ["extensionEnvironment", JSON.stringify({ BITSCOPE_FIRST: FIRST })],
    ]);
    console.log(
      `There is no display here. Open this in a browser; ${FIRST} opens by itself:\n\n  ${url}\n\nCtrl+C ends it.`,
    );
    return;
  }
  const browser = await startBrowser(false);
  const workbench = await Workbench.open(browser, server, SAMPLES, ROOT);
  await workbench.openFile(FIRST);
  console.log("Bitscope is open. Close its window to end.");
  await workbench.page.waitForEvent("close", { timeout: 0 });
  await browser.close();
  await server.stop();
}

async function main(): Promise<void> {
  if (!existsSync(join(SAMPLES, FIRST))) throw new Error(`${join(SAMPLES, FIRST)} is missing`);
  if (startDesktop()) return;
  await startServed();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof MissingTool ? MISSING : 1);
});
