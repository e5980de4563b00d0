// practice/brain/intents/team · a wish for another agent by its name: to start it with a job, or to write to it.
import { rowOf, stepOf } from "../rows/call.ts";
import type { IntentRow } from "../rows/row.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { pick } from "../words.ts";

const NAME = "(?<name>[A-Za-z0-9_-]{1,64})(?![\\w./-])";
/** Words that name no one. */
const NOBODY =
  "(?!(?:me|us|him|her|it|them|you|an?|the|sub-?agents?|agents?|helpers?|teammates?|mates?|someone|somebody|one|two|three|another|git|npm|node)\\b)";
const WISH = "(?<wish>\\S[\\s\\S]*?)[\\s.。]*$";
const MATE_EN = "(?:team ?mate|mate|team member|colleague|co-?worker|agent|member)";
const START_EN = "(?:spawn|hire|recruit|start|launch|create|make|add|get|take on|bring in|set up)";
const POLITE_EN = "^(?:(?:please|can you|could you|i want you to|let's|now|then|also|and)\\s+)*";
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

/** The steps of a request in which each part starts a mate or writes to one; undefined for any other request. */
export function teamSteps(
  request: string,
  language: Language,
  rows: readonly IntentRow[],
): Step[] | undefined {
  const steps = request
    .trim()
    .split(NEXT)
    .map((part) => stepFor(part, language, rows));
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

function stepFor(part: string, language: Language, rows: readonly IntentRow[]): Step | undefined {
  for (const { form, intent } of FRAMES) {
    const { name, wish, role } = form.exec(part)?.groups ?? {};
    const row = rowOf(intent, rows);
    if (row === undefined || name === undefined || wish === undefined) continue;
    const usual = pick(language, "a helper", "帮手", "手伝い");
    return stepOf(row, { name, wish: unquoted(wish), role: role ?? usual }, language);
  }
  return undefined;
}

const unquoted = (text: string) => /^["“「『](.*)["”」』]$/s.exec(text)?.[1] ?? text;

/** What is asked of a team, where the words do not say who and what. */
export function sayWho(clause: Clause, context: PlanContext): Reading {
  const { language, rows } = context;
  const steps = teamSteps(clause.typed(clause.text), language, rows);
  if (steps !== undefined) return { kind: "steps", steps };
  return {
    kind: "decline",
    reason: pick(
      language,
      'Say which agent and what it is to do. Try: "Spawn alice to read README.md", or "Tell alice to list the files"',
      "请说明是哪个队友、要做什么。可以试试：“派 alice 去读 README.md”，或者“告诉 alice：列出文件”",
      "どのエージェントに何をさせるかを書いてください。例：「alice を雇って、README.md を読んで」「alice に伝えて：ファイルを一覧にして」",
    ),
  };
}
