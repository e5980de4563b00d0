// course/check/breaks · the edit under "Break it" is a planted mistake, and the promises that the page quotes are those it breaks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "../base/fault.ts";
import { messageOf } from "../base/text.ts";
import { promisesOf } from "../build/promises.ts";
import type { Chapter } from "../chapters/files.ts";
import { breakOn, wrongBreak } from "../mutants/breaks.ts";
import { mutantsOf } from "../mutants/mutants.ts";

/** Compares the page of a chapter that has a list of mistakes with it. `npm run test:deep` makes the edit and sees the promises fail. */
export function breakFaults({ name, files }: Chapter, root: string): Fault[] {
  const list = mutantsOf(name, root);
  if (list.length === 0 || !files.has("README.md")) return [];
  const page = breakOn(files.get("README.md")?.toString("utf8") ?? "");
  const says = wrongOn(page, list, join(root, name));
  if (says === undefined) return [];
  const mend = `edit the page, or the entry with "onPage" in course/mutants/lists/${name.slice(0, 3)}.json`;
  return [{ file: `${name}/README.md`, line: page.line, says, mend }];
}

function wrongOn(
  page: ReturnType<typeof breakOn>,
  list: ReturnType<typeof mutantsOf>,
  folder: string,
): string | undefined {
  const entry = list.find(({ onPage }) => onPage !== undefined);
  try {
    const source = readFileSync(join(folder, page.file ?? "code.ts"), "utf8");
    return wrongBreak(page, entry, { numbering: promisesOf(folder), source });
  } catch (error) {
    return messageOf(error);
  }
}
