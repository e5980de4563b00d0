// course/scripts/bottle · scratch/bottle: a small project to try things on, for an agent that is started in the course's own folder.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

const NAME = join("scratch", "bottle");
const IDENTITY = ["-c", "user.name=You", "-c", "user.email=you@example.invalid"];

/**
 * The path of scratch/bottle. If it is not there, it is made from the course's sample: a git repository with one
 * commit, so that git can bring back what an agent changes.
 */
export function ensureBottle() {
  const place = join(root, NAME);
  if (!existsSync(place)) make(place);
  console.error(`Working in ${NAME}, a small project to try things on.`);
  return place;
}

/** Whole or not at all: a start that is interrupted leaves no half project. */
function make(place) {
  const draft = `${place}.${process.pid}`;
  mkdirSync(join(root, "scratch"), { recursive: true });
  cpSync(join(root, "course", "fixtures", "bottle"), draft, { recursive: true, dereference: true });
  const git = (...args) => spawnSync("git", args, { cwd: draft, stdio: "ignore" }).status === 0;
  const isRepository =
    git("init", "--quiet", "--initial-branch=main") &&
    git("add", "--all") &&
    git(...IDENTITY, "commit", "--quiet", "--no-verify", "--no-gpg-sign", "--message=Start");
  if (!isRepository) console.error(`${NAME} is no git repository: git is missing, or it failed.`);
  if (existsSync(place)) rmSync(draft, { recursive: true });
  else renameSync(draft, place);
}
