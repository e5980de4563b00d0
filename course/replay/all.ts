// course/replay/all · sessions of many pages, several at a time; those that passed before, with nothing changed since, not again.
import { findResult, keepResult } from "../results/store.ts";
import type { Limit } from "../spec/watch.ts";
import { filmFor, filmProblem } from "./filming.ts";
import { keyOfSession } from "./kept.ts";
import { createPool } from "./pool.ts";
import type { Session } from "./readme.ts";
import { type Played, playSession } from "./session.ts";

/** A session of a page. */
export interface Shown {
  session: Session;
  /** The page. */
  path: string;
}

/** How sessions are played. */
export interface Playing {
  root: string;
  /** The longest wait; with a limit of one's own, they are played in this process. */
  limit: Limit | undefined;
  /** Sessions that passed earlier, with all that they depend on as it is now, are not played again. */
  isCached: boolean;
}

/** What became of a session, its film compared. */
export type Told = Omit<Played, "scenes">;

/** Plays sessions; gives what became of each, in the same order, as promises. */
export async function startAll(all: Shown[], playing: Playing): Promise<Promise<Told>[]> {
  const { root, limit, isCached } = playing;
  const keys = await Promise.all(all.map(({ session }) => keyOfSession(session, root)));
  const pool = createPool();
  const play = (session: Session) =>
    limit === undefined ? pool.play({ session, root }) : playSession(session, { root, limit });
  const told = all.map(async ({ session, path }, at) => {
    const { name, line } = session;
    if (isCached && findResult(keys[at]))
      return { name, line, verdict: "passed" as const, problems: [], edits: [] };
    const played = withFilm(await play(session), session, path, root);
    if (played.verdict === "passed") keepResult(keys[at], { passed: 1, skipped: 0, lines: [] });
    return played;
  });
  void Promise.allSettled(told).then(() => pool.close());
  return told;
}

/** If a session passes and a film is made of it, the file of the film must be that film. */
function withFilm(
  { scenes, ...played }: Played,
  session: Session,
  path: string,
  root: string,
): Told {
  const film = played.verdict === "passed" ? filmFor(path, session, scenes) : undefined;
  const message = film && filmProblem(film, root);
  if (message === undefined) return played;
  return { ...played, verdict: "failed", problems: [{ line: session.line, message }] };
}
