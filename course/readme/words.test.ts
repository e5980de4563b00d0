// course/readme/words · a word that docs/terms.yml names is found, with its place; a right use of its letters is not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Language } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";
import { type Plant, testPlants, useToy } from "../check/plant.ts";
import type { Toy } from "../check/toy.ts";
import { saidIn } from "../check/words.ts";
import { readTerms, TERMS } from "./terms.ts";
import { avoidedBy, wordsToAvoid } from "./words.ts";

const avoided = avoidedBy(readTerms(ROOT).table);

const said = (text: string, language: Language) =>
  wordsToAvoid(text, language, avoided).map(({ says }) => says);

test.each<[Language, string, string]>([
  ["en", "Whoever asks is answered.", "Whoever: write name the actor"],
  [
    "en",
    "Two rules. Who fails at the gate closes it.",
    "Who fails at the gate closes it.: write name the actor",
  ],
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
  ["en", "a head that is no YAML", "that is no YAML: write that is not a …"],
  ["zh", "让代理读取", "代理: write Agent"],
  ["zh", "让子代理读取", "子代理: write 子 Agent"],
  ["en", "A sub-agent asks", "sub-agent: write subagent"],
  ["zh", "Harness 提醒模型", "Harness: write 运行框架"],
  ["zh", "经过关口", "关口: write 权限检查"],
  ["zh", "权限关卡会询问", "权限关卡: write 权限检查"],
  ["zh", "你的用户请求", "用户请求: write 用户输入"],
  ["zh", "三轮没有更新", "轮: write 步"],
  ["zh", "缓存标记", "缓存标记: write 缓存断点"],
  ["zh", "定时作业", "作业: write 定时任务"],
  ["zh", "放弃这个任务", "放弃这个任务: write 释放"],
  ["zh", "有一项承诺失败", "项承诺: write 断言"],
  ["zh", "当前文件夹", "文件夹: write 目录"],
  ["zh", "需要时载入", "载入: write 加载"],
  ["zh", "只有它的总结", "总结: write 摘要"],
  ["zh", "写进 transcript 里", "transcript: write 对话记录"],
  ["zh", "从不抛错", "抛错: write 抛出异常"],
  ["zh", "两行 system 文本", "system 文本: write 系统提示词"],
  ["zh", "16 个测试项", "测试项: write 断言"],
  ["zh", "撂下的那两步", "撂下的那两步: write 步骤"],
  ["zh", "保留 81.4 % 的行", "4 %: write no space before %"],
  ["ja", "代理が読む", "代理: write エージェント"],
  ["ja", "使える道具", "道具: write ツール"],
  ["ja", "ツールの返事", "返事: write 応答"],
  ["ja", "モデルの返答", "返答: write 応答"],
  ["ja", "規則に従う", "規則: write ルール"],
  ["ja", "コンパクションの前", "コンパクション: write コンテキスト圧縮"],
  ["ja", "窓が埋まる", "窓: write コンテキストウィンドウ"],
  ["ja", "渡された記憶", "記憶: write メモ"],
  ["ja", "リトライします", "リトライ: write 再試行"],
  ["ja", "本物のモデル", "本物: write 実際の"],
  ["ja", "利用者の入力", "利用者: write ユーザー"],
  ["ja", "次の依頼", "依頼: write プロンプト"],
  ["ja", "作業フォルダ", "作業フォルダ: write 作業ディレクトリ"],
  ["ja", "同じフォルダ", "フォルダ: write ディレクトリ"],
  ["ja", "質問なしに消える", "質問なし: write 確認"],
  ["ja", "新しいしくみです", "しくみ: write 仕組み"],
  ["ja", "会話とは別の質問", "会話とは別の質問: write サイドクエリ"],
  ["ja", "キャッシュの印", "キャッシュの印: write キャッシュブレークポイント"],
  ["ja", "代わりのモデル", "代わりのモデル: write フォールバックモデル"],
  ["ja", "タスクを取得する", "タスクを取得: write 引き受ける"],
  ["ja", "タスクを手放す", "手放: write 返却"],
  ["ja", "知らせが届く", "知らせ: write 通知"],
  ["ja", "待ち行列", "待ち行列: write キュー"],
  ["ja", "2 つの端末", "端末: write ターミナル"],
  ["ja", "字下げ", "字下げ: write インデント"],
  ["ja", "他の処理", "他の: write ほかの"],
  ["ja", "誰が呼んだか", "誰: write だれ"],
  ["ja", "81.4 % が残る", "4 %: write no space before %"],
  ["ja", "「お願い。」と頼む", "。」: write no 。 before 」"],
  ["ja", "どこですか？次へ", "？: write a full-width space after ？"],
])("%s: %s", (language, text, expected) => {
  expect(said(`\n${text}`, language)).toEqual([expected]);
  expect(wordsToAvoid(`\n${text}`, language, avoided)[0]?.at).toBe(1);
});

