// course/install · makes node_modules match the lockfile. Plain JavaScript, so that old versions of Node can read it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Ends the program with one line for the person. */
export function fail(line) {
  console.error(line);
  process.exit(2);
}

/** Node 20.19 is the first version that has everything the course uses. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(
    `The course needs Node 20.19 or newer (24 is a good choice); this is Node ${process.versions.node}.`,
  );
}

/**
 * Installs by the lockfile when its hash is not the one the last install left behind.
 * @param {"run" | "all"} what "run" leaves out what only tests need; "all" serves for both
 */
export function ensureInstalled(what) {
  const stamp = join(root, "node_modules", ".course-install");
  const wanted = fingerprint();
  const [found, kind] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
  if (found === wanted && (kind === "all" || kind === what)) return;
  const kept = kind === "all" ? "all" : what; // packages that the tests need are kept
  console.error("Installing what the lockfile names (once, needs the network) …");
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const status = npm(kept === "run" ? [...args, "--omit=dev"] : args);
  if (status !== 0) {
    fail("npm ci did not succeed. Look at its message above, check the network, and try again.");
  }
  writeFileSync(stamp, `${wanted} ${kept}`);
}

// A hash, because a file time would be wrong after a branch switch. Some packages differ by machine.
function fingerprint() {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256")
    .update(lock)
    .update(process.platform + process.arch)
    .digest("hex");
}

function npm(args) {
  const own = process.env.npm_execpath;
  const [command, first] = own ? [process.execPath, [own]] : ["npm", []];
  const options = {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: !own && process.platform === "win32",
  };
  return spawnSync(command, [...first, ...args], options).status;
}

/** The environment without the variables that npm adds: they must not reach an agent's commands. */
export function ownEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name));
  return Object.fromEntries(kept);
}
