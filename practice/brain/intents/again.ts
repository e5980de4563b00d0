// practice/brain/intents/again · the request before, for another file; and the wish for a plan.
import { changes } from "../asking.ts";
import { languageOf } from "../clauses.ts";
import { protectQuotes } from "../spans.ts";
import type { Language, Plan, Said } from "../types.ts";
import { pick } from "../words.ts";
import { decline } from "./talk.ts";

const LONGEST = 200;

/** A request that goes on from the one before. */
export interface Asked {
  /** Without the signs at its end. */
  words: string;
  language: Language;
  earlier: Said[];
  /** Plans another request, as if it had been typed in place of this one. */
  plan(request: string, earlier: Said[]): Plan;
}

/** The name of a file, with the group `file`. */
const FILE = "[`\"'「“]?(?<file>[\\w./-]*\\w\\.\\w{1,8})[`\"'」”]?";

/** The first form that the words have from end to end. */
function matches(words: string, ...forms: string[]): RegExpExecArray | null {
  for (const form of forms) {
    const found = new RegExp(`^(?:${form})$`, "i").exec(words);
    if (found !== null) return found;
  }
  return null;
}

/** A plan for a request that speaks of the one before, or of planning; undefined for every other one. */
export function goesOn(request: string, asked: Pick<Asked, "earlier" | "plan">): Plan | undefined {
  if (request.length > LONGEST) return undefined;
  const words = request
    .normalize("NFKC")
    .trim()
    .replace(/[\s.!?。]+$/, "")
    .replace(/^(?:please|now|ok|so|well|请|帮我|请帮我)[\s,]+/i, "");
  const whole: Asked = { ...asked, words, language: languageOf(protectQuotes(request).text) };
  return planned(whole) ?? same(whole) ?? also(whole);
}

/** "The same for b.txt": the request before, with this name in the place of its only one. */
function same(asked: Asked): Plan | undefined {
  const found = matches(
    asked.words,
    `(?:do )?(?:the )?same (?:thing )?(?:for|to|with) ${FILE}`,
    `(?:也)?对\\s*${FILE}\\s*(?:也)?(?:做|执行|来)(?:一遍|一次)?(?:同样|一样|相同)的(?:事情?|操作|处理)`,
    `(?:也)?对\\s*${FILE}\\s*也(?:这样|这么)(?:做|处理)`,
    `${FILE}\\s*也(?:一样|同样处理)`,
    `${FILE}\\s*(?:に(?:対して)?も?|も)(?:同じ(?:こと|操作|処理)を?|同様に|同じように)(?:して|やって|お願い)(?:ください|します)?`,
  );
  return again(asked, found?.groups?.file);
}

/** "And b.txt?": a question, so it repeats only what looks. */
function also(asked: Asked): Plan | undefined {
  const found = matches(
    asked.words,
    `(?:and|what about|how about)(?: (?:in|for|of))? ${FILE}`,
    `(?:那|那么)?\\s*${FILE}\\s*呢`,
    `(?:では|じゃあ)?[、,]?\\s*${FILE}\\s*(?:は|はどう(?:です|でしょう)か|も)`,
  );
  const plan = again(asked, found?.groups?.file);
  return plan?.kind === "steps" && !plan.steps.some(changes) ? plan : undefined;
}

function again({ earlier, plan }: Asked, file: string | undefined): Plan | undefined {
  const last = earlier.at(-1)?.request;
  if (file === undefined || last === undefined) return undefined;
  const names = last.match(/(?<![\w./-])[\w./-]*\w\.[a-z]\w{0,7}(?!\w)/gi) ?? [];
  const [name] = names;
  if (name === undefined || new Set(names).size > 1) return undefined;
  return plan(last.replaceAll(name, file), earlier.slice(0, -1));
}

const LIST = "(?:(?:a|the|your) )?(?:to-?do|todo|task) ?list";
const LIST_ZH = "(?:待办|任务|todo)\\s*(?:清单|列表|事项)";
const LIST_JA = "(?:todo|タスク|やること)\\s*リスト";
const PLANNED = [
  `(?:plan (?:this|it)(?: (?:with|using|in) ${LIST})?|use ${LIST}|(?:with|using) ${LIST})(?:\\s*[:,]\\s*(?:to )?(?<wish>.+))?`,
  `(?<wish>.+?)[.,;]\\s*(?:and )?(?:plan (?:this|it) (?:with|using|in)|use|(?:with|using)) ${LIST}`,
  `(?:用|使用)?(?:一个)?\\s*${LIST_ZH}\\s*(?:来)?(?:规划|计划|安排)?(?:一下|这件事|这些)?(?:\\s*[:,]\\s*(?<wish>.+))?`,
  `先(?:做|列)(?:一个|个)?(?:${LIST_ZH}|计划)[,\\s]*再(?<wish>.+)`,
  `${LIST_JA}\\s*(?:で計画して|を使って)(?:ください)?(?:\\s*[:、,。]\\s*(?<wish>.+))?`,
].map((form) => new RegExp(`^(?:${form})$`, "is"));
/** Whether it is to be carried out as well is not said. */
const PLAN_ONLY =
  /^(?:make|write|create) (?:a|the) (?:plan|to-?do list|task list)\b|^(?:做|列|写|创建)(?:一个|个)?\s*(?:(?:待办|任务|todo)\s*(?:清单|列表|事项)|计划)|^(?:todo|タスク|やること)\s*リストを作って/i;

/** A wish to plan: from three steps on there is a plan without it, where a tool for that is offered. */
function planned({ words, language, earlier, plan }: Asked): Plan | undefined {
  const found = PLANNED.map((form) => form.exec(words)).find((one) => one !== null);
  if (found === undefined && !PLAN_ONLY.test(words)) return undefined;
  const wish = found?.groups?.wish;
  if (wish !== undefined) return plan(wish, earlier);
  return { kind: "talk", rule: "decline", text: decline(language, nameSteps(language)) };
}

function nameSteps(language: Language): string {
  return pick(
    language,
    "I plan no work of my own: name three steps or more, and I write them down where a todo tool is offered.",
    "我不会自己想步骤：请写出至少三步，有待办工具时我会先列出计划。",
    "手順を自分で考えることはできません。三つ以上の手順を書いてください。TODO ツールがあれば計画を書き出します。",
  );
}
