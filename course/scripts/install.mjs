// course/scripts/install · makes node_modules match the lockfile. Plain JavaScript, so that old versions of Node can read it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

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

/** What the last install has left: for which lockfile, and what it serves for. */
const stamp = join(root, "node_modules", ".course-install");

/** True when the last install was for this lockfile, and serves for this. */
function isInstalled(what, wanted) {
  const [found, kind] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
  return found === wanted && (kind === "all" || kind === what);
}

/**
 * Installs by the lockfile, unless everything is there already: by the stamp of the last install, or by npm's own list.
 * Packages that only tests need are left out of "run", but one that is there is never removed. Of two programs that
 * start at the same time, one installs and the other one waits: two installs would remove each other's files.
 * @param {"run" | "all"} what "run" leaves out what only tests need; "all" serves for both
 */
export function ensureInstalled(what) {
  const wanted = fingerprint();
  if (isInstalled(what, wanted)) return;
  const lock = takeLock();
  process.on("exit", () => rmSync(lock, { force: true })); // also when the install fails
  if (!isInstalled(what, wanted)) install(what, wanted);
  rmSync(lock, { force: true });
}

const PAUSE_MS = 200;

/** Waits until no other program installs here. The lock is a file with the number of a process; a dead process holds none. */
function takeLock() {
  const name = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const lock = join(tmpdir(), `course-install-${name}`);
  for (let isTold = false; ; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return lock;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!isHeld(lock)) rmSync(lock, { force: true });
    else if (!isTold) console.error("Another program installs here; waiting for it …");
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** A lock is written in a moment; one that stays empty for so long was left by a program that was ended. */
const WRITTEN_MS = 5_000;

/** False when its process has ended. */
function isHeld(lock) {
  try {
    const pid = readFileSync(lock, "utf8");
    if (pid === "") return Date.now() - statSync(lock).mtimeMs < WRITTEN_MS;
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM"; // the process of another user
  }
}

function install(what, wanted) {
  const serves = (kind) => kind === "all" || kind === what;
  const [, kind] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
  const { complete, hasMore } = installed();
  if (serves(complete)) return writeFileSync(stamp, `${wanted} ${complete}`);
  const kept = kind === "all" || hasMore ? "all" : what;
  console.error("Installing what the lockfile names (once, needs the network) …");
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const status = npm(kept === "run" ? [...args, "--omit=dev"] : args);
  if (status !== 0) {
    fail("npm ci did not succeed. Look at its message above, check the network, and try again.");
  }
  writeFileSync(stamp, `${wanted} ${kept}`);
}

/**
 * What is in node_modules, by the list that npm keeps of it: `complete` is what all of it serves for, and `hasMore` says
 * whether packages are there that running does not need.
 */
function installed() {
  const list = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(list)) return { complete: undefined, hasMore: false };
  const [wanted, found] = [join(root, "package-lock.json"), list].map(
    (path) => JSON.parse(readFileSync(path, "utf8")).packages ?? {},
  );
  const missing = Object.keys(wanted).filter(
    (name) => name !== "" && isForHere(wanted[name]) && !isSame(wanted[name], found[name]),
  );
  const hasMore = Object.keys(found).some((name) => found[name].dev);
  if (missing.length === 0) return { complete: "all", hasMore };
  return { complete: missing.every((name) => wanted[name].dev) ? "run" : undefined, hasMore };
}

/** Some packages are for other machines only. */
function isForHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  const fits = os?.includes(process.platform) && (cpu === undefined || cpu.includes(process.arch));
  return fits === true && libc === undefined;
}

/** Versions of npm write different things about the same package. */
const isSame = (one, other) =>
  other !== undefined &&
  ["version", "resolved", "integrity", "link"].every((key) => one[key] === other[key]);

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

/** The names of the variables that npm adds: they must not reach an agent's commands. */
export function npmVariables() {
  return Object.keys(process.env).filter((name) => /^npm_|^INIT_CWD$/i.test(name));
}

/** The environment without them. */
export function ownEnvironment() {
  const own = new Set(npmVariables());
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)));
}
