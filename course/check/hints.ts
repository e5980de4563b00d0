// course/check/hints · the hints of a chapter fit its promises and its code.
import { join } from "node:path";
import type { Fault } from "../base/fault.ts";
import { messageOf } from "../base/text.ts";
import { declarationOf, hintsOf } from "../build/hints.ts";
import { promisesOf } from "../build/promises.ts";
import type { Chapter } from "../chapters/files.ts";

/** A promise without a hint, a hint without a promise, and code that is not there. A chapter without hints.json has no hints yet. */
export function hintFaults(chapter: Chapter, root: string): Fault[] {
  if (!chapter.files.has("hints.json")) return [];
  const file = `${chapter.name}/hints.json`;
  const folder = join(root, chapter.name);
  try {
    const [hints, promises] = [hintsOf(folder), promisesOf(folder)];
    const wrong = [
      ...promises
        .filter((promise) => !hints.has(promise))
        .map((promise) => `has no hint for "${promise}"`),
      ...[...hints.keys()]
        .filter((promise) => !promises.includes(promise))
        .map((promise) => `has a hint for "${promise}", which the spec does not promise`),
      ...[...hints.values()]
        .flatMap(({ code }) => code)
        .filter((reference) => declarationOf(folder, reference) === undefined)
        .map((reference) => `shows ${reference}, which does not exist`),
    ];
    return wrong.map((says) => ({ file, line: 1, says, mend: `edit ${file}` }));
  } catch (error) {
    const says = `cannot be read: ${messageOf(error).split("\n")[0]}`;
    return [
      { file, line: 1, says, mend: `a hint is {"idea", "place", "code": ["todo.ts#remind"]}` },
    ];
  }
}
