// course/commands · the course's own commands by name, what each is for, and its help.
import { ROOT } from "./base/root.ts";
import { say } from "./base/say.ts";
import { UsageError, usageOf } from "./base/usage.ts";
import { listChapters } from "./chapters/list.ts";

type Print = (line: string) => void;

interface Command {
  /** The first line is the usage, then an empty line, one line that says what the command does, and more. */
  help: string;
  /** Returns the exit code: 0, or 1 when something is wrong. Throws a UsageError for misuse. */
  run(args: string[], root: string, print: Print): number | Promise<number>;
}

const LIST_HELP = say`course list

Prints the names of the chapters in order, one on each line.`;

/** Each command is loaded when it is used, because to load them all takes as long as most of them run. */
const COMMANDS: Record<string, () => Command | Promise<Command>> = {
  list: () => ({ help: LIST_HELP, run: listCommand }),
  diff: () =>
    import("./chapters/diff.ts").then((it) => ({ help: it.DIFF_HELP, run: it.diffCommand })),
  build: () =>
    import("./build/command.ts").then((it) => ({ help: it.BUILD_HELP, run: it.buildCommand })),
  hint: () =>
    import("./build/hintCommand.ts").then((it) => ({ help: it.HINT_HELP, run: it.hintCommand })),
  spec: () =>
    import("./judge/command.ts").then((it) => ({ help: it.SPEC_HELP, run: it.specCommand })),
  replay: () =>
    import("./replay/command.ts").then((it) => ({ help: it.REPLAY_HELP, run: it.replayCommand })),
  view: () =>
    import("./view/command.ts").then((it) => ({ help: it.VIEW_HELP, run: it.viewCommand })),
  check: () =>
    import("./check/command.ts").then((it) => ({
      help: it.CHECK_HELP,
      run: (...[args, root, print]) => it.checkCommand(args, root, print, process.env.COUNT_FILE),
    })),
  propagate: () =>
    import("./propagate/command.ts").then(({ PROPAGATE_HELP: help, propagateCommand: run }) => ({
      help,
      run,
    })),
  mutants: () =>
    import("./mutants/command.ts").then((it) => ({
      help: it.MUTANTS_HELP,
      run: it.mutantsCommand,
    })),
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
    for (const line of await overview()) print(line);
    return 0;
  }
  try {
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    const known = Object.keys(COMMANDS).join(", ");
    if (!load) throw new UsageError(say`There is no command "${name}". There are: ${known}.`);
    const command = await load();
    if (!args.some(isHelp)) return await command.run(args, root, print);
    const { help } = command;
    print([say`Usage: ${usageOf(help)}`, ...help.split(/(?=\n)/).slice(1)].join(""));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(error.message);
    return 2;
  }
}

const isHelp = (word: string) => word === "--help" || word === "-h";

async function overview(): Promise<string[]> {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lineOf = async ([name, load]: [string, (typeof COMMANDS)[string]]) =>
    `  ${name.padEnd(width)}  ${(await load()).help.split("\n")[2] ?? ""}`;
  return [
    say`The course's own commands: npm run course -- COMMAND`,
    "",
    ...(await Promise.all(Object.entries(COMMANDS).map(lineOf))),
    "",
    say`npm run course -- COMMAND --help describes a command.`,
  ];
}

function listCommand(_: string[], root: string, print: Print) {
  listChapters(root).forEach(print);
  return 0;
}
