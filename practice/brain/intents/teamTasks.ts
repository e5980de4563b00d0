// practice/brain/intents/teamTasks · mates that are started to work on the tasks there are, also on new ones of the same request.
import { tell } from "../tell.ts";
import type { Language, Plan, Step } from "../types.ts";
import { NOBODY, POLITE_EN } from "./protocolForms.ts";
import { spawnStep, type TeamContext } from "./team.ts";

const ONE = "[A-Za-z0-9_-]{1,64}";
const NAMES = `(?<names>${NOBODY}(?!tasks?\\b|everyone\\b|people\\b)${ONE}(?:\\s*(?:,\\s*(?:and\\s+)?|\\band\\s+|和|、|と|跟|,|，)\\s*${ONE})*)(?![\\w./-])`;
const BETWEEN = /\s*(?:,\s*(?:and\s+)?|\band\s+|和|、|と|跟|，)\s*/;
const THESE_EN =
  "(?:them|these|those|(?:the|these|those|all|any)(?:\\s+(?:the|open|ready|free|available|new|three|two|\\w+ing))*\\s+tasks?)(?:\\s+that\\s+(?:are|is)\\s+(?:ready|open|free|left|there))?(?:\\s+(?:together|in parallel|at the same time|between them|one by one))*[\\s.!]*$";
const WORK_EN =
  "(?:to\\s+)?(?:work\\s+(?:on|through)|do|take(?:\\s+on)?|pick up|share|carry out|handle|claim|see to)";
const WORK_ZH =
  "(?:一起|分头|同时|来|去|都)*(?:做|完成|处理|领取?|接手?|认领|干|分着做)(?:掉)?(?:这些|它们|这几个|那些|就绪的|可以做的|待办的|剩下的|所有)*(?:任务|活)?[\\s。.!！吧]*$";
const WORK_JA =
  "に(?:一緒に|分担して|並行して)?(?:それらを|それを|これらを|(?:この|その|これらの|準備のできた|残りの|空いている)?タスクを)?(?:やらせて|任せて|させて|担当させて|引き受けさせて|やってもらって|取り組ませて|取り組んでもらって|進めさせて|分担させて)(?:ください|下さい)?[\\s。.!！]*$";

/** Behind the new tasks, if there are any: who works on them. */
const FORMS = [
  `(?:and\\s+|then\\s+)*(?:let|have|get|spawn|hire|start)\\s+(?:(?:the\\s+)?(?:team)?mates?\\s+)?${NAMES}\\s+${WORK_EN}\\s+${THESE_EN}`,
  `(?:然后|再|并且?|就)*(?:让|叫|派|请|雇)\\s*${NAMES}\\s*${WORK_ZH}`,
  `(?:それから|そして|あとは)?、?${NAMES}\\s*${WORK_JA}`,
];
const POLITE = `${POLITE_EN}(?:请|帮我)*`;
const ALONE = FORMS.map((form) => new RegExp(`${POLITE}${form}`, "i"));
const BEHIND = FORMS.map(
  (form) => new RegExp(`^(?<head>[\\s\\S]*?\\S)\\s*[,，;；。.、\\n]\\s*${form}`, "i"),
);

/** A longer text is no wish of this kind. */
const MOST_LETTERS = 1500;

/** The steps of such a request; `plan` says how one is planned by itself. Undefined for any other request. */
export function teamTasks(
  request: string,
  context: TeamContext,
  plan: (request: string) => Plan,
): Step[] | undefined {
  if (request.length > MOST_LETTERS) return undefined;
  const { head, names } = partsOf(request.trim());
  if (names === undefined) return undefined;
  const made = head === undefined ? [] : tasksIn(plan(head));
  const started = startsOf(names, context);
  return made && started && [...made, ...started];
}

function partsOf(request: string): { head?: string | undefined; names?: string | undefined } {
  for (const form of ALONE) {
    const names = form.exec(request)?.groups?.names;
    if (names !== undefined) return { names };
  }
  for (const form of BEHIND) {
    const { head, names } = form.exec(request)?.groups ?? {};
    if (names !== undefined) return { head, names };
  }
  return {};
}

/** The steps of a plan that does nothing but make tasks, with worktrees or without. */
const tasksIn = (plan: Plan): Step[] | undefined =>
  plan.kind === "steps" && plan.steps.every(({ rule }) => /^create-(?:task|worktree)$/.test(rule))
    ? plan.steps
    : undefined;

function startsOf(names: string, context: TeamContext): Step[] | undefined {
  const wish = takeTasks(context.language);
  const steps = names.split(BETWEEN).map((name) => spawnStep({ name, wish }, context));
  const found = steps.filter((step) => step !== undefined);
  return found.length === steps.length ? found : undefined;
}

/** The prompt of a mate that is started for the tasks. */
const takeTasks = (language: Language): string => tell(language, "takeReadyTasks");
