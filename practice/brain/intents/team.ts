// practice/brain/intents/team · a wish for another agent by its name: to start it with a job, or to write to it.

import { rowOf, stepOf } from "../rows/call.ts";
import { PROTOCOL_ROWS } from "../rows/protocols.ts";
import { tell } from "../tell.ts";
import type { Clause, PlanContext, Reading, Step } from "../types.ts";
import { NAME, NOBODY, POLITE_EN, WISH } from "./protocolForms.ts";
import { isOffered, protocolReading } from "./protocols.ts";
import { planFirstIn, toldToWait } from "./spawnWithPlan.ts";

const MATE_EN = "(?:team ?mate|mate|team member|colleague|co-?worker|agent|member)";
const START_EN = "(?:spawn|hire|recruit|start|launch|create|make|add|get|take on|bring in|set up)";
const TO_EN =
  "\\s*(?:[:,]\\s*(?:(?:to|who should|who shall|whose job is to|and let (?:him|her|it|them))\\s+)?|\\s(?:to|who should|who shall|who is to|whose job is to|and (?:let|have|make) (?:him|her|it|them)|and (?:ask|tell) (?:him|her|it|them) to)\\s+)";
const ROLE_EN =
  "(?:\\s*,?\\s*(?:as\\s+)?(?<role>an?\\s+[a-z][a-z -]{1,40}?)\\s*(?=[,:]|\\s(?:to|who|and)\\b))?";

/** How a mate is started with a job. */
const SPAWNS = [
  `${POLITE_EN}(?:spawn|hire|recruit)\\s+(?:(?:an?|the|another|new)\\s+)*(?:${MATE_EN}\\s+)?(?:(?:called|named)\\s+)?${NOBODY}${NAME}${ROLE_EN}${TO_EN}${WISH}`,
  `${POLITE_EN}${START_EN}\\s+(?:(?:an?|the|another|new)\\s+)*${MATE_EN}\\s+(?:(?:called|named)\\s+)?${NOBODY}${NAME}${ROLE_EN}${TO_EN}${WISH}`,
  `^(?:请|帮我|再|麻烦)*(?:派|雇|招|叫|找|请|启动|创建|新建|生成|增加|添加|加|拉)(?:一下)?(?:一个|一位|一名|个|位|名)?(?:新的?)?(?:队友|成员|同事|伙伴|teammate)?(?:叫做?|名叫|,名字叫)?\\s*${NAME}\\s*(?:[,，]?\\s*(?:当|担任|做)(?<role>[^,，:：]{1,20}))?[,，]?\\s*(?:让(?:他|她|它)?(?:去|来)?|去|来|负责|[:：])\\s*${WISH}`,
  `^${NAME}\\s*という(?:新しい)?(?:チームメイト|メンバー|仲間|同僚)を(?:起動|追加|作成|用意|雇用|招待)?(?:して|雇って|作って|呼んで|加えて|立てて)[、,:：]?\\s*${WISH}`,
  `^(?:新しい)?(?:チームメイト|メンバー|仲間|同僚)(?:の)?\\s*${NAME}\\s*を(?:起動|追加|作成|用意|雇用)?(?:して|雇って|作って|呼んで|加えて|立てて)[、,:：]?\\s*${WISH}`,
  `^${NAME}\\s*を(?:チームに)?(?:雇って|呼んで|加えて|起動して|追加して)[、,:：]?\\s*${WISH}`,
];

/** How a member of the team is written to. */
const SENDS = [
  `${POLITE_EN}(?:tell|ask|message|notify)\\s+${NOBODY}${NAME}\\s*(?:[:,]\\s*|\\s(?:to|that)\\s+)${WISH}`,
  `${POLITE_EN}send\\s+${NOBODY}${NAME}\\s+(?:a\\s+)?(?:message|mail|note|letter)\\s*(?:[:,]|saying|that says)\\s*${WISH}`,
  `${POLITE_EN}(?:send|write)\\s+(?:a\\s+)?(?:(?:message|mail|note|letter)\\s+)?to\\s+${NOBODY}${NAME}\\s*(?:[:,]|saying|that says)\\s*${WISH}`,
  `^(?:请|帮我|再)*(?:告诉|通知|转告|吩咐|回复)\\s*${NAME}\\s*[,，:：]?\\s*${WISH}`,
  `^(?:请|帮我|再)*(?:给|向)\\s*${NAME}\\s*(?:发(?:一条|个|一封)?(?:消息|信息|邮件|信)|写(?:一封)?信|留言|说)\\s*[,，:：]?\\s*${WISH}`,
  `^(?:请|帮我|再)*(?:发(?:一条|个)?消息|写信)给\\s*${NAME}\\s*[,，:：]\\s*${WISH}`,
  `^${NAME}\\s*に(?:、)?(?:次の)?(?:メッセージ|メール|伝言|連絡)を?(?:送って|送信して|書いて|して)(?:ください)?\\s*[、,:：。]\\s*${WISH}`,
  `^${NAME}\\s*に(?:伝えて|連絡して|言って|知らせて)(?:ください)?\\s*[、,:：。]\\s*${WISH}`,
  `^${NAME}\\s*に(?:は)?[、,]?\\s*「(?<wish>[^」]+)」と(?:伝えて|言って|送って|連絡して|書いて|知らせて)(?:ください)?[。]?$`,
];

