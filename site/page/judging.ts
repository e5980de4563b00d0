// site/page/judging · promises judged in the page, each in a worker of its own with a new agent.
import type { Modules } from "../host/edited.ts";
import type { Judged, JudgeOrder } from "../judge/link.ts";
import { startWorker } from "./machine.ts";

/** So many are judged at once. */
const AT_ONCE = 2;
/** A safety net for one promise. */
const LIMIT_MS = 120_000;

interface JudgingOptions {
  /** Where the built agents are, as an address that ends with a slash. */
  base: string;
  chapter: string;
  modules: Modules;
  language: string;
  signal: AbortSignal;
}

function judgeOne(sentence: string, options: JudgingOptions): Promise<Judged> {
  const { base, chapter, modules, language, signal } = options;
  const worker = startWorker(`${base}judge/${chapter}.js`);
  const bundle = `${base}edit/${chapter}.js`;
  const order: JudgeOrder = { sentence, chapter, modules, bundle, language };
  const result = new Promise<Judged>((resolve) => {
    const broken = (problem: string) => resolve({ verdict: "broken", problem });
    worker.addEventListener("error", ({ message }) =>
      broken(message || "The judge did not start."),
    );
    worker.addEventListener("message", ({ data }: MessageEvent<"ready" | Judged>) => {
      if (data === "ready") worker.postMessage(order);
      else resolve(data);
    });
    const over = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    over.addEventListener("abort", () => broken("It was given up."));
  });
  return result.finally(() => worker.terminate());
}

/** Judges all these promises, and tells of each; until the signal says that nobody waits any more. */
export async function judgeAll(
  sentences: string[],
  options: JudgingOptions,
  tell: (sentence: string, judged: Judged) => void,
): Promise<void> {
  const left = [...sentences];
  async function work() {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const judged = await judgeOne(next, options);
      if (options.signal.aborted) return;
      tell(next, judged);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
