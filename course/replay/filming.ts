// course/replay/filming · the film of a session: its scenes while it is played, and its file in docs/.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { WRITE } from "../base/fault.ts";
import { LANGUAGES, readmeName } from "../base/languages.ts";
import { filmOf } from "../film/film.ts";
import { callsOf, type Scene } from "../film/scenes.ts";
import type { Place } from "./place.ts";
import type { Segment, Session } from "./readme.ts";

/** What is kept of a session while it is filmed. */
export interface Filming {
  scenes: Scene[];
  /** So many lines of the trace belong to the scenes so far. */
  traced: number;
}

/** The film of a session: its file from the root, and what should be in it. */
export interface Film {
  file: string;
  should: string;
}

/** What is in front of a command so that its agent writes a trace. */
export const tracing = ({ trace }: Place): string => `TRACE='${trace}' `;

/** Keeps what a line of the README has done, up to where the next one can be done. */
export function addScene(filming: Filming, { text, action, expected }: Segment, place: Place) {
  const { trace, shown } = place;
  const lines = existsSync(trace) ? readFileSync(trace, "utf8").split("\n").slice(0, -1) : [];
  const calls = callsOf(lines.slice(filming.traced), shown);
  filming.traced = lines.length;
  filming.scenes.push({ ...typedIn(text), kind: action.kind, lines: expected, calls });
}

/** A line of a README as it is on the screen: a question has neither the mark nor the colon. */
function typedIn(line: string) {
  const [, before = "", typed = line] =
    /^(\$ |s\d\d(?:\.\d)? >> )(.*)$/.exec(line) ?? /^\? (.* ?): ?([^:]*)$/.exec(line) ?? [];
  return { before: line.startsWith("? ") ? `${before} ` : before, typed };
}

/** The film of a session that was played; the language is that of its README. */
export function filmFor(readme: string, { film }: Session, scenes: Scene[]): Film | undefined {
  if (film === undefined || scenes.length === 0) return undefined;
  const name = basename(readme);
  const language = LANGUAGES.find((one) => readmeName(one) === name) ?? "en";
  return {
    file: join("docs", `${film}${name.slice("README".length, -".md".length)}.svg`),
    should: filmOf(scenes, language),
  };
}

/** The most bytes of a picture that a README shows. */
const MOST_BYTES = 80_000;

/** What is wrong with the file of a film, and how to mend it; undefined when nothing is. */
export function filmProblem({ file, should }: Film, root: string): string | undefined {
  const path = join(root, file);
  const bytes = Buffer.byteLength(should);
  if (bytes > MOST_BYTES) return `${file} has ${bytes} bytes, at most ${MOST_BYTES}: film less`;
  const is = existsSync(path) ? readFileSync(path, "utf8") : "";
  return is === should ? undefined : `${file} is not the film of this session\n${WRITE}`;
}
