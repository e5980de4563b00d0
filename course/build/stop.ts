// course/build/stop · `course build upto-s06`: the agent of several chapters, to be built from an empty folder.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { say } from "../base/say.ts";
import { contractOf } from "./brief.ts";
import { toolsOf } from "./contract.ts";
import { helpersOf } from "./helpers.ts";
import { numbered, promisesOf } from "./promises.ts";
import { textsHead, textsOf } from "./texts.ts";

/** Makes the folder my_upto_sNN and prints what is to be built in it; `chapters` are the folders from the first to sNN. */
export async function buildStop(
  chapters: string[],
  root: string,
  print: (line: string) => void,
): Promise<void> {
  const last = chapters.at(-1) ?? "";
  const short = basename(last).slice(0, 3); // "s06"
  const name = `my_upto_${short}`;
  print(makeEmpty(join(root, name), say`Everything else is yours to write.`));
  print("");
  for (const line of reading()) print(line);
  for (const line of await briefOfAll(chapters, last)) print(line);
  print("");
  print(say`Judge it:  npm run course -- spec upto-${short} --on ${name} --watch`);
  print(say`           It runs the specs in order, up to the first chapter with a broken promise.`);
  print(say`Hints:     npm run course -- hint s01, or of any other chapter`);
  print(say`Try it:    npm start ${name}`);
  print(say`In another language: a folder with a launch.json, and --on that folder. docs/judge`);
}

const reading = () => [
  say`Below is, for each chapter, what its README says about building it, and its promises.`,
  say`There is no chapter before yours: where a README starts from one, or from a draft, you start from what you have.`,
  say`So of the times that a README gives, the one for starting from nothing is yours: an evening for most chapters, a weekend for the large ones.`,
  say`What a README tells you to take as it is, such as most of s03_permission/permission, you may copy.`,
];

/** The types of the root leave learners' folders out; with this file, tsc checks one of them. */
const TYPES = `${JSON.stringify({ extends: "../tsconfig.json", include: ["**/*.ts"] })}\n`;

/** Makes an empty learner's folder, in which tsc can check the types. */
export function makeLearnersFolder(target: string): void {
  mkdirSync(target);
  writeFileSync(join(target, "tsconfig.json"), TYPES);
}

/** Makes a folder with a code.ts that starts; gives the line that says so, with `why` after it. */
export function makeEmpty(target: string, why: string): string {
  const name = basename(target);
  if (existsSync(target)) return say`${name} is there already, and stays as it is.`;
  makeLearnersFolder(target);
  writeFileSync(join(target, "code.ts"), FIRST);
  return say`Made ${name} with an almost empty code.ts. ${why}`;
}

const FIRST = `// code · an agent.
import { print, repl } from "../shared/terminal.ts";

async function turn(prompt: string, _signal: AbortSignal) {
  print(\`You typed: \${prompt}\`);
}

await repl(import.meta, turn);
`;

/** The contracts and promises of the chapters one after the other; tools and helpers once, as the last chapter has them. */
async function briefOfAll(chapters: string[], last: string): Promise<string[]> {
  const tools = await toolsOf(last);
  const before = chapters.flatMap((chapter) => [
    ...contractOf(chapter),
    "",
    say`THE PROMISES of ${basename(chapter)} (${promisesOf(chapter).length})`,
    "",
    ...numbered(chapter),
  ]);
  return [
    ...before,
    "",
    say`ALL TOOLS of ${basename(last)}, as its agent sends them (descriptions are yours to word)`,
    "",
    ...tools.map((tool) => JSON.stringify(tool, undefined, 2)),
    "",
    textsHead(),
    ...textsOf(last, undefined),
    "",
    say`HELPERS in shared/ that the chapters use`,
    "",
    ...helpersOf(last, undefined),
  ];
}
