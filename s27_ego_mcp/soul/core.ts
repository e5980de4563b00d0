// s25 · soul/core – a change of the agent is a list of things that happened; SOUL.md only follows from it.
import {
  type Author,
  type By,
  before,
  copyOf,
  type Event,
  eventNow,
  foundText,
  type History,
  happen,
  historyOf,
  isSame,
  type Judge,
  type Judgement,
  type News,
  type Proposal,
  type Version,
  versionIn,
} from "./history.ts";
import { CHANGED, NOT_WRITTEN, STALE } from "./words.ts";

/** What surrounds the core. */
export interface Around {
  /** Runs `action` while no other program does anything here. */
  alone<Result>(action: () => Promise<Result>): Promise<Result>;
  /** The log, the oldest first. */
  events(): Promise<Event[]>;
  add(event: Event): Promise<void>;
  /** The text of SOUL.md; undefined when there is no such file. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Who wrote a text that is not in the log. */
  author(): Author;
  /** Throws when it is too early for another version. */
  mayActivate(history: History): void;
}

export interface Ledger {
  /** What has happened, with what is in SOUL.md now. */
  look(author?: Author): Promise<History>;
  /** Makes the text that is there v0. From now on, SOUL.md follows from the log. */
  begin(): Promise<History>;
  propose(proposal: Proposal, judge: Judge): Promise<Version>;
  approve(version: number, by?: By): Promise<Version>;
  veto(version: number): Promise<Version>;
  /** Without a number: to the one before the active one. */
  rollback(version?: number): Promise<Version>;
}

/** Before each action, the log and SOUL.md are brought together. */
export function openLedger(around: Around): Ledger {
  const act = <Result>(action: (history: History) => Promise<Result>, author = around.author()) =>
    around.alone(async () => action(await reconciled(around, author)));
  const begin = () => act((history) => seeded(around, history));
  return {
    begin,
    look: (author) => act(async (history) => history, author),
    async propose(proposal, judge) {
      const seen = await begin();
      const judgement = await judge(seen); // takes a while, so the others need not wait for it
      const on = seen.active?.version ?? 0;
      return act((history) => keep(around, history, { on, ...proposal, ...judgement }));
    },
    approve: (version, by = "person") => act((history) => approve(around, history, version, by)),
    veto: (version) => act((history) => veto(around, history, version)),
    rollback: (version) => act((history) => goBack(around, history, version)),
  };
}

/** What somebody has done to SOUL.md becomes an event, and what a crash has left undone is done. */
async function reconciled(around: Around, author: Author): Promise<History> {
  const history = historyOf(await around.events());
  const { active, written } = history;
  if (active === undefined || written === undefined) return history; // SOUL.md is a file like any other
  const text = await around.read();
  if (text !== undefined && !isSame(text, active.text) && !isSame(text, written.text)) {
    await add(around, history, foundText(history, text, author));
  }
  await follow(around, history);
  return history;
}

async function seeded(around: Around, history: History): Promise<History> {
  if (history.active !== undefined) return history;
  await add(around, history, { type: "seeded", version: 0, text: (await around.read()) ?? "" });
  return history;
}

async function keep(around: Around, history: History, one: Proposal & Judgement & { on: number }) {
  if (history.active?.version !== one.on) throw new Error(CHANGED);
  return add(around, history, { type: "proposed", version: history.versions.length, ...one });
}

async function approve(around: Around, history: History, version: number, by: By) {
  const { state, event } = versionIn(history, version);
  if (state !== "waiting") throw new Error(`v${version} is ${state}: it cannot be approved.`);
  if ("on" in event && event.on !== history.active?.version) throw new Error(STALE);
  around.mayActivate(history);
  return change(around, history, { type: "approved", version, by });
}

async function veto(around: Around, history: History, version: number) {
  const { state, origin } = versionIn(history, version);
  if (["refused", "vetoed"].includes(state)) throw new Error(`v${version} is ${state} already.`);
  if (origin === history.active?.origin) before(history); // throws when there is none to go back to
  return change(around, history, { type: "vetoed", version });
}

async function goBack(around: Around, history: History, to?: number) {
  const one = to === undefined ? before(history) : versionIn(history, to);
  if (one.state !== "past") throw new Error(`v${to} is ${one.state}: go back to what was active.`);
  return change(around, history, copyOf(history, one));
}

async function change(around: Around, history: History, news: News): Promise<Version> {
  const version = await add(around, history, news);
  await follow(around, history);
  return version;
}

/** SOUL.md is written from the log, never the other way round, and read back. */
async function follow(around: Around, history: History) {
  if (history.active?.state === "vetoed") await add(around, history, copyOf(history));
  const { active, written } = history;
  if (active === undefined) return;
  const isThere = async () => isSame(active.text, (await around.read()) ?? "");
  if (!(await isThere())) await around.write(active.text);
  if (!(await isThere())) throw new Error(NOT_WRITTEN);
  if (written !== active) await add(around, history, { type: "written", version: active.version });
}

/** What cannot follow does not come into the log; and first the log, then the file. */
async function add(around: Around, history: History, news: News): Promise<Version> {
  const event = eventNow(news);
  const version = happen(history, event);
  await around.add(event);
  return version;
}
