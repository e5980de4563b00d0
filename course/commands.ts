// course/commands · the course's own commands by name, what each is for, and its help.
import { BUILD_HELP, buildCommand } from "./build/command.ts";
import { HINT_HELP, hintCommand } from "./build/hintCommand.ts";
import { PROGRESS_HELP, progressCommand } from "./build/progress.ts";
import { listChapters, UsageError } from "./chapters.ts";
import { CHECK_HELP, checkCommand } from "./check/command.ts";
import { DIFF_HELP, diffCommand } from "./diff.ts";
import { NEW_HELP, newCommand } from "./new.ts";
import { PROPAGATE_HELP, propagateCommand } from "./propagate/command.ts";
import { REPLAY_HELP, replayCommand } from "./replay/command.ts";
import { ROOT } from "./root.ts";
import { SPEC_HELP, specCommand } from "./spec/command.ts";

type Print = (line: string) => void;

interface Command {
  /** The first line is the usage, then an empty line, one line that says what the command does, and more. */
  help: string;
  /** Returns the exit code: 0, or 1 when something is wrong. Throws a UsageError for misuse. */
  run(args: string[], root: string, print: Print): number | Promise<number>;
}

const LIST_HELP = `course list

Prints the names of the chapters in order, one on each line.`;

const COMMANDS: Record<string, Command> = {
  list: { help: LIST_HELP, run: listCommand },
  diff: { help: DIFF_HELP, run: diffCommand },
  build: { help: BUILD_HELP, run: buildCommand },
  hint: { help: HINT_HELP, run: hintCommand },
  progress: { help: PROGRESS_HELP, run: progressCommand },
  spec: { help: SPEC_HELP, run: specCommand },
  replay: { help: REPLAY_HELP, run: replayCommand },
  check: {
    help: CHECK_HELP,
    run: (args, root, print) => checkCommand(args, root, print, process.env.COUNT_FILE),
  },
  propagate: { help: PROPAGATE_HELP, run: propagateCommand },
  new: { help: NEW_HELP, run: newCommand },
};

/**
 * Runs what was typed after `npm run course --`; without a word it lists the commands.
 * `print` takes lines for stdout, `complain` those for stderr. Returns the exit code: 2 for misuse.
 */
export async function runCourse(
  [name, ...args]: string[],
  print: Print,
  complain: Print,
  root = ROOT,
): Promise<number> {
  if (name === undefined || isHelp(name)) {
    for (const line of overview()) print(line);
    return 0;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    const known = Object.keys(COMMANDS).join(", ");
    if (!command) throw new UsageError(`There is no command "${name}". There are: ${known}.`);
    if (!args.some(isHelp)) return await command.run(args, root, print);
    print(`Usage: npm run ${command.help.replace("course", "course --")}`);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(error.message);
    return 2;
  }
}

const isHelp = (word: string) => word === "--help" || word === "-h";

function overview(): string[] {
  const names = Object.keys(COMMANDS);
  const width = Math.max(...names.map((name) => name.length));
  return [
    "The course's own commands: npm run course -- COMMAND",
    "",
    ...Object.entries(COMMANDS).map(
      ([name, { help }]) => `  ${name.padEnd(width)}  ${help.split("\n")[2] ?? ""}`,
    ),
    "",
    "npm run course -- COMMAND --help describes a command.",
  ];
}

function listCommand(_: string[], root: string, print: Print) {
  listChapters(root).forEach(print);
  return 0;
}
