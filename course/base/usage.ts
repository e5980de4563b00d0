// course/base/usage · the words after a command, and what is said of wrong ones.
import { type ParseArgsConfig, parseArgs } from "node:util";
import { say } from "./say.ts";
import { messageOf } from "./text.ts";

/** A mistake on the command line: one line for the person who made it. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** How a command of the course is typed, from the first line of its help. */
export const usageOf = (help: string): string =>
  `npm run ${help.split("\n")[0]}`.replace("course", "course --");

/** Reads words and options. Throws a UsageError that ends with the usage. */
export function readWords<Config extends ParseArgsConfig>(config: Config, usage = "") {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(say`${messageOf(error)}. Usage: ${usage}`);
  }
}
