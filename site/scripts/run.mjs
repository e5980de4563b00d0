// site/scripts/run · npm run site, site:build, site:replay, site:test, site:bench: installs what they need and says so, then runs one of them.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, fail, requireNode, root } from "../../course/scripts/install.mjs";

const site = join(root, "site");
const stamp = join(site, "node_modules", ".site-install");
/** The programs of each command, one after the other. A path that ends with .mjs was built by the one before. */
const COMMANDS = {
  serve: [["build/serve.ts"]],
  build: [["build/main.ts"]],
  replay: [["build/replay.ts"], ["dist-replay/main.mjs"]],
  test: [["build/main.ts"], ["test/main.ts"]],
  bench: [["build/main.ts"], ["test/bench.ts"]],
};

requireNode();
const [name, ...words] = process.argv.slice(2);
const programs =
  COMMANDS[name] ?? fail(`Usage: node site/scripts/run.mjs ${Object.keys(COMMANDS).join("|")}`);
ensureInstalled("all");
ensureSite();
process.on("SIGINT", () => {}); // Ctrl-C also reaches the child, which decides what to do
for (const [at, [file]] of programs.entries()) {
  const status = await run(file, at === programs.length - 1 ? words : []);
  process.exitCode = status;
  if (status !== 0) break;
}

/** Installs the site's own packages by its lockfile, unless that was done for it already. */
function ensureSite() {
  const lock = readFileSync(join(site, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("Installing what the site needs (once, about 400 packages, needs the network) …");
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const own = process.env.npm_execpath;
  const [command, first] = own ? [process.execPath, [own]] : ["npm", []];
  const options = {
    cwd: site,
    stdio: ["ignore", 2, 2],
    shell: !own && process.platform === "win32",
  };
  if (spawnSync(command, [...first, ...args], options).status !== 0)
    fail(
      "npm ci in site/ did not succeed. Look at its message above, check the network, and try again.",
    );
  writeFileSync(stamp, wanted);
}

function run(file, args) {
  const tsx = pathToFileURL(createRequire(join(root, "package.json")).resolve("tsx")).href;
  const loader = file.endsWith(".ts") ? ["--import", tsx] : [];
  const child = spawn(process.execPath, [...loader, join(site, file), ...args], {
    stdio: "inherit",
  });
  return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
}
