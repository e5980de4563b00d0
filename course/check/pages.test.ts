// course/check/pages · the figures in the prose of docs/checks are those of the code, in every language.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faultKinds } from "../../practice/faults/faults.ts";
import { profiles } from "../../practice/protocol/profiles.ts";
import { allRules } from "../../practice/validation/rulesTable.ts";
import { LANGUAGES, readmeName } from "../base/languages.ts";
import { FIXTURES, ROOT } from "../base/root.ts";
import { listChapters } from "../chapters/list.ts";

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), "utf8");

/** The command lines in a list of the gate of s03. */
const linesIn = (name: string) =>
  readFileSync(join(FIXTURES, "permission", name), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#")).length;

const real = profiles().filter(({ id }) => !id.startsWith("practice-"));
const asked: unknown[] = JSON.parse(read("practice", "trials", "held-out.json"));

/** Each figure, and the words around it in English, Chinese and Japanese; # is the figure. */
const FIGURES: [number, ...words: [string, string, string]][] = [
  [listChapters(ROOT).length, "# edits are in the lists", "# 处修改", "# 個の変更"],
  [allRules().length, "# rules", "# 条规则", "# のルール"],
  [faultKinds().length, "# kinds of failure", "# 种故障", "# 種類の失敗"],
  [real.length, "# real models", "# 个真实模型", "実際のモデル # 種類"],
  [asked.length, "# of them in three languages", "# 条这样的用户输入", "# 個のプロンプト"],
  [linesIn("harmful.txt"), "# harmful command lines", "# 行有害的命令", "# 行の有害な"],
  [linesIn("everyday.txt"), "# everyday ones", "# 行日常命令", "日常的なコマンドライン # 行"],
];

test.each(LANGUAGES.map((language, at) => [language, at] as const))(
  "docs/checks in %s counts what is there",
  (language, at) => {
    const text = read("docs", "checks", readmeName(language));
    for (const [count, ...words] of FIGURES) {
      const figure = `(?<![\\d,])${count.toLocaleString("en")}`;
      const wanted = new RegExp(words[at]?.replace("#", figure) ?? "no words");
      expect(wanted.test(text), `the page has ${wanted}`).toBe(true);
    }
  },
);
