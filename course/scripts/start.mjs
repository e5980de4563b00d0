// course/scripts/start · npm start [chapter] [words]: the newest chapter, or that one, where it was typed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { editedIn, freshEntry } from "../bundle/cache.mjs";
import {
  ensureInstalled,
  fail,
  npmVariables,
  ownEnvironment,
  requireNode,
  root,
} from "./install.mjs";
import { ensureSample, freshSample, SAMPLES, sampleOf } from "./samples.mjs";

requireNode();
const words = process.argv.slice(2);
/** Where the command was typed: npm itself goes to the course's root. An agent does not work in the course itself. */
let place = process.env.INIT_CWD || process.cwd();
if (words[0] === "--practice") runSource(join(root, "practice", "main.ts"), words.slice(1));
else start(words);

/** The words for the agent; `--fresh` is none of them. From here on, `place` is where the agent works. */
function takePlace(chapter, args) {
  const rename = "If its name, or one above it, is not UTF-8, rename it.";
  if (!existsSync(place)) fail(`There is no folder ${place}. ${rename}`);
  const fresh = args.find((word) => /^--fresh(=|$)/.test(word));
  const isInCourse = realpathSync(place) === realpathSync(root) && !args.includes("--here");
  const name = fresh?.split("=")[1] ?? sampleOf(chapter);
  if (!SAMPLES.includes(name))
    fail(`There is no sample "${name}". There are: ${SAMPLES.join(", ")}.`);
  if (fresh !== undefined) place = freshSample(name);
  else if (isInCourse) place = ensureSample(name);
  return args.filter((word) => word !== fresh);
}

function start(args) {
  const chapters = readdirSync(root).filter((name) => /^s\d\d_/.test(name));
  const asked = args.find((word) => !word.startsWith("-"));
  const isFirst = asked !== undefined && args[0] === asked;
  const draft = isFirst ? findDraft(asked, chapters) : undefined;
  if (draft !== undefined) return runDraft(draft, takePlace(draft.chapter, args.slice(1)));
  const built = isFirst && /^my_\w+\/?$/.test(asked) ? builtFolder(asked) : undefined;
  const named = isFirst && looksLikeChapter(asked, chapters);
  const folder = built ?? (named ? find(asked, chapters) : chapters.sort().at(-1));
  if (args.length === 0)
    console.error(`This is ${folder.slice(0, 3)}, the last chapter; npm start s01 is the first.`);
  const known = chapters.find((name) => name.startsWith(/s\d\d/.exec(folder)?.[0] ?? folder));
  const rest = takePlace(known ?? folder, built || named ? args.slice(1) : args);
  runChapter(join(root, folder, "code.ts"), rest);
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

/** "s14.2" is the second draft of s14's mechanism; undefined for another word. */
function findDraft(word, chapters) {
  const [, digits, number] = /^s?(\d{1,2})\.(\d)$/i.exec(word) ?? [];
  if (number === undefined) return undefined;
  const chapter = find(digits, chapters);
  const manifest = join(root, chapter, "package.json");
  const { drafts = [] } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : {};
  const name = `${chapter.slice(0, 3)}.${number}`;
  const file = drafts[number - 1]?.file;
  if (file !== undefined) return { name, chapter };
  const names = drafts.map((_, at) => `${chapter.slice(0, 3)}.${at + 1}`).join(", ");
  return fail(`There is no draft ${name}. ${chapter} has ${names || "none"}.`);
}

function find(word, chapters) {
  const bare = word.replace(/\/+$/, "").toLowerCase();
  const number = /^s?(\d+)$/.exec(bare);
  const prefix = number && `s${number[1].replace(/^0+(?=\d)/, "").padStart(2, "0")}_`;
  const hit = chapters.find(
    (name) => name === bare || name.slice(4) === bare || (prefix && name.startsWith(prefix)),
  );
  if (hit) return hit;
  const near = chapters.find((name) => name.startsWith(bare.slice(0, 3))); // "s02_tol_use" has the right number
  const others = near ? `Near it: ${near}` : `There are: ${chapters.sort().join(", ")}`;
  return fail(`There is no chapter ${word}. ${others}.`);
}

/** The chapter runs in this process, from its bundle: signals, suspending and exit codes are its own. */
function runChapter(entry, args) {
  ensureInstalled("run");
  const output = freshEntry(entry)?.output ?? makeBundle(dirname(entry), entry);
  if (output === undefined) {
    console.error("No bundle could be made or kept: tsx runs the files, which takes longer.");
    return runSource(entry, args); // it says what is wrong with the file
  }
  runBundle(output, args, entry);
}

/** A draft stands for a part of its chapter, so there is no file that could be run without a bundle. */
function runDraft({ name, chapter }, args) {
  ensureInstalled("run");
  const source = editedIn(join(root, name));
  const output = freshEntry(source)?.output ?? makeBundle(join(root, name), source);
  if (output === undefined)
    return fail(`${name} cannot be run: npm run course -- spec ${name} says why.`);
  runBundle(output, args, join(root, chapter, "code.ts"), output);
}

function runBundle(output, args, ...places) {
  for (const name of npmVariables()) delete process.env[name];
  process.chdir(place);
  process.argv = [process.execPath, output, ...args];
  createRequire(import.meta.url)("../bundle/run-bundle.cjs").runAs(output, ...places);
}

/** Makes the bundle of a folder, or of a draft's path; `source` is the file that it is found by. */
function makeBundle(folder, source) {
  const make = join(root, "course", "bundle", "make.ts");
  const args = ["--import", tsx(), make, folder];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "ignore" });
  return status === 0 ? freshEntry(source)?.output : undefined;
}

/** Runs a file as it stands, in a process of its own. */
function runSource(file, args) {
  ensureInstalled("run");
  const env = { ...ownEnvironment(), TSX_TSCONFIG_PATH: join(root, "tsconfig.json") }; // not one of the folder
  const words = ["--import", tsx(), file, ...args];
  const child = spawn(process.execPath, words, { cwd: place, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => signal !== "SIGINT" && child.kill(signal)); // Ctrl-C also reaches the child, which decides what to do
  }
  child.on("exit", (code, signal) => {
    process.exitCode = code === null ? 128 + (signal === "SIGKILL" ? 9 : 15) : code;
  });
}

function tsx() {
  return pathToFileURL(createRequire(join(root, "package.json")).resolve("tsx")).href;
}
