// course/scripts/tool · npm run course, npm run bench, npm run measure: installs what the tools need, then runs one of them.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, requireNode, root } from "./install.mjs";

requireNode();
ensureInstalled("all");
const [file, ...args] = process.argv.slice(2);
const tsx = pathToFileURL(createRequire(join(root, "package.json")).resolve("tsx")).href;
const child = spawn(process.execPath, ["--import", tsx, join(root, "course", file), ...args], {
  stdio: "inherit",
});
process.on("SIGINT", () => {}); // Ctrl-C also reaches the child, which decides what to do
child.on("exit", (code) => {
  process.exitCode = code === null ? 1 : code;
});
