// course/bench/caching · what the prompt cache saves in a long turn with tools.
import { inputOf, usagesOf } from "../measure/cache.ts";
import { recorded } from "../measure/record.ts";
import type { Figure } from "./figures.ts";

const ROUNDS = 30;
/** Prices of input against tokens that have nothing to do with the cache. Source: the API's price list. */
const PRICE = { written: 1.25, read: 0.1 };

/** Where caching begins, and where everything comes together. */
export async function cachingFigures(): Promise<Figure[]> {
  return [...(await cachingOf("s10")), ...(await cachingOf("s20"))];
}

/** A turn with 30 rounds of a tool call: it reads 60 lines, changes one of them, looks at it, and so on. */
async function cachingOf(chapter: string): Promise<Figure[]> {
  const words = Array.from({ length: 2000 }, (_, at) => `line ${at}: some words of a program\n`);
  let calls = 0;
  const requests = await recorded(chapter, { "long.txt": words.join("") }, () =>
    ++calls > ROUNDS ? { text: "Read." } : { calls: [callOf(calls)] },
  );
  const { read, written, fresh, all } = inputOf(await usagesOf(requests));
  const price = fresh + PRICE.written * written + PRICE.read * read;
  const name = `a turn of ${requests.length} model calls in ${chapter}, input`;
  return [
    { name: `${name} not from the cache`, value: (100 * (all - read)) / all, unit: "%", target: 6 },
    { name: `${name}, price against no cache`, value: (100 * price) / all, unit: "%", target: 17 },
  ];
}

function callOf(round: number) {
  const at = Math.ceil(round / 3) * 60;
  const read = { path: "long.txt", offset: at, limit: 60 };
  const edit = { path: "long.txt", old_text: `line ${at}:`, new_text: `changed line ${at}:` };
  if (round % 3 === 1) return { name: "read_file", input: read };
  if (round % 3 === 2) return { name: "edit_file", input: edit };
  return { name: "bash", input: { command: `grep -n 'changed line ${at}' long.txt` } };
}
