// site/replay/place · stands in for course/replay/place: a session's folder on the disk of a page.
import { basename } from "node:path";
import type { Page } from "playwright-core";
import { makePlace as makeReal, type Place } from "../../course/replay/place.ts";
import type { SessionTime } from "../../course/replay/time.ts";
import { DATES, environmentOf } from "../../course/spec/folder.ts";
import { courseImage, HOME, PROJECTS, packFolder } from "../build/image.ts";
import type { Report } from "../host/link.ts";
import { openPages, type Pages } from "./pages.ts";

/** The page of a session, and who hears what it tells. */
export interface Stage {
  page: Page;
  listeners: Set<(report: Report) => void>;
}

/** When something was last told by a page, or the clock of a session went on. Sessions are played one after the other. */
const life = { last: performance.now() };
const heard = () => {
  life.last = performance.now();
};

/** That an agent is idle, which it says whenever it is asked. */
const isAnswer = (report: Report): boolean =>
  report.type === "event" && JSON.parse(report.text).type === "idle";

const LOOK_MS = 1000;

/** Resolves when no session has shown a sign of life for so many ms; never, once the signal has come. */
export function silence(ms: number, { signal }: { signal: AbortSignal }): Promise<void> {
  heard();
  return new Promise((resolve) => {
    const looking = setInterval(() => performance.now() - life.last >= ms && resolve(), LOOK_MS);
    signal.addEventListener("abort", () => clearInterval(looking));
  });
}

const stages = new Map<string, Stage>();
const opened: { pages: Promise<Pages> | undefined; folder: string } = {
  pages: undefined,
  folder: "",
};

/** Where the built agents are. Called before the first session. */
export function useAgents(folder: string): void {
  opened.folder = folder;
}

export async function closePages(): Promise<void> {
  await (await opened.pages)?.close();
}

/** Ends the pages of all sessions, also of one that goes no further: what it waits for is then rejected. */
export async function leavePages(): Promise<void> {
  for (const { page } of stages.values()) await page.close();
  stages.clear();
}

/** The page of the session that works in this folder. */
export function stageAt(folder: string): Stage {
  const stage = stages.get(folder);
  if (stage === undefined) throw new Error(`No session works in ${folder}.`);
  return stage;
}

const FIXED = { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", LC_ALL: "C.UTF-8", TZ: "UTC" };
const PRACTICE = { PRACTICE: "1", ANTHROPIC_API_KEY: "", MODEL_ID: "" };

/** Several sessions run at once, and each has its own folder: what is shown is the same for all. */
const counter = { sessions: 0 };

/** A page whose disk has the session's folder. */
export async function makePlace(root: string, fixture: string | undefined): Promise<Place> {
  const real = await makeReal(root, fixture);
  const folder = `${PROJECTS}/${basename(real.folder)}`;
  const files = await packFolder(real.folder, folder);
  await real.remove();
  const listeners = new Set<(report: Report) => void>();
  opened.pages ??= openPages(opened.folder);
  const page = await (await opened.pages).open((report) => {
    if (!isAnswer(report)) heard();
    for (const listener of listeners) listener(report);
  });
  const key = `${folder}#${++counter.sessions}`;
  stages.set(key, { page, listeners });
  const trust = `${folder}.trust`;
  const environment = (control = "") =>
    environmentOf(
      { ...FIXED, HOME },
      { model: "", control },
      {
        ...PRACTICE,
        ...DATES,
        AGENT_TRUST_FILE: trust,
      },
    );
  const told = Buffer.from(`${JSON.stringify({ folder, trusted: true })}\n`).toString("base64");
  const image = [
    ...(await courseImage()),
    ...files,
    { path: trust, kind: "file" as const, data: told },
  ];
  await page.evaluate(([image, cwd, env]) => globalThis.inPage.open(image, cwd, env), [
    image,
    folder,
    environment(),
  ] as const);
  return {
    folder: key,
    time: timeOf(listeners),
    shown: (text) => text,
    environment,
    renew: () =>
      page.evaluate(([folder, files]) => globalThis.inPage.renew(folder, files), [
        folder,
        files,
      ] as const),
    async remove() {
      stages.delete(key);
      await page.close();
    },
  };
}

/** Nothing has been told for so long: then whoever works in the page waits. */
const QUIET_MS = 150;
/** What goes on for longer may go on beside what comes next; an interrupted request has no answer. */
const PATIENCE_MS = 5000;
/** The least by which the clock goes ahead at once while a command sleeps. */
const STEP_MS = 1000;
const STEPS = 20;

type Clock = Parameters<SessionTime["drive"]>[0];

/** The time of the session: it goes ahead by itself while a command of the page sleeps and nothing else happens. */
function timeOf(listeners: Stage["listeners"]): SessionTime {
  let clock: Clock;
  let sleeping = 0;
  /** Requests that have no answer yet: the practice model is at work. */
  let requests = 0;
  let isClosed = false;
  let isAsked = false;
  let passing: Promise<void> | undefined;
  let lastNews = performance.now();
  listeners.add((report) => {
    lastNews = performance.now();
    if (report.type === "sleepers") sleeping = report.count;
    if (report.type === "wire") requests += report.wire.type === "request" ? 1 : -1;
    if (report.type === "exit") {
      sleeping = 0;
      requests = 0;
    }
    if (sleeping > 0 && !isAsked) passing ??= pass();
  });

  async function quiet() {
    const end = performance.now() + PATIENCE_MS;
    for (let left = 1; left > 0 && !isClosed && performance.now() < end; ) {
      left = requests > 0 ? QUIET_MS : QUIET_MS - (performance.now() - lastNews);
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    }
  }

  function step(ms: number) {
    heard();
    lastNews = performance.now();
    clock?.ahead(ms);
  }

  async function pass() {
    for (let slept = 0; sleeping > 0 && !isClosed && !isAsked; ) {
      await quiet();
      if (clock === undefined || isAsked) break;
      const ms = Math.max(STEP_MS, Math.ceil(slept / 4));
      slept += ms;
      step(ms);
    }
    passing = undefined;
  }

  return {
    drive(driven) {
      clock = driven;
    },
    async goAhead(ms) {
      await quiet();
      if (sleeping === 0 || clock === undefined) return false;
      isAsked = true;
      const most = Math.max(STEP_MS, Math.ceil(ms / STEPS));
      for (let left = ms; left > 0 && !isClosed; left -= most) {
        step(Math.min(most, left));
        await quiet();
      }
      isAsked = false;
      if (sleeping > 0) passing ??= pass();
      return true;
    },
    rests: quiet,
    async close() {
      isClosed = true;
      await passing;
    },
  };
}
