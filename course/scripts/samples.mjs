// course/scripts/samples · scratch/bottle and others: projects to try things on, made when an agent is started in the course's own folder.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { trustFolder } from "../../shared/trustFile.mjs";
import { root } from "./install.mjs";

const IDENTITY = ["-c", "user.name=You", "-c", "user.email=you@example.invalid"];
/** The date of the sessions in the READMEs, so that their commits are these. */
const DATE = "2026-01-05T09:00:00Z";

/**
 * The path of a sample in scratch/. A sample that is not there is made: a git repository with one commit, so that git
 * can bring back what an agent changes.
 */
export function ensureSample(name) {
  for (const one of new Set(["bottle", "kiosk", "shop", name])) {
    if (!existsSync(placeOf(one))) make(one);
  }
  console.error(`Working in ${join("scratch", name)}, a small project to try things on.`);
  return placeOf(name);
}

/**
 * The same with a new copy. What was in the folder goes to another one: the folder itself stays, since shells are in it.
 */
export function freshSample(name) {
  const place = placeOf(name);
  if (!existsSync(place)) return ensureSample(name);
  const copy = draftOf(name);
  const kept = moveAside(name);
  moveInside(copy, place);
  rmSync(copy, { recursive: true });
  trustFolder(realpathSync(place));
  const before = kept === undefined ? "" : `; what was there is in ${join("scratch", kept)}`;
  console.error(`Working in ${join("scratch", name)}, a new copy${before}.`);
  return place;
}

/** The sample that the page of a chapter begins with. */
export function sampleOf(chapter, course = root) {
  const page = join(course, chapter, "README.md");
  const [, name] = existsSync(page) ? (FIXTURE.exec(readFileSync(page, "utf8")) ?? []) : [];
  return name ?? "bottle";
}

const FIXTURE = /^```console .*\bfixture=([\w-]+)/m;

/** Not every fixture is one. */
export const SAMPLES = ["bottle", "kiosk", "shop", "workshop"];

const placeOf = (name) => join(root, "scratch", name);

/** Moves what is in a sample's folder to the first name that is free, such as bottle-1, and gives that name. */
function moveAside(name) {
  if (readdirSync(placeOf(name)).length === 0) return undefined;
  let number = 1;
  while (existsSync(placeOf(`${name}-${number}`))) number++;
  const kept = `${name}-${number}`;
  mkdirSync(placeOf(kept));
  moveInside(placeOf(name), placeOf(kept));
  return kept;
}

const moveInside = (from, to) => {
  for (const file of readdirSync(from)) renameSync(join(from, file), join(to, file));
};

/** Whole or not at all: a start that is interrupted leaves no half project. */
function make(name) {
  const place = placeOf(name);
  const draft = draftOf(name);
  if (existsSync(place)) return rmSync(draft, { recursive: true });
  renameSync(draft, place);
  trustFolder(realpathSync(place)); // what is in it comes from the course
}

/** A sample under a name of this process. */
function draftOf(name) {
  const draft = `${placeOf(name)}.${process.pid}`;
  mkdirSync(join(root, "scratch"), { recursive: true });
  cpSync(join(root, "course", "fixtures", name), draft, { recursive: true, dereference: true });
  const env = { ...process.env, GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE };
  const git = (...args) =>
    spawnSync("git", args, { cwd: draft, env, stdio: "ignore" }).status === 0;
  const isRepository =
    git("init", "--quiet", "--initial-branch=main") &&
    git("add", "--all") &&
    git(...IDENTITY, "commit", "--quiet", "--no-verify", "--no-gpg-sign", "--message=Start");
  if (!isRepository) {
    console.error(`${join("scratch", name)} is no git repository: git is missing, or it failed.`);
  }
  return draft;
}
