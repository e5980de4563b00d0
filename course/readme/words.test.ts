// course/readme/words · a word to avoid is found, with its place; a right use of its letters is not.
import { expect, test } from "vitest";
import type { Language } from "../base/languages.ts";
import { type Plant, testPlants, useToy } from "../check/plant.ts";
import { saidIn } from "../check/words.ts";
import { wordsToAvoid } from "./words.ts";

const said = (text: string, language: Language) =>
  wordsToAvoid(text, language).map(({ says }) => says);

test.each<[Language, string, string]>([
  ["en", "Whoever asks is answered.", "Whoever: write name the actor"],
  ["en", "Two rules. Who fails at the gate closes it.", "Who …: write name the actor"],
  [
    "en",
    "Hooks run, and the loop does not know who.",
    "does not know who: write does not know which ones",
  ],
  ["en", "It gathers what is the case.", "what is the case: write the current state"],
  ["en", "Old results give way to a word.", "give way to: write replaced by"],
  ["en", "It is gone on with.", "gone on with: write continued"],
  ["en", "Its answer is believed in nothing.", "believed in nothing: write not trusted"],
  ["en", "The mark stands in front of it.", "stands in front: write is before"],
  ["en", "What stood behind the mark", "stood behind: write is after"],
  ["en", "There is one line a tool.", "one line a tool: write one … per …"],
  ["en", "a message a line", "a message a line: write one … per …"],
  ["en", "a head that is no YAML", "that is no …: write that is not a …"],
  ["zh", "让代理读取", "代理: write Agent"],
  ["zh", "让子代理读取", "子代理: write 子 Agent"],
  ["zh", "harness 提醒模型", "harness: write 运行框架(harness)"],
  ["zh", "经过关口", "关口: write 权限关卡"],
  ["zh", "需要时载入", "载入: write 加载"],
  ["zh", "只有它的总结", "总结: write 摘要"],
  ["zh", "写进 transcript 里", "transcript: write 对话记录"],
  ["zh", "从不抛错", "抛错: write 抛出异常"],
  ["zh", "两行 system 文本", "system 文本: write 系统提示词"],
  ["zh", "保留 81.4 % 的行", "4 %: write no space before %"],
  ["ja", "代理が読む", "代理: write エージェント"],
  ["ja", "使える道具", "道具: write ツール"],
  ["ja", "ツールの返事", "返事: write 応答, ツールの結果"],
  ["ja", "モデルの返答", "返答: write 応答"],
  ["ja", "規則に従う", "規則: write ルール"],
  ["ja", "コンパクションの前", "コンパクション: write コンテキスト圧縮"],
  ["ja", "窓が埋まる", "窓: write コンテキストウィンドウ"],
  ["ja", "渡された記憶", "記憶: write メモリ, メモ"],
  ["ja", "リトライします", "リトライ: write 再試行"],
  ["ja", "本物のモデル", "本物: write 実際の"],
  ["ja", "利用者の依頼", "利用者: write ユーザー"],
  ["ja", "他の処理", "他の: write ほかの"],
  ["ja", "誰が呼んだか", "誰: write だれ"],
  ["ja", "81.4 % が残る", "4 %: write no space before %"],
  ["ja", "「お願い。」と頼む", "。」: write no 。 before 」"],
  ["ja", "どこですか？次へ", "？: write a full-width space after ？"],
])("%s: %s", (language, text, expected) => {
  expect(said(`\n${text}`, language)).toEqual([expected]);
  expect(wordsToAvoid(`\n${text}`, language)[0]?.at).toBe(1);
});

test.each<[Language, string]>([
  ["en", "Who asks? The loop does. It stands in `code.ts`, and gives a tool a file."],
  [
    "en",
    "a line-based tool; one file per line; that is no longer so; `whoever` and [it](whoever.md)",
  ],
  ["zh", "让子 Agent 通过 HTTP 代理下载入口页；代理服务器；运行框架（harness）"],
  ["zh", "先用便宜的办法，最后才总结，并说明原因；被拒绝的调用；81.4%"],
  ["zh", "`transcript` 在 `.transcripts/` 里；见 [Effective harness design](https://a.example/x)"],
  ["ja", "窓口、不規則、規則的、記憶域、その他の、代理店、入口、口調"],
  ["ja", "「どこですか？」と聞く。何ですか？と聞く。どこですか？　次へ。81.4%"],
])("%s has nothing to avoid: %s", (language, text) => {
  expect(said(text, language)).toEqual([]);
});

test("what the practice model says is told from what it recognises", () => {
  const text = [
    'const TYPED = ["本物", "道具"];',
    "const said = pick(",
    "  language,",
    '  `Of ${count("a, b)")}: one, (two) and "three".`,',
    '  isLong ? "长, 句" : "短句",',
    '  `道具は \\`本物\\` と ${names.join(", ")}`,',
    ");",
  ].join("\n");
  expect(saidIn(text)).toEqual([
    { language: "en", words: 'Of …: one, (two) and "three".', line: 4 },
    { language: "zh", words: "长, 句", line: 5 },
    { language: "zh", words: "短句", line: 5 },
    { language: "ja", words: "道具は `本物` と …", line: 6 },
  ]);
});

const MEND = "course/readme/words.ts lists the words";
const CHINESE = "s03_three/README.zh.md";
const PICKED = 'export const reply = (language) =>\n  pick(language, "a tool", "工具", "道具");\n';

const ROWS = `export const ROWS = [
  { words: { ja: ["道具"] }, task: { en: "a tool", zh: "工具", ja: "一つの道具" } },
];
`;

const PLANTS: Plant[] = [
  [
    "a word to avoid in prose",
    (toy) => toy.edit(CHINESE, "这一段文字", "代理读取文字"),
    `${CHINESE}:5  代理: write Agent`,
    MEND,
  ],
  [
    "a word to avoid in a heading",
    (toy) => toy.edit(CHINESE, "# s03 · three", "# s03 · 关口"),
    `${CHINESE}:1  关口: write 权限关卡`,
    MEND,
  ],
  [
    "a word to avoid in a picture",
    (toy) => toy.edit(CHINESE, "请求", "抛错"),
    `${CHINESE}:23  抛错: write 抛出异常`,
    MEND,
  ],
  [
    "a word to avoid in a package.json",
    (toy) => toy.edit("s02_two/package.json", "1 のもの", "本物"),
    "s02_two/package.json:9  本物: write 実際の",
    MEND,
  ],
  [
    "a word to avoid in a reply of the practice model",
    (toy) => toy.write("practice/brain/talk.ts", PICKED),
    "practice/brain/talk.ts:2  道具: write ツール",
    MEND,
  ],
  [
    "a word to avoid in a row of the practice model",
    (toy) => toy.write("practice/brain/rows/rows.ts", ROWS),
    "practice/brain/rows/rows.ts:2  道具: write ツール",
    MEND,
  ],
  [
    "a word to avoid in a hint of the practice model",
    (toy) =>
      toy.write(
        "practice/validation/hints/ja.ts",
        'export const ja = {\n  long: "返答が長い。",\n};\n',
      ),
    "practice/validation/hints/ja.ts:2  返答: write 応答",
    MEND,
  ],
];

const toyOf = useToy();

testPlants(PLANTS, toyOf);

test("what a person types, a session and code may hold any word", async () => {
  const toy = toyOf();
  toy.edit(CHINESE, "这里有哪些文件?", "让代理载入文件");
  toy.write("practice/brain/lexicon.ts", 'export const WORDS = ["代理", "本物|道具"];\n');
  expect((await toy.faults()).filter((text) => text.includes(": write "))).toEqual([]);
});
