// shared/flags · what may follow a chapter's name on the command line.
import { parseArgs } from "node:util";
import { UserError } from "./errors.ts";

export interface Flags {
  /** A one-shot prompt: after -p, or as bare words. */
  prompt: string | undefined;
  /** Run in a folder that is not a scratch folder, though the chapter runs commands without asking. */
  here: boolean;
  help: boolean;
}

/** Reads the command line after the chapter's name. Throws a UserError for an unknown flag. */
export function readFlags(args: string[]): Flags {
  const { values, positionals } = parse(args);
  const words = [values.prompt, ...positionals].filter((word) => word !== undefined);
  const prompt = words.length > 0 ? words.join(" ").trim() : undefined;
  if (prompt === "") throw new UserError('The prompt is empty: write it as -p "your request".');
  return { prompt, here: values.here, help: values.help };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        prompt: { type: "string", short: "p" },
        here: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [reason] = error.message.split(/\. |\n/);
    throw new UserError(`${reason?.replace(/\.$/, "")}. Try --help.`);
  }
}

/** What /try does. */
export const TRY = "what to ask in this chapter, numbered; /try 1 asks the first of them";

/** The text of --help, for the chapter in `folder`. */
export function helpText(
  folder: string,
  commands: Record<string, { description: string }>,
): string {
  const own = Object.entries(commands).map(
    ([name, { description }]) => `  /${name.padEnd(12)} ${description}\n`,
  );
  return `${folder}: a coding agent that works in the current folder.

  npx tsx ${folder}/code.ts                talk to it
  npx tsx ${folder}/code.ts -p "prompt"    one answer on stdout, the rest on stderr
  … | npx tsx ${folder}/code.ts            one prompt per line

  --here        work in this folder although it is not empty and the chapter runs commands without asking (s01, s02)
  --help        this text
  /exit, q      end; Ctrl-D too. Ctrl-C stops a turn, and quits at an empty prompt
  /try          ${TRY}
${own.join("")}
Without a key it talks to the practice model, offline. Variables, also from .env in the course's folder:
  ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, ANTHROPIC_BASE_URL, MODEL_ID: a real model
  PRACTICE=1: use the practice model even if a key is set
  MAX_REQUESTS=200: how many requests a session may send. TRACE=file.jsonl: write each request and reply to this file
  EXPLAIN=1: show every hook that runs and every use of the prompt cache
`;
}
