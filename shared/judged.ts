// shared/judged · a path is used where it led when it was judged, also when a link is put there in between.
import { resolveInside } from "./files.ts";
import { oncePer } from "./once.ts";

/** Where a call of a tool runs. */
interface Place {
  cwd: string;
  roots: string[];
  signal: AbortSignal;
}

/** For each turn, by its signal: the real paths of what was judged in it, by folder and path. */
const placesIn = oncePer((_turn: AbortSignal) => new Map<string, string>());

const keyOf = (path: string, { cwd }: Place) => `${cwd}\0${path}`;

/** Notes the real path by which a path was judged. The last judgement counts. */
export function noteJudged(path: string, real: string, place: Place): void {
  placesIn(place.signal).set(keyOf(path, place), real);
}

/** The real path of `path`, if it is in the roots. Throws if `path` was judged in this turn, and leads elsewhere by now. */
export async function judgedPath(path: string, place: Place): Promise<string> {
  const real = await resolveInside(path, place.cwd, place.roots);
  const judged = placesIn(place.signal).get(keyOf(path, place));
  if (judged === undefined || judged === real) return real;
  throw new Error(`${path} leads to ${real} by now, and ${judged} was judged. Call again to ask.`);
}
