// course/start · npm start [chapter] [words]: the newest chapter, or that one, where it was typed.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, fail, ownEnvironment, requireNode, root } from "./install.mjs";

requireNode();
const words = process.argv.slice(2);
if (words[0] === "--practice") run(join(root, "practice", "main.ts"), words.slice(1));
else start(words);

function start(args) {
  const chapters = readdirSync(root).filter((name) => /^s\d\d_/.test(name));
  const asked = args.find((word) => !word.startsWith("-"));
  const isFirst = asked !== undefined && args[0] === asked;
  const built = isFirst && /^my_\w+\/?$/.test(asked) ? builtFolder(asked) : undefined;
  const named = isFirst && looksLikeChapter(asked, chapters);
  const folder = built ?? (named ? find(asked, chapters) : chapters.sort().at(-1));
  run(join(root, folder, "code.ts"), built || named ? args.slice(1) : args);
}

/** A folder that somebody builds a chapter in. */
function builtFolder(word) {
  const name = word.replace(/\/$/, "");
  if (existsSync(join(root, name, "code.ts"))) return name;
  const short = /(?:upto_)?s\d\d/.exec(name)?.[0] ?? "s05";
  const words = short.replace("_", "-");
  return fail(`There is no ${name}/code.ts. npm run course -- build ${words} makes my_${short}.`);
}

/** "s2", "2", "02", "s02", a folder's name or a mistyped one: not the first word of a request. */
function looksLikeChapter(word, chapters) {
  return (
    /^s?\d+$/i.test(word) || /^s\d/i.test(word) || chapters.some((name) => name.slice(4) === word)
  );
}

function find(word, chapters) {
  const bare = word.replace(/\/+$/, "").toLowerCase();
  const number = /^s?(\d+)$/.exec(bare);
  const prefix = number && `s${number[1].replace(/^0+(?=\d)/, "").padStart(2, "0")}_`;
  const hit = chapters.find(
    (name) => name === bare || name.slice(4) === bare || (prefix && name.startsWith(prefix)),
  );
  if (hit) return hit;
  const near = chapters
    .map((name) => ({ name, far: distance(bare, name.slice(0, Math.max(3, bare.length))) }))
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3);
  return fail(`There is no chapter ${word}. Near it: ${near.map(({ name }) => name).join(", ")}.`);
}

/** Levenshtein's: single-character edits between two words. */
function distance(a, b) {
  let row = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, swap));
    }
    row = next;
  }
  return row[b.length];
}

function run(file, args) {
  ensureInstalled("run");
  const tsx = pathToFileURL(createRequire(join(root, "package.json")).resolve("tsx")).href;
  const child = spawn(process.execPath, ["--import", tsx, file, ...args], {
    cwd: process.env.INIT_CWD || process.cwd(),
    env: ownEnvironment(),
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => signal !== "SIGINT" && child.kill(signal)); // Ctrl-C also reaches the child, which decides what to do
  }
  child.on("exit", (code, signal) => {
    process.exitCode = code === null ? 128 + (signal === "SIGKILL" ? 9 : 15) : code;
  });
}
