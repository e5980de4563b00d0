// site/replay/stages · the pages in which sessions are played, by the folders that stand for theirs.
import type { Page } from "playwright-core";
import type { Report } from "../host/link.ts";
import { openPages, type Pages } from "./pages.ts";

/** The page of a session, and who hears what it tells. */
export interface Stage {
  page: Page;
  listeners: Set<(report: Report) => void>;
}

/** When something was last told by a page, or the clock of a session went on. Sessions are played one after the other. */
const life = { last: performance.now() };
/** Notes a sign of life. */
export const heard = (): void => {
  life.last = performance.now();
};

/** What a page only says because it was asked. */
const isAnswer = (report: Report): boolean =>
  report.type === "rested" || (report.type === "event" && JSON.parse(report.text).type === "idle");

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

/** Opens a page for the session whose folder this is. */
export async function openStage(folder: string): Promise<Stage> {
  const listeners: Stage["listeners"] = new Set();
  opened.pages ??= openPages(opened.folder);
  const page = await (await opened.pages).open((report) => {
    if (!isAnswer(report)) heard();
    for (const listener of listeners) listener(report);
  });
  const stage = { page, listeners };
  stages.set(folder, stage);
  return stage;
}

export async function closeStage(folder: string): Promise<void> {
  const stage = stages.get(folder);
  stages.delete(folder);
  await stage?.page.close();
}

/** Ends the pages of all sessions, also of one that goes no further: what it waits for is then rejected. */
export async function leavePages(): Promise<void> {
  for (const folder of [...stages.keys()]) await closeStage(folder);
}

/** The page of the session that works in this folder; undefined when there is none, or no more. */
export const stageOf = (folder: string): Stage | undefined => stages.get(folder);

/** The page of the session that works in this folder. */
export function stageAt(folder: string): Stage {
  const stage = stageOf(folder);
  if (stage === undefined) throw new Error(`No session works in ${folder}.`);
  return stage;
}
