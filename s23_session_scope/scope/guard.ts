// s23 · scope/guard – what is private is not told by a way around the table: results of tools are looked at, too.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "../../shared/errors.ts";
import { readPlain } from "../../shared/plainFiles.ts";
import type { Mechanism } from "../agent.ts";
import type { Agent } from "../loop.ts";
import { type Content, type Tool, wordsIn } from "../tools.ts";
import { quotes } from "./core.ts";

const MAX_BYTES = 256 * 1024;

/**
 * For every agent but the one that the person alone hears: `hears` says which that is. Its tools are replaced, not their
 * results: a result is on the screen before any hook sees it.
 */
export function createGuard(
  folder: () => Promise<string>,
  hears: (agent: Agent) => boolean,
): Mechanism {
  const check = async (text: string) => {
    const source = privateFiles(await folder()).find(({ text: secret }) => quotes(text, secret));
    if (source !== undefined) throw new Error(withheld(source.name));
  };
  return {
    hooks: {
      BeforeModel({ context: { agent } }) {
        if (!hears(agent)) agent.tools = agent.tools.map((tool) => guarded(tool, check));
      },
    },
  };
}

/** What a call that fails says is looked at as well. */
const guarded = (tool: Tool<Content>, check: (text: string) => Promise<void>): Tool<Content> => ({
  ...tool,
  async run(input, context) {
    const failed = async (error: unknown): Promise<never> => {
      await check(describeError(error));
      throw error;
    };
    const content = await tool.run(input, context).catch(failed);
    await check(wordsIn(content));
    return content;
  },
});

const withheld = (name: string) =>
  `The result was withheld: it has a line of ${name}, which is for the person's own sessions. Go on without it.`;

/** MEMORY.md and all notes, as they are now. */
const privateFiles = (folder: string) =>
  ["MEMORY.md", ...notesIn(folder)].map((name) => ({ name, text: privateText(name, folder) }));

/** The text of such a file. What cannot be read is "": nothing can quote it. */
export function privateText(name: string, folder: string): string {
  try {
    return readPlain(name, folder, MAX_BYTES).toString("utf8").trim();
  } catch {
    return "";
  }
}

function notesIn(folder: string): string[] {
  try {
    return readdirSync(join(folder, "memory")).map((name) => `memory/${name}`);
  } catch {
    return [];
  }
}
