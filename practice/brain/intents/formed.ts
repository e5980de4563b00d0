// practice/brain/intents/formed · wishes that are known by their forms alone, also as parts of a request with others.
import { asTyped, protectQuotes, unmark } from "../spans.ts";
import type { Plan, PlanContext, Reading, Step } from "../types.ts";
import { tasksWithTrees, worktreeReading } from "./worktrees.ts";

type Context = Pick<PlanContext, "language" | "rows" | "offer">;

/** A longer text is no wish of these kinds. */
const MOST_LETTERS = 1500;

const VERB_EN = "(?:create|make|add|set up|remove|delete|keep|drop|give)";
const VERB_ZH = "(?:创建|新建|删除|移除|保留|留下|给|为|把)";
/** Where the next wish begins, outside quotes. */
const NEXT = new RegExp(
  [
    "[;；\\n。]",
    "[.!?]\\s+(?=\\S)",
    "[,，、]?\\s*\\b(?:and\\s+)?(?:then|after that|afterwards|finally)\\b,?",
    `,?\\s+and\\s+(?=${VERB_EN}\\b)`,
    `,\\s*(?=${VERB_EN}\\b)`,
    `[,，]?\\s*(?:然后再?|接着再?|之后再?|最后再?|并且?(?=${VERB_ZH}))`,
    `[,，]\\s*再?(?=${VERB_ZH})`,
    "(?<=[てで])、?\\s*(?:それから|その後|そのあと|次に|最後に)?、|、?(?:それから|その後|次に)、?",
  ]
    .map((one) => `\\s*(?:${one})\\s*`)
    .join("|"),
  "i",
);

/** What a request asks in which at least one wish is known by its form; `plan` is for its other parts. Undefined for any other. */
export function formed(
  request: string,
  context: Context,
  plan: (request: string) => Plan,
): Reading | undefined {
  if (request.length > MOST_LETTERS) return undefined;
  const read = (wish: string) =>
    tasksWithTrees(wish, context, plan) ?? worktreeReading(wish, context);
  const whole = read(request.trim());
  if (whole !== undefined) return whole;
  const parts = partsOf(request);
  const own = parts.map(read);
  if (parts.length < 2 || own.every((reading) => reading === undefined)) return undefined;
  const steps: Step[] = [];
  for (const [at, part] of parts.entries()) {
    const reading = own[at] ?? plan(part);
    if (reading.kind === "decline") return reading;
    if (reading.kind !== "steps") return undefined;
    steps.push(...reading.steps);
  }
  return { kind: "steps", steps };
}

function partsOf(request: string): string[] {
  const marked = protectQuotes(request);
  return marked.text
    .split(NEXT)
    .map((part) => unmark(marked, asTyped(marked, part)).trim())
    .filter((part) => part !== "");
}
