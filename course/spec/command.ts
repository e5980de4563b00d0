// course/spec/command · `course spec s02 [--on s01] [--should-fail] [--json]`: a spec run, in lines.
import { parseArgs } from "node:util";
import { chapterFolder, UsageError } from "../chapters.ts";
import { runSpecs } from "./run.ts";
import { reportOf } from "./verdicts.ts";

/** How the command is called, what it does, and more. */
export const SPEC_HELP = `course spec CHAPTER [--on CHAPTER] [--should-fail] [--json]

Runs a chapter's spec: the promises of its README, judged from outside.
  --on CHAPTER    judges the agent of another chapter, or of any folder
  --should-fail   each test must fail there: for the chapter before
  --json          the same for programs
Example: npm run course -- spec s03 --on s08`;

const USAGE = SPEC_HELP.split("\n")[0];

/**
 * Runs the command; `print` takes its lines. Returns the exit code: 0, or 1 when something is wrong.
 * Throws a UsageError for what cannot be run.
 */
export async function specCommand(
  args: string[],
  root: string,
  print: (line: string) => void,
  run = runSpecs,
): Promise<number> {
  const { spec, on, shouldFail, json } = readArgs(args, root);
  const { tests } = await run({ spec, on });
  const { lines, code, counts } = reportOf(tests, shouldFail);
  if (json) print(JSON.stringify({ spec, on, shouldFail, ...counts, tests }, undefined, 2));
  else for (const line of lines) print(line);
  return code;
}

function readArgs(args: string[], root: string) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        on: { type: "string" },
        json: { type: "boolean" },
        "should-fail": { type: "boolean" },
      },
    });
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError(`Usage: ${USAGE}`);
    // npm runs scripts in the root, and says here where the person is.
    const base = process.env.INIT_CWD;
    const spec = chapterFolder(name, root, base);
    const on = values.on === undefined ? spec : chapterFolder(values.on, root, base);
    return { spec, on, json: values.json ?? false, shouldFail: values["should-fail"] ?? false };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${error instanceof Error ? error.message : error}. Usage: ${USAGE}`);
  }
}
