/** A code-server, started on a free port of this machine with a profile of its own, and stopped by its process. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Host } from "./install";

/** Settings for tests: nothing opens or asks by itself. */
const SETTINGS = {
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
  "chat.disableAIFeatures": true,
  "chat.agentHost.enabled": false,
  "security.workspace.trust.enabled": false,
  "git.enabled": false,
  "editor.fontFamily": "DejaVu Sans Mono",
};

/** A running server. */
export interface Server {
  readonly port: number;
  readonly settingsFile: string;
  /** Its output so far. */
  log(): string;
  stop(): Promise<void>;
}

/** A free port of this machine: the wanted one if it is free (0: any). */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", (error) => {
      if (wanted === 0) reject(error);
      else freePort().then(resolve, reject);
    });
    probe.listen(wanted, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Time limit for what a user waits a moment for, on a busy machine (ms). */
export const SOON = 60000;

/** Repeats a question until the answer is not empty. @throws after `ms` */
export async function poll<T>(what: string, ask: () => Promise<T | undefined | false>, ms = SOON): Promise<T> {
  const end = Date.now() + ms;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const value = await ask();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`timeout: ${what}${last === undefined ? "" : ` (${String(last)})`}`);
}

/** The folder of a server's data, with settings and extensions in it. */
function makeData(host: Host, settings: object, extensions: readonly string[]): string {
  const data = mkdtempSync(join(tmpdir(), "bitscope-vscode-"));
  for (const folder of ["user/User", "ext", "home", "tmp"]) mkdirSync(join(data, folder), { recursive: true });
  writeFileSync(join(data, "config.yaml"), "");
  writeFileSync(settingsIn(data), JSON.stringify({ ...SETTINGS, ...settings }, null, 2));
  for (const extension of extensions)
    if (extension.endsWith(".vsix")) installPackage(host, data, extension);
    else cpSync(extension, join(data, "ext", `bitscope.${basename(extension)}-0.0.0`), { recursive: true });
  return data;
}
function settingsIn(data: string): string {
  return join(data, "user/User/settings.json");
}
function foldersOf(data: string): readonly string[] {
  return ["--user-data-dir", join(data, "user"), "--extensions-dir", join(data, "ext")];
}
function environmentOf(data: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LANG: "C.UTF-8",
    HOME: join(data, "home"),
    TMPDIR: join(data, "tmp"),
    EXTENSIONS_GALLERY: '{"serviceUrl":"","itemUrl":"","resourceUrlTemplate":""}',
  };
}
/** Installs a .vsix as a user does. @throws if VS Code refuses it */
function installPackage(host: Host, data: string, file: string): void {
  const args = [host.codeServer, ...foldersOf(data), "--install-extension", file];
  const done = spawnSync(host.node, args, { env: environmentOf(data), encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${file} could not be installed: ${done.stdout}${done.stderr}`);
}

/**
 * Starts a server with user settings in addition to {@link SETTINGS}, on a port if it is free, otherwise on any; with
 * these extensions (folders or .vsix files) installed.
 */
export async function startServer(
  host: Host,
  settings: object = {},
  wantedPort = 0,
  extensions: readonly string[] = [],
): Promise<Server> {
  const data = makeData(host, settings, extensions);
  const port = await freePort(wantedPort);
  const logFile = join(data, "server.log");
  const log = openSync(logFile, "w");
  const args = [
    ...[host.codeServer, "--config", join(data, "config.yaml"), "--auth", "none", "--bind-addr", `127.0.0.1:${port}`],
    ...foldersOf(data),
    ...["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", "--disable-proxy"],
    ...["--disable-getting-started-override", "--ignore-last-opened", "--reconnection-grace-time", "2"],
    ...["--vscode-option", "enable-smoke-test-driver"],
  ];
  const child = spawn(host.node, args, { env: environmentOf(data), stdio: ["ignore", log, log] });
  const gone = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill();
    await gone;
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await poll("the server's /healthz", async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok);
  } catch (error) {
    console.error(readFileSync(logFile, "utf8"));
    await stop();
    throw error;
  }
  return { port, settingsFile: settingsIn(data), log: () => readFileSync(logFile, "utf8"), stop };
}

/**
 * The address of a workbench: a folder, the extension under development (undefined: only those that are installed), and
 * further start parameters.
 */
export function workbenchUrl(
  server: Server,
  folder: string,
  extension: string | undefined,
  more: readonly (readonly [string, string])[] = [],
): string {
  const remote = (path: string): string => `vscode-remote://127.0.0.1:${server.port}${path}`;
  const payload = [
    ...(extension === undefined ? [] : [["extensionDevelopmentPath", remote(extension)]]),
    ...more.map(([key, value]) => [key, key === "extensionEnvironment" ? value : remote(value)]),
  ];
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  return `http://127.0.0.1:${server.port}/?${query.toString().replaceAll("+", "%20")}`;
}
