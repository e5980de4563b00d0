// course/mutants/command · `course mutants s05`: plants a chapter's mistakes and shows which of them its spec finds.
import { basename } from "node:path";
import { readWords, usageOf } from "../base/usage.ts";
import { listChapters, ownChapter } from "../chapters/list.ts";
import { judgeMutants } from "./run.ts";

export const MUTANTS_HELP = `course mutants [CHAPTER …] [--write]

Plants the mistakes of course/mutants in copies of a chapter, and says which of them its spec finds.
  --write   writes the number of the promise that finds each mistake into the chapter's list
Example: npm run course -- mutants s05`;

const USAGE = usageOf(MUTANTS_HELP);

/** Runs the command; returns its exit code: 0, or 1 when a list is not right. */
export async function mutantsCommand(
  args: string[],
  root: string,
  print: (line: string) => void,
): Promise<number> {
  const options = { write: { type: "boolean", default: false } } as const;
  const { values, positionals } = readWords({ args, allowPositionals: true, options }, USAGE);
  const asked = positionals.map((name) => basename(ownChapter(name, root)));
  const chapters = asked.length > 0 ? asked : listChapters(root);
  const { failed } = await judgeMutants(chapters, root, print, values.write);
  return failed > 0 ? 1 : 0;
}