test.each<[Language, string]>([
  ["en", "Who asks? The loop does. It stands in `code.ts`, and gives a tool a file."],
  [
    "en",
    "a line-based tool; one file per line; that is no longer so; `whoever` and [it](whoever.md)",
  ],
  ["zh", "让子 Agent 通过 HTTP 代理下载入口页；代理服务器；运行框架（harness）"],
  ["zh", "三步没有更新；下一步；轮询；轮到它了；作业控制；s01 承诺给出错误结果；合并就会放弃"],
  ["zh", "先用便宜的办法，最后才总结，并说明原因；被拒绝的调用；81.4%"],
  ["zh", "`transcript` 在 `.transcripts/` 里；见 [Effective harness design](https://a.example/x)"],
  ["ja", "窓口、不規則、規則的、記憶域、その他の、代理店、入口、口調"],
  ["ja", "知らせます；値を取得する；疑似端末；カレントディレクトリ；会話の質問"],
  ["ja", "「どこですか？」と聞く。何ですか？と聞く。どこですか？　次へ。81.4%"],
])("%s has nothing to avoid: %s", (language, text) => {
  expect(said(text, language)).toEqual([]);
});

test("what the practice model says is told from what it recognises", () => {
  const text = [
    "{",
    '  "typed": { "ja": ["本物", "道具"] },',
    '  "counts": { "en": "Of {count}: \\"three\\".", "zh": "短句",',
    '    "ja": "道具は {names}"',
    "  }",
    "}",
  ].join("\n");
  expect(saidIn(text)).toEqual([
    { language: "en", words: 'Of {count}: "three".', line: 3 },
    { language: "zh", words: "短句", line: 3 },
    { language: "ja", words: "道具は {names}", line: 4 },
  ]);
});

const MEND = "docs/terms.yml lists the words";
const CHINESE = "s03_three/README.zh.md";
const SAYS = '{\n  "a": { "en": "a tool", "zh": "工具", "ja": "道具" }\n}\n';

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
    `${CHINESE}:1  关口: write 权限检查`,
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
    (toy) => toy.write("practice/brain/says.json", SAYS),
    "practice/brain/says.json:2  道具: write ツール",
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
    (toy) => toy.write("practice/validation/hints/ja.json", '{\n  "long": "返答が長い。"\n}\n'),
    "practice/validation/hints/ja.json:2  返答: write 応答",
    MEND,
  ],

  [
    "a word to avoid in the name of a draft",
    (toy) =>
      toy.edit("s02_two/package.json", '"changes"', '"drafts": [{ "ja": "道具" }], "changes"'),
    "s02_two/package.json:19  道具: write ツール",
    MEND,
  ],
  [
    "a word to avoid on a page of details",
    (toy) => {
      toy.write("s03_three/details.md", "# s03\n\nMore.\n");
      toy.write("s03_three/details.zh.md", "# s03\n\n代理\n");
    },
    "s03_three/details.zh.md:3  代理: write Agent",
    MEND,
  ],
  [
    "a word to avoid on a page of docs/",
    (toy) => toy.write("docs/more/README.zh.md", "# 更多\n\n代理\n"),
    "docs/more/README.zh.md:3  代理: write Agent",
    MEND,
  ],
  [
    "a word to avoid on a page of the tools",
    (toy) => toy.write("CONTRIBUTING.md", "# How\n\nAsk a sub-agent.\n"),
    "CONTRIBUTING.md:3  sub-agent: write subagent",
    MEND,
  ],
];

const toyOf = useToy();

/** Gives the small course the table of this one. */
const nameWords = (toy: Toy) => toy.write(TERMS, readFileSync(join(ROOT, TERMS), "utf8"));

testPlants(
  PLANTS.map(([name, plant, ...found]) => [
    name,
    (toy) => {
      nameWords(toy);
      plant(toy);
    },
    ...found,
  ]),
  toyOf,
);

test("what a person types, a session and code may hold any word", async () => {
  const toy = toyOf();
  nameWords(toy);
  toy.edit(CHINESE, "这里有哪些文件?", "让代理载入文件");
  toy.write("practice/brain/lexicon.ts", 'export const WORDS = ["代理", "本物|道具"];\n');
  expect((await toy.faults()).filter((text) => text.includes(": write "))).toEqual([]);
});
