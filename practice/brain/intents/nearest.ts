// practice/brain/intents/nearest · what a decline says of a wish: the words it did not know, and the nearest thing it can do.
import { filesOf, has } from "../clauses.ts";
import type { Clause, Language } from "../types.ts";
import { pick, row, sentences } from "../words.ts";
import { decline } from "./talk.ts";

/** How many unknown words it names, and how long one may be. */
const MOST = 3;
const LONGEST = 30;

export function declineClause(language: Language, hint: string, clause: Clause): string {
  const words = unknownWords(clause).slice(0, MOST);
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
  return hint === "" ? decline(language, said, nearest(language, clause)) : decline(language, said);
}

/** Unknown words; signs of Chinese and Japanese that stand side by side are one. */
function unknownWords({ text, tokens }: Clause): string[] {
  const words: string[] = [];
  let [at, end] = [0, -1];
  for (const token of tokens) {
    const start = text.toLowerCase().indexOf(token.text.toLowerCase(), at);
    if (start < 0) break;
    at = start + token.text.length;
    if (!token.concepts.includes("unknown")) continue;
    const word = text.slice(start, at);
    const isJoined = start === end && /[^\x00-\x7f]/.test(word);
    if (isJoined) words.push(`${words.pop()}${word}`);
    else words.push(word);
    end = at;
  }
  return [...new Set(words)].filter(
    (word) => word.length <= LONGEST && /^[\p{L}\p{N}'_-]+$/u.test(word),
  );
}

const CHANGES =
  /refactor|improve|fix|rewrite|translate|optimi|重构|优化|修复|翻译|リファクタ|改善|直し|翻訳/i;

/** What comes nearest to it by its verb, and a request for it. */
function nearest(language: Language, clause: Clause): string | undefined {
  const name = filesOf(clause).find((file) => /^[\w./-]+\.\w+$/.test(file));
  const file = name ?? "a.txt";
  const near = (does: [string, string, string], tries: [string, string, string]) =>
    pick(
      language,
      `Nearest: ${does[0]}. Try: "${tries[0]}"`,
      `最接近的是：${does[1]}。可以试试：“${tries[1]}”`,
      `いちばん近いもの：${does[2]}。例：「${tries[2]}」`,
    );
  if (CHANGES.test(clause.text) || has(clause, "replace"))
    return near(
      ["change a text in a file", "替换文件里的文字", "ファイルの文字列の置き換え"],
      [
        `Replace 'foo' with 'bar' in ${file}`,
        `把 ${file} 里的 'foo' 换成 'bar'`,
        `${file} の 'foo' を 'bar' に置き換えて`,
      ],
    );
  if (has(clause, "delete"))
    return near(
      ["delete a file by its name", "按名字删除文件", "名前を指定したファイルの削除"],
      [`Delete ${file}`, `删除 ${file}`, `${file} を削除して`],
    );
  if (has(clause, "write", "append"))
    return near(
      [
        "create a file with a given text",
        "用给定的文字创建文件",
        "決まった文を書いたファイルの作成",
      ],
      [
        "Create hello.py that prints a greeting",
        "创建 hello.py，打印一句问候",
        "挨拶を表示する hello.py を作って",
      ],
    );
  if (has(clause, "count"))
    return near(
      ["count the lines of a file", "统计文件的行数", "ファイルの行数の数え上げ"],
      [`How many lines does ${file} have?`, `${file} 有多少行？`, `${file} は何行ありますか？`],
    );
  if (name !== undefined || has(clause, "read", "explain"))
    return near(
      ["read and explain a file", "读取并解释文件", "ファイルの読み取りと説明"],
      [
        `Read ${name ?? "README.md"} and explain it`,
        `读取 ${name ?? "README.md"} 并解释它`,
        `${name ?? "README.md"} を読んで説明して`,
      ],
    );
  if (has(clause, "show", "what"))
    return near(
      ["list the files", "列出文件", "ファイルの一覧"],
      ["What files are here?", "这里有哪些文件？", "ここにはどんなファイルがありますか？"],
    );
  return undefined;
}
