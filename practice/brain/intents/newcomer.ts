// practice/brain/intents/newcomer · what people ask in their first minutes, read as a whole when no other rule has it.
import { languageOf } from "../clauses.ts";
import { biggestCommand, quotePath } from "../shell.ts";
import { protectQuotes } from "../spans.ts";
import type { Language, Offer, Plan, Said, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";
import { readStep } from "./read.ts";
import { sample } from "./sample.ts";
import { whoIAm } from "./talk.ts";

export interface Asked {
  /** Without the signs at its end. */
  words: string;
  language: Language;
  earlier: Said[];
  offer: Offer;
  /** The file spoken of last. */
  file: string | undefined;
  /** Plans another request, as if it had been typed in place of this one. */
  plan(request: string, earlier: Said[]): Plan;
}

const FILE = "[`\"'「“]?(?<file>[\\w./-]*\\w\\.\\w{1,8})[`\"'」”]?";
const LONGEST = 200;

/** A plan for a request of the first minutes; undefined for every other one. */
export function newcomer(request: string, asked: Omit<Asked, "words" | "language">) {
  if (request.length > LONGEST) return undefined;
  const words = request
    .normalize("NFKC")
    .trim()
    .replace(/[\s.!?。]+$/, "")
    .replace(/^(?:please|now|ok|so|well|请|帮我|请帮我)[\s,]*/i, "");
  const whole: Asked = { ...asked, words, language: languageOf(protectQuotes(request).text) };
  for (const read of [about, leave, bye, justAsked, sample, same, repair, line, biggest]) {
    const plan = read(whole);
    if (plan !== undefined) return plan;
  }
  return undefined;
}

function matches(words: string, ...forms: string[]): RegExpExecArray | null {
  for (const form of forms) {
    const found = new RegExp(`^(?:${form})$`, "i").exec(words);
    if (found !== null) return found;
  }
  return null;
}

function about({ words, language, offer }: Asked): Plan | undefined {
  const isAsked = matches(
    words,
    "what(?:'s| is) (?:this|this (?:thing|place|program|all about)|going on here)",
    "where am i",
    "这(?:里)?是(?:什么|啥)(?:地方|东西|程序|软件)?",
    "这是干(?:什么|嘛|啥)(?:用)?的",
    "(?:これ|ここ)(?:は|って)?(?:何|なに|どこ)(?:です|なんです|なの)?か?",
  );
  return isAsked ? { kind: "talk", rule: "identity", text: whoIAm(language, offer) } : undefined;
}

function leave({ words, language }: Asked): Plan | undefined {
  const isAsked = matches(
    words,
    "(?:how (?:do|can) i (?:leave|quit|exit|get out|stop|close)(?: (?:this|it|here|of here|of this|the program))?)",
    "exit|quit|leave|i want to (?:leave|quit|exit)",
    "(?:我)?(?:要|想)?(?:怎么|怎样|如何)?(?:才能)?(?:退出|离开)(?:这里|程序|呢)?",
    "(?:どう(?:やって|すれば))?(?:終了|退出)(?:(?:できます|します|する)(?:か|の)?|するには(?:どうすればいいですか)?|方法(?:は|を教えて(?:ください)?)?)?",
  );
  if (!isAsked) return undefined;
  const text = pick(
    language,
    "I cannot end the program for you. At an empty prompt, type `/exit` or press Ctrl-D; Ctrl-C stops what is running.",
    "我不能替你结束程序。在空的提示符下输入 `/exit` 或按 Ctrl-D；Ctrl-C 会停止正在进行的回合。",
    "プログラムを終了するのは私ではありません。何も入力していないプロンプトで `/exit` と入力するか、Ctrl-D を押してください。Ctrl-C は実行中のターンを止めます。",
  );
  return { kind: "talk", rule: "leave", text };
}

function bye({ words, language }: Asked): Plan | undefined {
  const isSaid = matches(
    words,
    "(?:ok |thanks,? )?(?:bye(?:[ -]?bye)?|see you(?: later| soon)?|good ?night)",
    "(?:拜拜|再见|回头见|下次见|晚安)(?:啦|了)?",
    "さようなら|さよなら|バイバイ|またね|じゃあね?|おやすみ(?:なさい)?|お疲れ様(?:でした)?",
  );
  const text = pick(language, "Goodbye!", "再见！", "さようなら！");
  return isSaid ? { kind: "talk", rule: "bye", text } : undefined;
}

function justAsked({ words, language, earlier }: Asked): Plan | undefined {
  const isAsked = matches(
    words,
    "what (?:did|have) i (?:just |last )?(?:ask(?:ed)?|sa(?:y|id)|typed?)(?: you)?(?: just now| before)?",
    "what was my (?:last|previous) (?:question|request|prompt)",
    "我(?:刚才|刚刚|上一次|之前)(?:问|说)(?:了|过|的)?(?:是)?(?:什么|啥)",
    "(?:さっき|今|先ほど)(?:私は)?(?:何|なに)(?:を|と)(?:聞き|頼み|言い|尋ね)ましたか",
  );
  if (!isAsked) return undefined;
  const last = earlier.at(-1)?.request;
  const text =
    last === undefined
      ? pick(
          language,
          "This is your first request in the conversation I was given.",
          "在给我的对话里，这是你的第一个请求。",
          "渡された会話では、これが最初の依頼です。",
        )
      : pick(language, "Your last request:", "你的上一个请求：", "直前の依頼：") +
        quoted(language, last);
  return { kind: "talk", rule: "just-asked", text };
}

/** "The same for b.txt": the request before, with this name in the place of its only one. */
function same({ words, earlier, plan }: Asked): Plan | undefined {
  const found = matches(
    words,
    `(?:do )?(?:the )?same (?:thing )?(?:for|to|with) ${FILE}`,
    `(?:也)?对\\s*${FILE}\\s*(?:也)?(?:做|执行|来)(?:一遍|一次)?(?:同样|一样|相同)的(?:事情?|操作|处理)`,
    `${FILE}\\s*(?:に(?:対して)?も?|も)(?:同じ(?:こと|操作|処理)を?|同様に)(?:して|やって|お願い)(?:ください|します)?`,
  );
  const file = found?.groups?.file;
  const last = earlier.at(-1)?.request;
  if (file === undefined || last === undefined) return undefined;
  const names = last.match(/(?<![\w./-])[\w./-]*\w\.[a-z]\w{0,7}(?!\w)/gi) ?? [];
  const [name] = names;
  if (name === undefined || new Set(names).size > 1) return undefined;
  return plan(last.replaceAll(name, file), earlier.slice(0, -1));
}

/** It can show the place, not mend it. */
function repair({ words, language, file: before }: Asked): Plan | undefined {
  const found = matches(
    words,
    `(?:can you |could you )?(?:fix|correct|repair) (?:this|the|a|all)?\\s*(?:typos?|bugs?|errors?|mistakes?)(?: (?:in|of) (?:${FILE}|it|this file))?`,
    `(?:修复|修正|修改|改正|改|修)(?:一下)?(?:这个|那个|\\s*${FILE}\\s*(?:里|中)?的?)(?:一个)?(?:错别字|拼写错误|错误|\\s*bug|问题)`,
    `(?:この|その|${FILE}\\s*の)\\s*(?:誤字|タイプミス|タイポ|バグ|間違い|エラー)を?(?:直して|修正して)(?:ください|くれますか)?`,
  );
  const file = found?.groups?.file ?? before;
  if (found === null || file === undefined) return undefined;
  const step = readStep(language, file);
  const needs = pick(
    language,
    `To find what is wrong in it and fix it needs a real model. I can put one text in the place of another: "Replace 'foo' with 'bar' in ${file}".`,
    `找出并修正其中的错误需要真实的模型。我可以替换一段文字：“把 ${file} 里的 'foo' 换成 'bar'”。`,
    `間違いを見つけて直すには実際のモデルが必要です。文字列の置き換えならできます：「${file} の 'foo' を 'bar' に置き換えて」。`,
  );
  const steps = [
    { ...step, say: (...said: Parameters<Step["say"]>) => `${step.say(...said)}\n\n${needs}` },
  ];
  return { kind: "steps", language, steps };
}

const NUMBERS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth".split("|");
const HAN = "一二三四五六七八九十";

/** One line of a file. */
function line({ words, language }: Asked): Plan | undefined {
  const found = matches(
    words,
    `(?:(?:show|give|tell|read|print)(?: me)? |what(?:'s| is) )?(?:the )?(?<en>${NUMBERS.join("|")}|\\d+(?:st|nd|rd|th)) line (?:of|in|from) ${FILE}`,
    `(?:(?:show|give|read|print)(?: me)? |what(?:'s| is) )?line (?<nr>\\d+) (?:of|in|from) ${FILE}`,
    `(?:显示|看看|读取|给我看|查看|读)?\\s*${FILE}\\s*(?:的|里|里的|中的)?第\\s*(?<zh>\\d+|[${HAN}])\\s*行(?:是什么|写了什么)?`,
    `${FILE}\\s*の\\s*(?<ja>\\d+|[${HAN}])\\s*行目(?:を(?:見せて|表示して|読んで|教えて)(?:ください)?|は(?:何ですか)?)?`,
  );
  const { file, en = "", nr, zh, ja } = found?.groups ?? {};
  if (file === undefined) return undefined;
  const said = nr ?? zh ?? ja ?? "";
  const number =
    NUMBERS.indexOf(en.toLowerCase()) + 1 ||
    HAN.indexOf(said || "-") + 1 ||
    parseInt(en || said, 10);
  if (!(number >= 1 && number <= 10_000)) return undefined;
  const place = pick(
    language,
    `line ${number} of ${file}`,
    `${file} 的第 ${number} 行`,
    `${file} の ${number} 行目`,
  );
  const step: Step = {
    rule: "read-line",
    task: pick(language, `show ${place}`, `显示${place}`, `${place}の表示`),
    file,
    call: (offer) => offer.shell?.(`sed -n ${number}p ${quotePath(file)}`),
    say: (result) =>
      `${pick(language, `Here: ${place}.`, `${place}：`, `${place}：`)}${quoted(language, result)}`,
  };
  return { kind: "steps", language, steps: [step] };
}

function biggest({ words, language }: Asked): Plan | undefined {
  const isAsked = matches(
    words,
    "(?:(?:what|which)(?:'s| is)|show me|find|tell me)? ?the (?:biggest|largest) file(?: here| in (?:this|the) (?:folder|project|directory))?",
    "(?:which|what) file (?:here )?is (?:the )?(?:biggest|largest)",
    "(?:这里|这个文件夹里|项目里)?(?:最大的文件(?:是(?:哪个|什么|哪一个))?|(?:哪个|哪一个)文件最大)|找出最大的文件",
    "(?:ここで)?(?:一番|いちばん|最も)大きい?な?ファイル(?:は(?:何|どれ)?(?:ですか)?|を(?:教えて|見せて|探して)(?:ください)?)?",
  );
  if (!isAsked) return undefined;
  const step: Step = {
    rule: "find-biggest",
    task: pick(language, "find the biggest file", "查找最大的文件", "一番大きいファイルの検索"),
    call: (offer) => offer.shell?.(biggestCommand()),
    say: (result) =>
      pick(language, "The biggest file here:", "这里最大的文件：", "ここで一番大きいファイル：") +
      quoted(language, result),
  };
  return { kind: "steps", language, steps: [step] };
}
