// course/replay/all · sessions of many pages, several at a time; those that passed before, with nothing changed since, not again.
import { isUnchanged } from "../results/key.ts";
import { findResult, keepResult } from "../results/store.ts";
import type { Limit } from "../spec/watch.ts";
import { keyOfSession } from "./kept.ts";
import { createPool } from "./pool.ts";
import type { Session } from "./readme.ts";
import { type Played, playSession } from "./session.ts";

/** How sessions are played. */
export interface Playing {
  root: string;
  /** The longest wait; with a limit of one's own, they are played in this process. */
  limit: Limit | undefined;
  /** Sessions that passed earlier, with all that they depend on as it is now, are not played again. */
  isCached: boolean;
}

/** Plays sessions; gives what became of each, in the same order. Their agents are bundled one after the other. */
export function startAll(all: Session[], playing: Playing): Promise<Played>[] {
  const { root, limit, isCached } = playing;
  const pool = createPool();
  let last: Promise<string | undefined> = Promise.resolve(undefined);
  const keyOf = (session: Session) => {
    last = last.then(() => keyOfSession(session, root));
    return last;
  };
  const play = (session: Session) =>
    limit === undefined ? pool.play({ session, root }) : playSession(session, { root, limit });
  const told = all.map(async (session) => {
    const { name, line } = session;
    const key = await keyOf(session);
    if (isCached && findResult(key))
      return { name, line, verdict: "passed" as const, problems: [], edits: [] };
    const played = await play(session);
    if (played.verdict === "passed" && isUnchanged(key))
      keepResult(key, { passed: 1, skipped: 0, lines: [] });
    return played;
  });
  void Promise.allSettled(told).then(() => pool.close());
  return told;
}
