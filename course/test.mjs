// course/test · npm test: every check through turbo's cache, and one count at the end.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ensureInstalled, ownEnvironment, requireNode, root } from "./install.mjs";

requireNode();
ensureInstalled("all");
const require = createRequire(join(root, "package.json"));
if (process.argv.includes("--deep")) deep();
else normal();

/** Every pair of spec and chapter, other Nodes, long runs: never from a cache. */
function deep() {
  const args = ["--import", "tsx", join(root, "course", "deep.ts")];
  run(args).on("exit", (code) => {
    process.exitCode = code === null ? 1 : code;
  });
}

function normal() {
  const folders = [".", ...readdirSync(root).filter((name) => /^s\d\d_/.test(name))];
  for (const file of results(folders)) rmSync(file);
  const turbo = require.resolve("turbo/bin/turbo");
  const tasks = [
    "//#types",
    "//#format",
    "//#check",
    "//#brain",
    "//#unit",
    "//#replay",
    "spec",
    "replay",
  ];
  const flags = [
    "--continue=always",
    "--output-logs=new-only",
    "--log-order=stream",
    "--ui=stream",
  ];
  run([turbo, "run", ...tasks, ...flags]).on("exit", (code) => {
    const counts = results(folders).map((file) => JSON.parse(readFileSync(file, "utf8")));
    for (const { output } of counts.filter((count) => count.failed > 0))
      console.log(
        ["", "A task that failed, its last lines again:", ...(output ?? [])].join("\n  | "),
      );
    const sum = (key) => counts.reduce((total, count) => total + (count[key] || 0), 0);
    const failed = sum("failed") || (code === 0 ? 0 : 1); // a task that died before it could count
    const skipped = sum("skipped");
    console.log(
      `${sum("passed")} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
    );
    process.exitCode = failed > 0 ? 1 : 0;
  });
}

function run(args) {
  const env = {
    ...ownEnvironment(),
    COURSE_NODE: process.version, // another Node is another result
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    DO_NOT_TRACK: "1",
  };
  return spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });
}

/** What each task counted, also when turbo took it from its cache. */
function results(folders) {
  return folders
    .map((folder) => join(root, folder, ".results"))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
}
