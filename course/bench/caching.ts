// course/bench/caching · what the prompt cache saves in a long turn with tools.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { createPractice } from "../../practice/api/handler.ts";
import { listen } from "../../practice/api/server.ts";
import type { ReplyUsage } from "../../practice/protocol/reply.ts";
import { ROOT } from "../base/root.ts";
import type { Figure } from "./figures.ts";

const run = promisify(execFile);
const ROUNDS = 30;
/** Prices of input against tokens that have nothing to do with the cache. Source: the API's price list. */
export const PRICE = { written: 1.25, read: 0.1 };

/** Where caching begins, and where everything comes together. */
const CHAPTERS = ["s10_system_prompt", "s20_comprehensive"];

export async function cachingFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const chapter of CHAPTERS) figures.push(...(await cachingOf(chapter)));
  return figures;
}

/** A turn with 30 rounds of a tool call: it reads 60 lines, changes one of them, looks at it, and so on. */
async function cachingOf(name: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "caching-"));
  const words = Array.from({ length: 2000 }, (_, at) => `line ${at}: some words of a program\n`);
  await writeFile(join(folder, "long.txt"), words.join(""));
  const usages: ReplyUsage[] = [];
  let calls = 0;
  const practice = createPractice({
    observe({ body, usage }) {
      if (usage && !isSide(body)) usages.push(usage);
    },
    reply(body) {
      if (isSide(body) || ++calls > ROUNDS) return { text: "Read." };
      return { calls: [callOf(calls)] };
    },
  });
  const server = await listen(practice);
  const { PATH, HOME } = process.env;
  const endpoint = { ANTHROPIC_API_KEY: "bench", ANTHROPIC_BASE_URL: server.url };
  const tsx = join(ROOT, "node_modules/tsx/dist/cli.mjs");
  const chapter = join(ROOT, name, "code.ts");
  await run(process.execPath, [tsx, chapter, "-p", "Read it."], {
    cwd: folder,
    env: { PATH, HOME, ...endpoint },
  });
  await server.close();
  await rm(folder, { recursive: true });
  return figuresOf(name.slice(0, 3), usages);
}

function callOf(round: number) {
  const at = Math.ceil(round / 3) * 60;
  const read = { path: "long.txt", offset: at, limit: 60 };
  const edit = { path: "long.txt", old_text: `line ${at}:`, new_text: `changed line ${at}:` };
  if (round % 3 === 1) return { name: "read_file", input: read };
  if (round % 3 === 2) return { name: "edit_file", input: edit };
  return { name: "bash", input: { command: `grep -n 'changed line ${at}' long.txt` } };
}

const side = z.object({ metadata: z.object({ user_id: z.string().startsWith("side:") }) });

/** True for a question beside the conversation, such as whether there is something to remember. */
const isSide = (body: unknown) => side.safeParse(body).success;

function figuresOf(chapter: string, usages: ReplyUsage[]): Figure[] {
  const fresh = sum(usages.map(({ input_tokens }) => input_tokens));
  const read = sum(usages.map((usage) => usage.cache_read_input_tokens));
  const written = sum(usages.map((usage) => usage.cache_creation_input_tokens));
  const all = fresh + read + written;
  const price = fresh + PRICE.written * written + PRICE.read * read;
  const name = `a turn of ${usages.length} model calls in ${chapter}, input`;
  return [
    { name: `${name} not from the cache`, value: (100 * (all - read)) / all, unit: "%", target: 6 },
    { name: `${name}, price against no cache`, value: (100 * price) / all, unit: "%", target: 17 },
  ];
}

/** Counters that are not there count as 0. */
export const sum = (values: (number | null)[]) =>
  values.reduce<number>((one, other) => one + (other ?? 0), 0);
