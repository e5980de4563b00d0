// shared/flags · what may follow a chapter's name on the command line.
import { parseArgs } from "node:util";
import { UserError } from "./errors.ts";

export interface Flags {
  /** A one-shot prompt: after -p, or as bare words. */
  prompt: string | undefined;
  /** Run in a folder that is not a scratch folder, though the chapter runs commands without asking. */
  here: boolean;
  help: boolean;
  /** Go on with a kept conversation: the one whose id begins with this word, or the last one for "". */
  resume: string | undefined;
  /** Print the kept conversations. */
  list: boolean;
  /** Who can hear the session: the word after --scope. */
  scope: string | undefined;
}

/**
 * Reads the command line after the chapter's name. --resume and --list are known when the chapter keeps its
 * conversations, --scope when others than the person can hear it. Throws a UserError for an unknown flag.
 */
export function readFlags(args: string[], isKept = false, isScoped = false): Flags {
  const { values, positionals } = parse(withResume(args));
  const words = [values.prompt, ...positionals].filter((word) => word !== undefined);
  const prompt = words.length > 0 ? words.join(" ").trim() : undefined;
  if (prompt === "") throw new UserError('The prompt is empty: write it as -p "your request".');
  const { here, help, resume, list, scope } = values;
  const unknown = [
    ...(!isKept && list ? ["list"] : []),
    ...(!isKept && resume !== undefined ? ["resume"] : []),
    ...(!isScoped && scope !== undefined ? ["scope"] : []),
  ];
  if (unknown.length > 0) throw new UserError(`Unknown option '--${unknown[0]}'. Try --help.`);
  return { prompt, here, help, resume, list, scope };
}

/** The word after --scope, before anything else of the command line is looked at; undefined without one. */
export function scopeIn(args: string[]): string | undefined {
  const at = args.findLastIndex((word) => /^--scope(=|$)/.test(word)); // as parseArgs takes it
  return at < 0 ? undefined : (args[at]?.split("=")[1] ?? args[at + 1] ?? "");
}

/** The word after --resume is an id; --resume alone stands for the last session. */
function withResume(args: string[]): string[] {
  const at = args.indexOf("--resume");
  if (at < 0) return args;
  const word = args[at + 1];
  const hasWord = word !== undefined && !word.startsWith("-");
  return [
    ...args.slice(0, at),
    `--resume=${hasWord ? word : ""}`,
    ...args.slice(at + (hasWord ? 2 : 1)),
  ];
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
        resume: { type: "string" },
        list: { type: "boolean", default: false },
        scope: { type: "string" },
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

const KEPT_HELP = `  --resume      go on with the last conversation of this folder; --resume ID with that one
  --list        the conversations of this folder
`;

const SCOPED_HELP = `  --scope group:NAME   a room: others hear the answers, too; without it, only you do
`;

/** The text of --help, for the chapter in `folder`. */
export function helpText(
  folder: string,
  commands: Record<string, { description: string }>,
  isKept = false,
  isScoped = false,
): string {
  const own = Object.entries(commands).map(
    ([name, { description }]) => `  /${name.padEnd(12)} ${description}\n`,
  );
  return `${folder}: a coding agent that works in the current folder.

  npx tsx ${folder}/code.ts                talk to it
  npx tsx ${folder}/code.ts -p "prompt"    one answer on stdout, the rest on stderr
  … | npx tsx ${folder}/code.ts            one prompt per line

  --fresh       (npm start sNN -- --fresh) work in a new copy of the chapter's sample, the folder scratch/bottle or the
                one that --fresh=NAME names; what was in it is kept beside it. Without --fresh you go on in that folder
  --here        work in this folder although it is not empty and the chapter runs commands without asking (s01, s02)
${isKept ? KEPT_HELP : ""}${isScoped ? SCOPED_HELP : ""}  --help        this text
  /exit, q      end; Ctrl-D too. Ctrl-C stops a turn, and quits at an empty prompt
  /try          ${TRY}
${own.join("")}
Without a key it talks to the practice model, offline. Variables, also from .env in the course's folder:
  ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, ANTHROPIC_BASE_URL, MODEL_ID: a real model
  PRACTICE=1: use the practice model even if a key is set
  MAX_REQUESTS=200: how many requests a session may send. TRACE=file.jsonl: write each request and reply to this file
  MAX_COST=0.50: how many dollars a session may spend
  EXPLAIN=1: show every hook that runs, and each system prompt that is assembled or taken again
`;
}
