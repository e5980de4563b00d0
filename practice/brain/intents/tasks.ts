// practice/brain/intents/tasks · a task written down for later, and the tasks there are.
import { languageOf } from "../clauses.ts";
import type { Language, Offer, Plan, Step } from "../types.ts";
import { answered, pick, quoted } from "../words.ts";

const POLITE = "(?:(?:please|can you|could you|now)\\s+)*";
const POLITE_ZH = "(?:请|麻烦|帮我|给我|现在)*\\s*";
/** Each with the group `subject`: what is to be done one day. */
const CREATED = [
  `^${POLITE}(?:create|add|make|write down)\\s+(?:a|one|another)\\s+(?:new\\s+)?task\\s*(?:\\bto\\b|:|,)\\s*(?<subject>.+)$`,
  `^${POLITE_ZH}(?:创建|新建|添加|记下|加)(?:一个|一项|个)?(?:新)?(?:的)?任务\\s*[:：,，]\\s*(?<subject>.+)$`,
  "^(?:新しい)?タスクを\\s*(?:1\\s*つ|一つ|ひとつ)?\\s*(?:作って|作成して|追加して|登録して)(?:ください)?\\s*[:：、]\\s*(?<subject>.+)$",
  "^(?<subject>.+?)という(?:新しい)?タスクを\\s*(?:1\\s*つ|一つ)?\\s*(?:作って|作成して|追加して|登録して)(?:ください)?$",
].map((form) => new RegExp(form, "i"));

const LISTED = [
  `^${POLITE}(?:what|which)\\s+(?:open\\s+)?tasks\\s+(?:are|do we have|do you have|have we got)(?:\\s+(?:there|open|left|not done|still open|still left))*$`,
  `^${POLITE}(?:list|show|show me|give me)\\s+(?:all\\s+|the\\s+|my\\s+|our\\s+|all the\\s+)?(?:open\\s+)?tasks(?:\\s+(?:that are|there are|which are)(?:\\s+open)?)?$`,
  `^${POLITE_ZH}(?:(?:现在|还)*有(?:哪些|什么)(?:未完成的|没完成的)?任务(?:还?没完成)?|(?:哪些|什么)任务(?:还|是)*(?:没完成|没有完成|没做完|未完成|开着)的?|(?:列出|显示|看看)(?:一下)?(?:所有|全部)?(?:的|未完成的)*任务(?:列表)?)$`,
  "^(?:今、?)?(?:(?:どんな|どの)(?:未完了の)?タスクが(?:まだ)?(?:あります|残っています|未完了です|ある)か?|(?:未完了の|残っている|すべての)?タスク(?:の一覧)?を(?:すべて)?(?:見せて|表示して|教えて|一覧表示して)(?:ください)?)$",
].map((form) => new RegExp(form, "i"));

/** Another wish behind the first one: it would become a part of the subject. */
const MORE = /\bthen\b|\bafter that\b|[;\n]|[.!?]\s+\S|[。！？]\s*\S|然后|接着|それから|そのあと/i;
const END = /[\s.!?。！？]+$/;

/** A plan for a request that is about tasks as a whole; undefined for any other. */
export function aboutTasks(request: string): Plan | undefined {
  const text = request.trim().replace(END, "");
  const language = languageOf(request);
  if (MORE.test(text)) return undefined;
  if (LISTED.some((form) => form.test(text)))
    return { kind: "steps", steps: [listStep(language)], language };
  const subject = CREATED.map((form) => form.exec(text)?.groups?.subject?.trim()).find(Boolean);
  if (subject === undefined) return undefined;
  return { kind: "steps", steps: [createStep(language, unquoted(subject))], language };
}

const unquoted = (text: string) => /^["“「『](.*)["”」』]$/.exec(text)?.[1] ?? text;

function createStep(language: Language, subject: string): Step {
  return {
    rule: "create-task",
    task: pick(
      language,
      `create a task: ${subject}`,
      `创建任务：${subject}`,
      `タスクの作成：${subject}`,
    ),
    call: ({ createTask }: Offer) => createTask?.(subject),
    say: (result) =>
      answered(
        language,
        pick(language, "I wrote the task down.", "任务已记下。", "タスクを書き留めました。"),
        result,
      ),
  };
}

function listStep(language: Language): Step {
  return {
    rule: "list-tasks",
    task: pick(language, "list the tasks", "列出任务", "タスクの一覧"),
    call: ({ listTasks }: Offer) => listTasks?.(),
    say: (result) => pick(language, "The tasks:", "任务：", "タスク：") + quoted(language, result),
  };
}
