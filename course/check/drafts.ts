// course/check/drafts · what package.json says of a chapter's drafts is so, and each one can be put in its place.
import { join } from "node:path";
import type { Fault } from "../base/fault.ts";
import { lineWith, messageOf } from "../base/text.ts";
import { promisesOf } from "../build/promises.ts";
import { bundleChapter } from "../bundle/bundle.ts";
import { type Draft, draftsOf } from "../chapters/drafts.ts";
import { type Chapter, fullLines, textOf } from "../chapters/files.ts";

const MOST_LINES = 80;

/** What is wrong with the drafts of a chapter. */
export async function draftFaults(chapter: Chapter, root: string): Promise<Fault[]> {
  const folder = join(root, chapter.name);
  const drafts = draftsOf(folder);
  const named = new Set(drafts.map(({ file }) => file));
  const stray = [...chapter.files.keys()].filter(
    (file) => file.startsWith("drafts/") && !named.has(file) && !isScript(file),
  );
  const faults = stray.map(
    (file): Fault => ({
      file: `${chapter.name}/${file}`,
      line: 1,
      says: 'is not in "drafts" of package.json',
      mend: `add it there, or remove it`,
    }),
  );
  for (const [at, draft] of drafts.entries())
    faults.push(...(await faultsOf(draft, drafts[at - 1], chapter, root)));
  return [...faults, ...workshopFaults(drafts, chapter, root)];
}

/** Where the last draft is the core, details.md says what only the mechanism around it keeps, promise by promise. */
function workshopFaults(drafts: Draft[], { name, files }: Chapter, root: string): Fault[] {
  const early = drafts.slice(0, -1).find(({ isCore }) => isCore);
  const at = { file: `${name}/package.json`, line: 1, mend: `edit "drafts" there` };
  if (early) return [{ ...at, says: `${early.name} is not the last draft, so not the core` }];
  const core = drafts.at(-1);
  if (!core?.isCore) return [];
  const page = plainOf(files.get("details.md")?.toString() ?? "");
  const isOfCore = (_: string, at: number) => core.keeps.includes(at + 1);
  return promisesOf(join(root, name)).flatMap((promise, at) => {
    if (isOfCore(promise, at) || page.includes(plainOf(promise))) return [];
    const says = `has no row for promise ${at + 1}, which only the whole mechanism keeps: "${promise}"`;
    return [{ file: `${name}/details.md`, line: 1, says, mend: "add one that has this sentence" }];
  });
}

/** A sentence is the same with other marks and line ends. */
const plainOf = (text: string) => text.replaceAll(/[`*\\]/g, "").replaceAll(/\s+/g, " ");

/** Replies of the practice model, for a session that its rules cannot play. */
const isScript = (file: string) => file.endsWith(".json");

async function faultsOf(
  draft: Draft,
  before: Draft | undefined,
  chapter: Chapter,
  root: string,
): Promise<Fault[]> {
  const manifest = textOf(chapter, "package.json");
  const line = lineWith(manifest, `"${draft.file}"`);
  const at = { file: `${chapter.name}/package.json`, line, mend: `edit "drafts" there` };
  const missing = [draft.file, draft.door].find((file) => !chapter.files.has(file));
  if (missing !== undefined)
    return [{ ...at, says: `"drafts" names ${missing}, which does not exist` }];
  const faults: Fault[] = [];
  const lines = fullLines(textOf(chapter, draft.file));
  if (lines > MOST_LINES)
    faults.push({
      file: `${chapter.name}/${draft.file}`,
      line: MOST_LINES,
      says: `has ${lines} lines; at most ${MOST_LINES}`,
      mend: "make it smaller",
    });
  const wrong = wrongKeeps(draft, before, promisesOf(join(root, chapter.name)).length);
  if (wrong !== undefined) faults.push({ ...at, says: wrong });
  const error = await bundleChapter(join(root, draft.name)).then(
    () => undefined,
    (error) => messageOf(error),
  );
  if (error !== undefined)
    faults.push({ ...at, file: `${chapter.name}/${draft.file}`, line: 1, says: error });
  return faults;
}

function wrongKeeps(draft: Draft, before: Draft | undefined, promises: number) {
  const { name, keeps, breaks } = draft;
  const kept = before?.keeps ?? [];
  const none = keeps.find((one) => !Number.isInteger(one) || one < 1 || one > promises);
  if (none !== undefined) return `${name} keeps promise ${none}, which the spec does not have`;
  const idle = breaks.find((one) => !kept.includes(one) || keeps.includes(one));
  if (idle !== undefined) return `${name} does not break promise ${idle}`;
  const lost = kept.find((one) => !keeps.includes(one) && !breaks.includes(one));
  return lost === undefined
    ? undefined
    : `${name} does not keep promise ${lost}, which ${before?.name} kept`;
}
