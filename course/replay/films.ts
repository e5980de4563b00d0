// course/replay/films · writes the films of the root's READMEs anew: their sessions are played for it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import type { Fault } from "../base/fault.ts";
import type { Limit } from "../spec/watch.ts";
import { patience } from "./agent.ts";
import { filmFor, filmProblem } from "./filming.ts";
import { readSessions } from "./readme.ts";
import { playSession } from "./session.ts";

/** What came of the films: the files that were changed, and the sessions that cannot be filmed. */
export interface Filmed {
  written: string[];
  faults: Fault[];
}

/** Writes every film that is not what its session gives now. A session that differs from its README is not filmed. */
export async function writeFilms(root: string, limit: Limit = patience): Promise<Filmed> {
  const names = globSync("README*.md", { cwd: root }).sort();
  const all = await Promise.all(names.map((name) => filmsOf(name, root, limit)));
  return {
    written: all.flatMap(({ written }) => written),
    faults: all.flatMap(({ faults }) => faults),
  };
}

async function filmsOf(file: string, root: string, limit: Limit): Promise<Filmed> {
  const filmed: Filmed = { written: [], faults: [] };
  const { sessions } = readSessions(readFileSync(join(root, file), "utf8"));
  for (const session of sessions.filter(({ film }) => film !== undefined)) {
    const { verdict, scenes } = await playSession(session, { root, limit });
    const film = filmFor(file, session, scenes);
    if (verdict !== "passed" || !film) {
      const says = `session ${session.name} is not filmed: it is not what is printed now`;
      const mend = `npm run course -- replay ${file}`;
      filmed.faults.push({ file, line: session.line, says, mend });
    } else if (filmProblem(film, root) !== undefined) {
      writeFileSync(join(root, film.file), film.should);
      filmed.written.push(film.file);
    }
  }
  return filmed;
}
