// practice/brain/intents/talk · greetings, thanks, and what the practice model says about itself.
import type { Clause, Language, Offer, PlanContext, Reading } from "../types.ts";
import { pick, quoted, row, sentences } from "../words.ts";

export function identity(_: Clause, { language, offer }: PlanContext): Reading {
  return { kind: "talk", rule: "identity", text: whoIAm(language, offer) };
}

export function bye(_: Clause, { language }: PlanContext): Reading {
  const goodbye = pick(language, "Goodbye!", "再见！", "さようなら！");
  return { kind: "talk", rule: "bye", text: sentences(language, [goodbye, howToLeave(language)]) };
}

export function thanks(_: Clause, { language }: PlanContext): Reading {
  const text = pick(language, "You are welcome.", "不客气。", "どういたしまして。");
  return { kind: "talk", rule: "thanks", text };
}

export function greeting(_: Clause, { language, offer, earlier }: PlanContext): Reading {
  const hello = pick(language, "Hello!", "你好！", "こんにちは！");
  const text =
    earlier.length === 0
      ? `${sentences(language, [hello, itself(language), toolsOf(language, offer)])}\n${toTry(language)}`
      : sentences(language, [hello, whoIAm(language, offer)]);
  return { kind: "talk", rule: "greeting", text };
}

export function leave(_: Clause, { language }: PlanContext): Reading {
  return { kind: "talk", rule: "leave", text: howToLeave(language) };
}

export function acknowledged(_: Clause, { language }: PlanContext): Reading {
  const text = pick(
    language,
    'All right; I did nothing. Type a request, for example: "What files are here?"',
    "好的，我什么也没做。请输入一个请求，例如：“这里有哪些文件？”",
    "わかりました。何もしていません。プロンプトを入力してください。例：「ここにはどんなファイルがありますか？」",
  );
  return { kind: "talk", rule: "acknowledged", text };
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

/** How the person ends the program; a model cannot. */
export function howToLeave(language: Language): string {
  return pick(
    language,
    "I cannot end the program for you. At an empty prompt, type `/exit` or press Ctrl-D; Ctrl-C stops what is running.",
    "我不能替你结束程序。在空的提示符下输入 `/exit` 或按 Ctrl-D；Ctrl-C 会停止正在进行的回合。",
    "プログラムを終了するのは私ではありません。何も入力していないプロンプトで `/exit` と入力するか、Ctrl-D を押してください。Ctrl-C は実行中のターンを止めます。",
  );
}

/** Three requests for somebody who sees it for the first time. */
function toTry(language: Language): string {
  return pick(
    language,
    "Three requests to try:\n- What files are here?\n- Read README.md and explain it\n- Create hello.py that prints a greeting and run it",
    "可以试试这三个请求：\n- 这里有哪些文件？\n- 读取 README.md 并解释它\n- 创建 hello.py，打印一句问候，然后运行它",
    "試せるプロンプトを三つ挙げます：\n- ここにはどんなファイルがありますか？\n- README.md を読んで説明して\n- 挨拶を表示する hello.py を作って実行して",
  );
}

function itself(language: Language): string {
  return pick(
    language,
    "I am the rule-based practice model, not a language model: I follow fixed rules and need no key.",
    "我是基于规则的练习模型，不是语言模型：我只按固定的规则做事，不需要密钥。",
    "私はルールベースの練習用モデルで、言語モデルではありません。決まったルールだけで動き、キーは要りません。",
  );
}

export function whoIAm(language: Language, offer: Offer): string {
  return sentences(language, [itself(language), toolsOf(language, offer), examples(language)]);
}

function toolsOf(language: Language, { names }: Offer): string {
  if (names.length === 0)
    return pick(
      language,
      "I have been offered no tools.",
      "现在没有给我任何工具。",
      "今はツールを渡されていません。",
    );
  const tools = row(language, names);
  return pick(
    language,
    `The tools I was given: ${tools}.`,
    `给我的工具：${tools}。`,
    `渡されているツール：${tools}。`,
  );
}

function examples(language: Language): string {
  return pick(
    language,
    'I can run a command, list, read, explain, find, count, create, change and delete files, and write small programs. Try: "What files are here?", "Read README.md and explain it", "Create hello.py that prints a greeting and run it", "Replace \'foo\' with \'bar\' in a.txt".',
    "我可以运行命令，列出、读取、解释、查找、统计、创建、修改、删除文件，也能写小程序。可以试试：“这里有哪些文件？”“读取 README.md 并解释它”“创建 hello.py，打印一句问候，然后运行它”“把 a.txt 里的 'foo' 换成 'bar'”。",
    "コマンドの実行、ファイルの一覧・読み取り・説明・検索・数え上げ・作成・変更・削除と、小さなプログラムの作成ができます。例：「ここにはどんなファイルがありますか？」「README.md を読んで説明して」「挨拶を表示する hello.py を作って実行して」「a.txt の 'foo' を 'bar' に置き換えて」。",
  );
}

/** What it says to everything it has no rule for. */
export function decline(language: Language, reason = "", nearest = examples(language)): string {
  const sorry = pick(
    language,
    "I am the rule-based practice model and have no rule for this request, so I did nothing.",
    "我是基于规则的练习模型，没有适用于这个请求的规则，所以什么也没做。",
    "私はルールベースの練習用モデルです。このプロンプトに当てはまるルールがないので、何もしていません。",
  );
  return sentences(language, [sorry, reason, nearest]);
}
