// course/replay/place · the folder a session works in, shown with the same paths on every machine.
import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { cp, mkdir, readdir, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SpecFailure } from "../spec/errors.ts";
import { DATES, environmentOf, makeRepository, removeFolder, trustIn } from "../spec/folder.ts";
import { type SessionTime, startTime } from "./time.ts";

/** Where a session works, and how it is shown. */
export interface Place {
  folder: string;
  time: SessionTime;
  /** A text with this place's paths replaced by those a README shows. */
  shown(text: string): string;
  /** The environment of a command, or of an agent that reports to `control`. */
  environment(control?: string): Record<string, string>;
  /** Makes the folder what it was at the beginning. */
  renew(): Promise<void>;
  remove(): Promise<void>;
}

/** How a README shows the person's home, which is empty here, and the folder above the session's. */
const HOME = "/home/you";
const PROJECTS = `${HOME}/projects`;
const IDENTITY = "[user]\n\tname = You\n\temail = you@example.invalid\n";
const NO_FIXTURE = "work";
const IS_WINDOWS = process.platform === "win32";

/**
 * Makes a fresh copy of a fixture, as a git repository of one commit, or an empty folder.
 * Throws a SpecFailure when there is no such fixture.
 */
export async function makePlace(root: string, fixture: string | undefined): Promise<Place> {
  const name = fixture ?? NO_FIXTURE;
  const source = join(root, "course", "fixtures", name);
  if (fixture !== undefined && !(existsSync(source) && statSync(source).isDirectory())) {
    throw new SpecFailure(`There is no fixture ${fixture} in course/fixtures.`);
  }
  const above = await makeAbove();
  const folder = join(above, name);
  const home = `${above}.home`;
  const bin = `${above}.bin`;
  const time = await startTime(bin);
  const remove = async () => {
    await time.close();
    await Promise.all([above, home, bin].map(removeFolder));
  };
  const fill = async () => {
    if (fixture === undefined) return;
    await cp(source, folder, { recursive: true, dereference: true });
    makeRepository(folder, IDENTITY);
  };
  try {
    await mkdir(home);
    await mkdir(folder);
    await fill();
  } catch (error) {
    await remove();
    throw error;
  }
  const trust = await trustIn(folder);
  return {
    folder,
    time,
    shown: (text) => text.replaceAll(home, HOME).replaceAll(above, PROJECTS),
    environment: (control) => ({ ...environmentIn(home, bin, control), ...trust }),
    async renew() {
      for (const name of await readdir(folder)) await removeFolder(join(folder, name));
      await fill();
    },
    remove,
  };
}

/** As long as the path it is shown as: an agent that shortens a long text cuts it at the same place. */
async function makeAbove(): Promise<string> {
  const base = await realpath(IS_WINDOWS ? tmpdir() : "/tmp");
  const length = Math.max(6, PROJECTS.length - base.length - 1);
  const path = join(base, randomBytes(length).toString("hex").slice(0, length));
  await mkdir(path);
  return path;
}

/** Nothing of the machine but Node, git and the usual commands; one language, time zone and date. */
function environmentIn(home: string, bin: string, control = ""): Record<string, string> {
  const usual = ["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin", "/bin"];
  const path = [bin, dirname(process.execPath), ...usual].join(":");
  const fixed = {
    PATH: IS_WINDOWS ? (process.env.PATH ?? "") : path,
    HOME: home,
    LANG: "C.UTF-8",
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
  };
  const practice = { PRACTICE: "1", ANTHROPIC_API_KEY: "", MODEL_ID: "" };
  const endpoints = { model: "", control };
  return environmentOf(fixed, endpoints, { ...practice, ...DATES, ...GIT_CONFIG });
}

/** For a repository that is made in the session: git looks nowhere else. */
const GIT_CONFIG = {
  GIT_CONFIG_COUNT: "3",
  ...{ GIT_CONFIG_KEY_0: "init.defaultBranch", GIT_CONFIG_VALUE_0: "main" },
  ...{ GIT_CONFIG_KEY_1: "user.name", GIT_CONFIG_VALUE_1: "You" },
  ...{ GIT_CONFIG_KEY_2: "user.email", GIT_CONFIG_VALUE_2: "you@example.invalid" },
};
