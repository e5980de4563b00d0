// shared/subcommands · a command whose first word says what to do, such as /mcp stop docs, and its line in /help.
import { type Command, note } from "./terminal.ts";
import { oneLine } from "./text.ts";

/** What one word does. */
export interface Subcommand {
  /** What follows the word, as /help shows it: "NAME". */
  takes?: string;
  /** Gets the words that follow. */
  run(words: string[], signal: AbortSignal): void | Promise<void>;
}

/**
 * The command /`name` with these words; the word "" stands for the command alone. A word that is not there gets a line
 * with all that are.
 */
export function subcommands(
  name: string,
  about: string,
  byWord: Record<string, Subcommand>,
): Command {
  const known = Object.entries(byWord).filter(([word]) => word !== "");
  const ways = known.map(([word, { takes = "" }]) => `/${name} ${word} ${takes}`.trim()).join(", ");
  return {
    description: `${about}; ${ways}`,
    async run(argument, signal) {
      const [word = "", ...words] = argument.split(/\s+/).filter(Boolean);
      const found = Object.hasOwn(byWord, word) ? byWord[word] : undefined;
      if (found) await found.run(words, signal);
      else
        note(
          `There is no /${[name, oneLine(word, 40)].join(" ").trim()}. There are: ${ways}.`,
          "yellow",
        );
    },
  };
}
