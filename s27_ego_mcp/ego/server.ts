// s27 · ego/server – the program: node --import tsx ego/server.ts --folder DIR --companion NAME
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { messageOf } from "../../shared/errors.ts";
import { namesIn } from "../../shared/plainFiles.ts";
import { trackedAt } from "../../shared/tracked.ts";
import { embedderOf, FOLDER, openMemories } from "../recall/recall.ts";
import { openAround } from "./around.ts";
import { checked, telling } from "./checks.ts";
import { surface } from "./core.ts";
import { hidden } from "./hidden.ts";
import { createServerClock, serveTools } from "./serve.ts";
import { RULES } from "./words.ts";

const USAGE = "node --import tsx server.ts [--folder DIR] [--companion NAME] [--embedder NAME]";
const embedders = z.enum(["hash", "energetic", "openai", "voyage"]);

/** What the command line says. Throws an Error for what it does not know. */
export function flagsIn(args: string[]) {
  const text = { type: "string" } as const;
  const options = { folder: text, companion: text, embedder: text };
  const { values } = parseArgs({ args, options });
  const { folder = process.cwd(), companion = "the user" } = values;
  const embedder = embedders.safeParse(values.embedder ?? "hash").data;
  if (embedder === undefined)
    throw new Error(`--embedder is one of ${embedders.options.join(", ")}.`);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return { folder: resolve(folder), companion, embedder };
  throw new Error(`${folder} is not a folder.`);
}

/** Throws an Error when git tracks something in .ego of `folder`: a stranger's past would speak as the agent's own. */
export async function requireUntracked(folder: string): Promise<void> {
  const place = join(folder, FOLDER);
  const found = (await namesIn(place)).find(await trackedAt(place));
  if (found === undefined) return;
  const why = `git tracks ${FOLDER}/${found}, so it may have come with a repository.`;
  throw new Error(`${why} If it is yours, name its folder: --folder ${folder}`);
}

/** Opens what is in `folder`/.ego, and serves the tools. */
export function serve({ folder, companion, embedder }: ReturnType<typeof flagsIn>): void {
  const serverClock = createServerClock();
  const { now } = serverClock;
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  const { MEMORY_URL: url, MEMORY_TOKEN: token } = process.env;
  const memories = openMemories({
    ...{ folder: join(folder, FOLDER), now, tell },
    ...(url && { url, ...(token && { token }) }),
    embedder: async () => embedderOf(embedder, process.env),
  });
  const around = openAround({ folder, now, tell }, memories, companion);
  process.once("beforeExit", () => void memories.close());
  const tools = [...surface(around), ...hidden(around, around)];
  serveTools(tools.map(checked).map(telling(told)), serverClock, RULES);
}

if (process.argv[1] === import.meta.filename) {
  try {
    const flags = flagsIn(process.argv.slice(2));
    if (!process.argv.some((word) => /^--folder(=|$)/.test(word)))
      await requireUntracked(flags.folder);
    serve(flags);
  } catch (error) {
    console.error(`${messageOf(error)}\nUsage: ${USAGE}`);
    process.exitCode = 2;
  }
}
