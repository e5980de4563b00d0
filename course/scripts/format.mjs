// course/scripts/format · the format and the lint rules of every file; of files with the same content, one is read.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { root } from "./install.mjs";

/** Each run of biome reads the whole course, for the rules about imports; but Windows has no command lines of more than some 32,000 characters. */
const AT_ONCE = process.platform === "win32" ? 400 : 10_000;

/** What biome.json includes. The newest copy of a carried file is read. */
const { includes } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8")).files;
const isLeftOut = (pattern) => pattern.startsWith("!");
const paths = globSync(
  includes.filter((pattern) => !isLeftOut(pattern)),
  {
    cwd: root,
    ignore: ["**/node_modules/**", ...includes.filter(isLeftOut).flatMap(ignored)],
  },
);
const unique = new Map(paths.sort().map((path) => [hashOf(join(root, path)), path]));

const biome = createRequire(join(root, "package.json")).resolve("@biomejs/biome/bin/biome");
const files = [...unique.values()];
for (let from = 0; from < files.length; from += AT_ONCE) {
  const words = [biome, "check", "--error-on-warnings", ...files.slice(from, from + AT_ONCE)];
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}

/** What is left out, a file or a folder, and all in it. */
function ignored(pattern) {
  const path = pattern.slice(1);
  return [path, `${path}/**`];
}

function hashOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