const FRAMES = [
  ...SPAWNS.map((form) => ({ form: new RegExp(form, "i"), intent: "team-spawn" })),
  ...SENDS.map((form) => ({ form: new RegExp(form, "i"), intent: "team-send" })),
];

/** Another wish of the same kind, after a semicolon or in a line of its own, and not in a command. */
const NEXT = /\s*[;；\n]\s*(?=(?:[^`]*`[^`]*`)*[^`]*$)/;

/** What a team is read with. */
export type TeamContext = Pick<PlanContext, "language" | "rows" | "offer">;

/** What a request asks of a team, in which each part starts a mate, writes to one or has a request for one; undefined for any other. */
export function teamReading(request: string, context: TeamContext): Reading | undefined {
  const { spawn, isPlanned } = planFirstIn(request.trim());
  if (isPlanned) {
    const reading = withPlan(spawn, context);
    if (reading !== undefined) return reading;
  }
  const parts = request
    .trim()
    .split(NEXT)
    .map((part) => partReading(part, context));
  const steps = parts.flatMap((part) => (part?.kind === "steps" ? part.steps : []));
  const declined = parts.find((part) => part?.kind === "decline");
  if (parts.some((part) => part === undefined)) return undefined;
  return declined ?? { kind: "steps", steps };
}

/** A request for an answer, if there is a tool for it; else a message. */
function partReading(part: string, context: TeamContext): Reading | undefined {
  const asked = protocolReading(part, context);
  if (asked !== undefined && isOffered(asked, context.offer)) return asked;
  const step = stepFor(part, context);
  return step === undefined ? asked : { kind: "steps", steps: [step] };
}

/** A mate that is started, and asked for a plan before it begins. */
function withPlan(spawn: string, context: TeamContext): Reading | undefined {
  const { intent, name, wish, role } = matched(spawn);
  const row = rowOf("plan-request", PROTOCOL_ROWS);
  if (intent !== "team-spawn" || name === undefined || wish === undefined || row === undefined)
    return undefined;
  const prompt = toldToWait(unquoted(wish), context.language);
  const start = spawnStep({ name, wish: prompt, role }, context);
  const ask = stepOf(row, { name, wish: unquoted(wish) }, context.language);
  return start && { kind: "steps", steps: [start, ask] };
}

interface Matched {
  intent?: string;
  name?: string | undefined;
  wish?: string | undefined;
  role?: string | undefined;
}

function matched(part: string): Matched {
  for (const { form, intent } of FRAMES) {
    const { name, wish, role } = form.exec(part)?.groups ?? {};
    if (name !== undefined && wish !== undefined) return { intent, name, wish, role };
  }
  return {};
}

function stepFor(part: string, context: TeamContext): Step | undefined {
  const { intent = "", name = "", wish = "", role } = matched(part);
  if (intent === "team-spawn") return spawnStep({ name, wish: unquoted(wish), role }, context);
  const row = rowOf(intent, context.rows);
  return row && stepOf(row, { name, wish: unquoted(wish) }, context.language);
}

/** A mate that is started with a prompt. */
export function spawnStep(
  { name = "", wish = "", role }: Matched,
  { language, rows }: Pick<TeamContext, "language" | "rows">,
): Step | undefined {
  const row = rowOf("team-spawn", rows);
  const usual = tell(language, "helper");
  return row && stepOf(row, { name, wish, role: role ?? usual }, language);
}

const unquoted = (text: string) => /^["“「『](.*)["”」』]$/s.exec(text)?.[1] ?? text;

/** What is asked of a team, where the words do not say who and what. */
export function sayWho(clause: Clause, context: PlanContext): Reading {
  const { language } = context;
  const reading = teamReading(clause.typed(clause.text), context);
  if (reading !== undefined) return reading;
  return {
    kind: "decline",
    reason: tell(language, "whichAgent"),
  };
}
