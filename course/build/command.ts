// course/build · `course build s05`: a folder to build a chapter in, made from the chapter before, and what is to be built.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { say, spoken } from "../base/say.ts";
import { readWords, UsageError, usageOf } from "../base/usage.ts";
import { type Draft, draftsOf, filesWith } from "../chapters/drafts.ts";
import { isOwn, listFiles } from "../chapters/files.ts";
import { chapterRange, listChapters, ownChapter } from "../chapters/list.ts";
import { briefOf } from "./brief.ts";
import { newToolsOf } from "./contract.ts";
import { helpersOf } from "./helpers.ts";
import { coreOf, countedPromises, numbered } from "./promises.ts";
import { buildStop, makeEmpty, makeLearnersFolder } from "./stop.ts";
import { sizeOf, textsHead, textsOf } from "./texts.ts";

/** How the command is called, what it does, and more. */
export const BUILD_HELP = say`course build CHAPTER [--from N]

Makes the folder my_sNN from the chapter before, and prints what is to be built in it.
  --from N   begins with draft N of the mechanism, in the chapter's own code.ts
For CHAPTER, upto-s06 means the agent of s01 to s06 from nothing: an almost empty folder my_upto_s06.
The folder is next to the chapters, so that imports of ../shared work. Git, the formatter and the tests ignore it;
npx tsc -p my_sNN checks its types.
Example: npm run course -- build s05`;

const USAGE = usageOf(BUILD_HELP);

/**
 * Runs the command; `print` takes its lines. A folder that exists is left as it is, and only the brief is printed.
 * Returns the exit code. Throws a UsageError for a name that is not a chapter's.
 */
export async function buildCommand(
  args: string[],
  root: string,
  print: (line: string) => void,
): Promise<number> {
  const options = { from: { type: "string" } } as const;
  const { values, positionals } = readWords({ args, allowPositionals: true, options }, USAGE);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(say`Usage: ${USAGE}`);
  const range = chapterRange(name, root);
  if (range !== undefined) {
    if (values.from !== undefined) throw new UsageError(say`--from needs one chapter.`);
    if (!name.startsWith("upto-"))
      throw new UsageError(
        say`Write upto-${name.slice(-3)}: a folder is built from the first chapter on.`,
      );
    await buildStop(range, root, print);
    return 0;
  }
  const solution = ownChapter(name, root, process.env.INIT_CWD);
  const at = listChapters(root).indexOf(basename(solution));
  const short = basename(solution).slice(0, 3); // "s05"
  const target = join(root, `my_${short}`);
  const before = listChapters(root)[at - 1];
  const draft = values.from === undefined ? undefined : draftOf(solution, values.from);
  print(
    draft
      ? makeFromDraft(target, draft)
      : makeFolder(target, before === undefined ? undefined : join(root, before)),
  );
  const contract = await contractLines(solution, before && join(root, before));
  for (const line of briefOf(solution, contract)) print(line);
  print("");
  print(say`Judge it:  npm run course -- spec ${short} --on my_${short} --watch`);
  if (coreOf(solution))
    print(say`The core:  npm run course -- spec ${short} --on my_${short} --core`);
  print(say`Hints:     npm run course -- hint ${short}`);
  print(say`Try it:    npm start my_${short}`);
  print(say`Types:     npx tsc -p my_${short}`);
  return 0;
}

function draftOf(chapter: string, number: string): Draft {
  const drafts = draftsOf(chapter);
  const draft = drafts[Number(number) - 1];
  if (draft) return draft;
  const there = drafts.map((one) => one.number).join(", ") || say`none`;
  throw new UsageError(say`${basename(chapter)} has no draft ${number}. There are: ${there}.`);
}

/** Makes the folder as the chapter is with this draft in the place of its mechanism. */
function makeFromDraft(target: string, draft: Draft): string {
  const name = basename(target);
  if (existsSync(target)) return say`${name} is there already, and stays as it is.`;
  makeLearnersFolder(target);
  const files = filesWith(draft);
  for (const [file, content] of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), content);
  }
  return say`Made ${name} from ${draft.name}: ${files.size} files. The mechanism is ${draft.door}, ${aboutDraft(draft)}.`;
}

const aboutDraft = ({ title, keeps }: Draft) =>
  say`${title[spoken()]}; promises that hold already: ${keeps.join(", ") || say`none`}`;

/** Makes the folder from the files that are compared; gives the line that says so. */
export function makeFolder(target: string, before: string | undefined): string {
  const name = basename(target);
  if (before === undefined) return makeEmpty(target, say`This chapter has none before it.`);
  if (existsSync(target)) return say`${name} is there already, and stays as it is.`;
  makeLearnersFolder(target);
  const files = listFiles(before).filter((file) => !isOwn(file));
  for (const file of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    copyFileSync(join(before, file), join(target, file));
  }
  return say`Made ${name} from ${basename(before)}: ${files.length} files. Its README, its spec and its unit tests stay behind.`;
}

/** The wire's side of the chapter, its size, its texts, the helpers its solution uses, and the promises. */
async function contractLines(solution: string, before: string | undefined): Promise<string[]> {
  const tools = await newToolsOf(solution, before);
  const texts = textsOf(solution, before);
  return [
    "",
    say`HOW MUCH`,
    "",
    sizeOf(solution, before),
    ...draftsOf(solution).map((draft) => `--from ${draft.number}: ${aboutDraft(draft)}`),
    ...(tools.length === 0
      ? []
      : [
          "",
          say`THE NEW TOOLS, as the solution sends them (names, fields and types count; the descriptions are yours to word)`,
          "",
        ]),
    ...tools.map((tool) => JSON.stringify(tool, undefined, 2)),
    ...(texts.length === 0 ? [] : ["", textsHead(), ...texts]),
    "",
    say`HELPERS that are there already, and that the solution uses`,
    "",
    ...helpersOf(solution, before),
    "",
    say`THE PROMISES, in order (${countedPromises(solution)})`,
    "",
    ...numbered(solution),
  ];
}
