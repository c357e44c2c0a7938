/** Installs the project's packages if they are missing or older than the lock file. Needs no package itself. */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Runs a command in the project's folder with its output shown; if it fails, exits with its status. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    ...options,
  });
  if (done.status !== 0) {
    console.error(`${command} ${args.join(" ")}: ended with ${done.status ?? done.signal}`);
    process.exit(done.status ?? 1);
  }
}

/** Runs `npm ci` if node_modules does not match the lock file. */
export function installPackages() {
  const installed = path.join(root, "node_modules/.package-lock.json");
  const lock = path.join(root, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log("Installing packages …");
  run("npm", ["ci", "--no-audit", "--no-fund"]);
}
