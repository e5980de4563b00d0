// practice/brain/intents/formed · wishes that are known by their forms alone, also as parts of a request with others.
import { asTyped, protectQuotes, unmark } from "../spans.ts";
import type { Offer, Outcome, Plan, PlanContext, Reading, Step } from "../types.ts";
import { notDone } from "../words.ts";
import { mcpReading } from "./mcp.ts";
import { taskReading } from "./taskForms.ts";
import { tasksWithTrees, worktreeReading } from "./worktrees.ts";

type Context = Pick<PlanContext, "language" | "rows" | "offer">;

/** A longer text is no wish of these kinds. */
const MOST_LETTERS = 1500;

const VERB_EN =
  "(?:create|make|add|set up|remove|delete|keep|drop|give|connect|search|look|find|deploy|read|list|show|use|call|get|run|execute|claim|complete|release|write)";
const VERB_ZH =
  "(?:创建|新建|删除|移除|保留|留下|给|为|把|连接|搜索|查|部署|读|列出|运行|执行|认领|完成|释放|写)";
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

/** "Create a worktree a and a worktree b": the verb stands for both. */
const ONE_MORE = /,?\s+and\s+(?=an?(?:other)?\s+(?:new\s+)?work[ -]?tree\b)/gi;

/** What a request asks in which at least one wish is known by its form; `plan` is for its other parts. Undefined for any other. */
export function formed(
  request: string,
  context: Context,
  plan: (request: string) => Plan,
): Reading | undefined {
  if (request.length > MOST_LETTERS) return undefined;
  const asked = request.replace(ONE_MORE, "; create ");
  const trees = (wish: string) =>
    tasksWithTrees(wish, context, plan) ?? worktreeReading(wish, context);
  const whole = trees(asked.trim());
  if (whole !== undefined) return whole;
  const parts = partsOf(asked);
  const own = parts.map(
    (part) => trees(part) ?? mcpReading(part, context) ?? taskReading(part, context),
  );
  if (parts.length < 2) return own[0];
  if (own.every((reading) => reading === undefined)) return undefined;
  const steps: Step[] = [];
  for (const [at, part] of parts.entries()) {
    const reading = own[at] ?? plan(part);
    if (reading.kind === "decline") return reading;
    const before = steps.filter(({ rule }) => rule !== "plan").length;
    if (reading.kind === "steps")
      steps.push(...(own[at] === undefined ? reading.steps.map(behind(before)) : reading.steps));
    else if (steps.at(-1)?.rule !== "connect-mcp") return undefined;
    else
      return {
        kind: "steps",
        steps: [...steps.slice(0, -1), ...leaving(steps, parts.slice(at), context)],
      };
  }
  return { kind: "steps", steps };
}

/** A step that was planned by itself, behind others: it looks back at none of theirs. */
const behind =
  (count: number) =>
  (step: Step): Step => ({
    ...step,
    call: (offer, done) => step.call(offer, done.slice(count)),
    say: (result, done, call) => step.say(result, done.slice(count), call),
  });

/** When the server is there, its tools are, and the request is read anew; what nothing can read then is told. */
function leaving(steps: Step[], wishes: string[], { language }: Context): Step[] {
  return steps.slice(-1).flatMap((connect): Step[] => [
    {
      ...connect,
      say: (...seen) => `${connect.say(...seen)}\n\n${notDone(language, wishes)}`,
    },
    ...wishes.map((task) => ({
      rule: "mcp-tool",
      task,
      call: (offer: Offer, done: Outcome[]) =>
        done.length === 0 ? connect.call(offer, []) : undefined,
      say: () => "",
    })),
  ]);
}

function partsOf(request: string): string[] {
  const marked = protectQuotes(request);
  return marked.text
    .split(NEXT)
    .map((part) => unmark(marked, asTyped(marked, part)).trim())
    .filter((part) => part !== "");
}
