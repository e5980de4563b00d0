// practice/brain/intents/nearest · what a decline says of a wish: the words it did not know, and the nearest thing it can do.
import { speaksOfChange } from "../asking.ts";
import { filesOf } from "../clauses.ts";
import { tell } from "../project/tell.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { unknownWords } from "../unknown.ts";
import { pick, row, sentences } from "../words.ts";
import { decline } from "./talk.ts";

/** How many unknown words it names. */
const MOST = 3;
/** What holds one needs no other example. */
const EXAMPLE = /["`“「]|a\.txt/;

/** For a wish that no rule reads: the words it did not know, what it would need, the nearest request. */
export function declineClause(language: Language, hint: string, clause: Clause): string {
  const words = unknownWords(clause, language).slice(0, MOST);
  const names = row(
    language,
    words.map((word) => pick(language, `"${word}"`, `“${word}”`, `「${word}」`)),
  );
  const unknown = pick(
    language,
    `I don't know ${names}.`,
    `我不认识${names}。`,
    `${names}という言葉は知りません。`,
  );
  const said = sentences(language, [words.length === 0 ? "" : unknown, hint]);
  return decline(language, said, EXAMPLE.test(hint) ? "" : nearest(language, clause));
}

/** For what no fixed rule can do, however it is said. */
export function needsModel(language: Language): string {
  return pick(
    language,
    "This needs a real model.",
    "这需要真实的模型。",
    "これには実際のモデルが必要です。",
  );
}

/** Documentation and comments, which say what a program means. */
export const needsWriter = (_: Clause, { language }: PlanContext): Reading => ({
  kind: "decline",
  reason: tell(language, "needsWriter"),
});

/** For a wish that a rule reads and refuses: why, and the nearest request where the reason names none. */
export function declineReason(language: Language, reason: string, clause: Clause): string {
  return decline(language, reason, EXAMPLE.test(reason) ? "" : nearest(language, clause));
}

/** For conditions, exceptions, negations and corrections; what comes nearest only looks. */
export function declineCondition(language: Language, clause: Clause): string {
  const reason = pick(
    language,
    "I follow no conditions, exceptions, negations or corrections: fixed rules would get them wrong.",
    "我不处理条件、例外、否定和更正：固定的规则容易弄错。",
    "条件・例外・否定・訂正の入ったプロンプトは扱いません。決まったルールでは取り違えるおそれがあるためです。",
  );
  const file = fileIn(clause);
  const isChange = speaksOfChange(clause);
  if (file === undefined) return decline(language, reason, toList(language));
  const look = isChange ? toFind(language, file) : toRead(language, file);
  return decline(language, reason, look);
}

const REPLACES =
  /replace|change|swap|edit|modify|refactor|improve|fix|rewrite|translate|optimi|重构|优化|修复|翻译|リファクタ|改善|直し|翻訳|替换|换|改|修正|変え|変更|置き換え/i;

/** What comes nearest to it by its verb, and a request for it. */
function nearest(language: Language, clause: Clause): string | undefined {
  const name = fileIn(clause);
  const file = name ?? "a.txt";
  if (REPLACES.test(clause.text))
    return near(
      language,
      ["change a text in a file", "替换文件里的文字", "ファイルの文字列の置き換え"],
      [
        `Replace 'foo' with 'bar' in ${file}`,
        `把 ${file} 里的 'foo' 换成 'bar'`,
        `${file} の 'foo' を 'bar' に置き換えて`,
      ],
    );
  if (/\b(?:delete|remove|erase|rm)\b|删|移除|削除|消/i.test(clause.text))
    return near(
      language,
      ["delete a file by its name", "按名字删除文件", "名前を指定したファイルの削除"],
      [`Delete ${file}`, `删除 ${file}`, `${file} を削除して`],
    );
  if (/\b(?:count|how many|number of)\b|多少|几个|统计|いくつ|数え|何行/i.test(clause.text))
    return near(
      language,
      ["count the lines of a file", "统计文件的行数", "ファイルの行数の数え上げ"],
      [`How many lines does ${file} have?`, `${file} 有多少行？`, `${file} は何行ありますか？`],
    );
  if (
    /\b(?:create|make|write|save|put|add|append)\b|创建|新建|写|加|保存|作|書|追記|追加/i.test(
      clause.text,
    )
  )
    return toWrite(language);
  if (
    name !== undefined ||
    /\b(?:read|open|explain|summar)|读|打开|解释|说明|总结|読|開|説明|要約/i.test(clause.text)
  )
    return toRead(language, name ?? "README.md");
  return /\b(?:show|list|give|tell|what|which|see|look|check)\b|显示|列|看|什么|哪|几|見|表示|一覧|何|どんな|どの/i.test(
    clause.text,
  )
    ? toList(language)
    : undefined;
}

function fileIn(clause: Clause): string | undefined {
  return filesOf(clause).find((file) => /^[\w./-]+\.\w+$/.test(file));
}

type Three = [en: string, zh: string, ja: string];

function near(language: Language, does: Three, tries: Three): string {
  return pick(
    language,
    `Nearest: ${does[0]}. Try: "${tries[0]}"`,
    `最接近的是：${does[1]}。可以试试：“${tries[1]}”`,
    `いちばん近いもの：${does[2]}。例：「${tries[2]}」`,
  );
}

function toWrite(language: Language): string {
  return near(
    language,
    ["create a file with a given text", "用给定的文字创建文件", "決まった文を書いたファイルの作成"],
    [
      "Create hello.py that prints a greeting",
      "创建 hello.py，打印一句问候",
      "挨拶を表示する hello.py を作って",
    ],
  );
}

function toRead(language: Language, file: string): string {
  return near(
    language,
    ["read and explain a file", "读取并解释文件", "ファイルの読み取りと説明"],
    [`Read ${file} and explain it`, `读取 ${file} 并解释它`, `${file} を読んで説明して`],
  );
}

function toFind(language: Language, file: string): string {
  return near(
    language,
    ["see whether a file is there", "查看文件是否存在", "ファイルの有無の確認"],
    [`Is there a file ${file}?`, `有 ${file} 吗？`, `${file} はありますか？`],
  );
}

function toList(language: Language): string {
  return near(
    language,
    ["list the files", "列出文件", "ファイルの一覧"],
    ["What files are here?", "这里有哪些文件？", "ここにはどんなファイルがありますか？"],
  );
}
