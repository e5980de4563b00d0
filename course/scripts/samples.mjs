// course/scripts/samples · scratch/bottle, scratch/kiosk and scratch/shop: projects to try things on, made when an agent is started in the course's own folder.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { trustFolder } from "../../shared/trustFile.mjs";
import { root } from "./install.mjs";

const IDENTITY = ["-c", "user.name=You", "-c", "user.email=you@example.invalid"];
/** The date of the sessions in the READMEs, so that their commits are these. */
const DATE = "2026-01-05T09:00:00Z";

/**
 * The path of scratch/bottle. A sample that is not there is made: a git repository with one commit, so that git can
 * bring back what an agent changes.
 */
export function ensureSamples() {
  for (const name of ["bottle", "kiosk", "shop"]) {
    const place = join(root, "scratch", name);
    if (!existsSync(place)) make(name, place);
  }
  console.error(`Working in ${join("scratch", "bottle")}, a small project to try things on.`);
  return join(root, "scratch", "bottle");
}

/** Whole or not at all: a start that is interrupted leaves no half project. */
function make(name, place) {
  const draft = `${place}.${process.pid}`;
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
  if (existsSync(place)) return rmSync(draft, { recursive: true });
  renameSync(draft, place);
  trustFolder(realpathSync(place)); // what is in it comes from the course
}
