// course/main · the course's own commands: `npm run course -- COMMAND`.
import { listChapters, UsageError } from "./chapters.ts";
import { checkCommand } from "./check/command.ts";
import { diffCommand } from "./diff.ts";
import { newCommand } from "./new.ts";
import { propagateCommand } from "./propagate/command.ts";
import { replayCommand } from "./replay/command.ts";
import { ROOT } from "./root.ts";
import { specCommand } from "./spec/command.ts";

type Command = (args: string[]) => number | Promise<number>;

const print = (line: string) => void process.stdout.write(`${line}\n`);

const COMMANDS: Record<string, Command> = {
  list() {
    listChapters(ROOT).forEach(print);
    return 0;
  },
  diff: (args) => diffCommand(args, ROOT, print),
  check: (args) => checkCommand(args, ROOT, print, process.env.COUNT_FILE),
  propagate: (args) => propagateCommand(args, ROOT, print),
  new: (args) => newCommand(args, ROOT, print),
  spec: (args) => specCommand(args, ROOT, print),
  replay: (args) => replayCommand(args, ROOT, print),
};

/** Runs one command; gives its exit code: 0, 1, or 2 for misuse. */
async function main([name = "", ...args]: string[]): Promise<number> {
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    const known = Object.keys(COMMANDS).join(", ");
    if (!command) throw new UsageError(`There is no command "${name}". There are: ${known}.`);
    return await command(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
