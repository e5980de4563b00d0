// practice/brain/intents/talk · greetings, thanks, and what the practice model says about itself.
import { languageOf, says } from "../clauses.ts";
import { numbered, type Offered } from "../numbered.ts";
import type { Clause, Intent, Language, PlanContext, Reading, Said } from "../types.ts";
import { pick, quoted, row, sentences } from "../words.ts";
import { DEEDS, freshName, sentenceOf } from "./leads.ts";

/** An intent that is answered with the same words each time. */
const saying =
  (rule: string, ...words: [en: string, zh: string, ja: string]): Intent =>
  (_, { language }) => ({ kind: "talk", rule, text: pick(language, ...words) });

export const thanks = saying(
  "thanks",
  "You're welcome. It was all in the rules.",
  "不客气，照规则办事而已。",
  "どういたしまして。ルールどおりに動いただけです。",
);

export const howAreYou = saying(
  "how-are-you",
  "Same as ever: I'm a set of rules, and rules don't have bad days. What shall we do?",
  "老样子：我是一套规则，规则没有心情不好的时候。要做点什么？",
  "いつもどおりです。ルールに調子の悪い日はありません。何をしましょうか？",
);

export const joke = saying(
  "joke",
  "A model without rules and rules without a model walk into a bar. Only one of them gets the joke, and it isn't me.",
  "有人问规则引擎：“你会讲笑话吗？”它说：“会，就这一个。”",
  "ルールエンジンに聞きました。「冗談は言える？」「はい。これ 1 つだけ」",
);

export const acknowledged = saying(
  "acknowledged",
  "All right. I did nothing; nothing was asked. What's next?",
  "好的。没有要做的事，我就什么也没做。接下来呢？",
  "わかりました。頼まれたことはないので、何もしていません。次は何をしましょうか？",
);

export function bye(_: Clause, { language }: PlanContext): Reading {
  const goodbye = pick(language, "Goodbye!", "再见！", "さようなら！");
  return { kind: "talk", rule: "bye", text: sentences(language, [goodbye, howToLeave(language)]) };
}

export function leave(_: Clause, { language }: PlanContext): Reading {
  return { kind: "talk", rule: "leave", text: howToLeave(language) };
}

/** How the person ends the program; a model cannot. */
function howToLeave(language: Language): string {
  return pick(
    language,
    "I cannot end the program for you. At an empty prompt, type `/exit` or press Ctrl-D; Ctrl-C stops what is running.",
    "我不能替你结束程序。在空的提示符下输入 `/exit` 或按 Ctrl-D；Ctrl-C 会停止正在进行的回合。",
    "プログラムを終了するのは私ではありません。何も入力していないプロンプトで `/exit` と入力するか、Ctrl-D を押してください。Ctrl-C は実行中のターンを止めます。",
  );
}

/** The person's last request, word for word. */
export function justAsked(_: Clause, { language, earlier }: PlanContext): Reading {
  const last = earlier.at(-1)?.request;
  const before = pick(language, "Your last request:", "你的上一个请求：", "直前のプロンプト：");
  const first = pick(
    language,
    "This is your first request in the conversation I was given.",
    "在给我的对话里，这是你的第一个请求。",
    "渡された会話では、これが最初のプロンプトです。",
  );
  const text = last === undefined ? first : before + quoted(language, last);
  return { kind: "talk", rule: "just-asked", text };
}

export function greeting(_: Clause, context: PlanContext): Reading {
  const { language, earlier } = context;
  const hello = pick(language, "Hello!", "你好！", "こんにちは！");
  const again = pick(language, "What shall we do?", "要做点什么？", "何をしましょうか？");
  const text = sentences(language, [hello, earlier.length === 0 ? whoIAm(context) : again]);
  return { kind: "talk", rule: "greeting", text };
}

export function identity(clause: Clause, context: PlanContext): Reading {
  const tools = says(clause, /\btools?\b|工具|ツール/i) ? toolsOf(context) : "";
  const text = [whoIAm(context), tools].filter(Boolean).join("\n");
  return { kind: "talk", rule: "identity", text };
}

function whoIAm(context: PlanContext): string {
  const itself = pick(
    context.language,
    "I am the rule-based practice model, not a language model: I follow fixed rules and need no key.",
    "我是基于规则的练习模型，不是语言模型：我只按固定的规则做事，不需要密钥。",
    "私はルールベースの練習用モデルで、言語モデルではありません。決まったルールだけで動き、キーは要りません。",
  );
  const offered = deeds(context);
  const rest = offered.length === 0 ? toolsOf(context) : numbered(context.language, offered);
  return `${itself}\n${rest}`;
}

function toolsOf({ language, offer: { names } }: PlanContext): string {
  const all = names.length === 0 ? "–" : row(language, names);
  return pick(language, `My tools: ${all}.`, `我的工具：${all}。`, `使えるツール：${all}。`);
}

/** So many of the deeds that the tools of all chapters can do, and of those that take the latest ones. */
const ALWAYS = 3;
const LATEST = 2;

function deeds(context: PlanContext): Offered[] {
  const { language, offer, tried } = context;
  const slots = { fresh: freshName("hello", context, "py"), name: offer.skills[0]?.name };
  const all = DEEDS.flatMap((deed) => {
    const request = sentenceOf(deed.lead, language, slots);
    const works = request !== undefined && tried(request) !== undefined;
    return works ? [{ request, shows: deed[language] }] : [];
  });
  return [...all.slice(0, ALWAYS), ...all.slice(ALWAYS).slice(-LATEST)];
}

/** For a number by itself, where nothing was offered by number. */
export function noList(request: string, earlier: readonly Said[]): string {
  const language = languageOf(earlier.at(-1)?.request ?? request);
  const number = request.trim();
  return pick(
    language,
    `There is no number ${number} to choose: no list with it ends my last answer, or it is no longer in our conversation. Please type the request itself.`,
    `没有编号 ${number} 可选：我的上一条回答里没有这个编号的列表，或者它已经不在对话里了。请直接输入请求。`,
    `番号 ${number} は選べません。直前の応答にその番号の一覧がないか、もう会話に残っていません。プロンプトをそのまま入力してください。`,
  );
}

/** What it says to everything it has no rule for; with a reason, that stands first. */
export function decline(language: Language, reason = ""): string {
  const sorry = pick(
    language,
    "I am the rule-based practice model and have no rule for this request, so I did nothing.",
    "我是基于规则的练习模型，没有适用于这个请求的规则，所以什么也没做。",
    "私はルールベースの練習用モデルです。このプロンプトに当てはまるルールがないので、何もしていません。",
  );
  const short = pick(
    language,
    "I'm only the rule-based practice model, so I did nothing.",
    "我只是基于规则的练习模型，所以什么也没做。",
    "私はルールベースの練習用モデルなので、何もしていません。",
  );
  return reason === "" ? sorry : sentences(language, [reason, short]);
}
