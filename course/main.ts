// course/main · the course's own commands: `npm run course -- COMMAND`.
import { listChapters, UsageError } from "./chapters.ts";
import { ROOT } from "./spec-bundle.ts";
import { specCommand } from "./spec-command.ts";

type Command = (args: string[]) => number | Promise<number>;

const print = (line: string) => void process.stdout.write(`${line}\n`);

const COMMANDS: Record<string, Command> = {
  list() {
    listChapters(ROOT).forEach(print);
    return 0;
  },
  spec: (args) => specCommand(args, ROOT, print),
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
