// course/readme/words · words and turns of phrase that the course does not use, in each language, and what it uses instead.
import type { Language } from "../base/languages.ts";
import { parseReadme } from "./parse.ts";

/** What must not be in a text, how a fault calls it, and what to write instead. */
interface Avoided {
  pattern: RegExp;
  name?: string;
  instead: string;
}

// A word is here only if it is wrong wherever it matches. Words with a right use as well are left to
// the reader: zh 调用 and 请求 alone, 轮, 说明 (also "explain"), 被拒绝 (right for a call, wrong for a
// reply that refuses), 总结 as a verb; ja 口 (入口, 口調) and 言う (right for people); en "nobody",
// "behind" and "who" alone.

const NAMES = "JSON|line|file|message|topic|tool|chapter|mechanism|turn|word|prompt";

const EN: Avoided[] = [
  { pattern: /\bwhoever\b/i, instead: "name the actor" },
  { pattern: /(?<=^|[.:;] )Who [^.?!]*\.(?!\w)/, name: "Who …", instead: "name the actor" },
  { pattern: /\b(?:do|does) not know who\b(?=[.;,]|$)/i, instead: "does not know which ones" },
  { pattern: /\bwhat is the case\b/i, instead: "the current state" },
  { pattern: /\b(?:gives?|gave|given|giving) way to\b/i, instead: "replaced by" },
  { pattern: /\bwords decide\b/i, instead: "matched by keyword" },
  { pattern: /\bgone on with\b/i, instead: "continued" },
  { pattern: /\bbelieved in nothing\b/i, instead: "not trusted" },
  { pattern: /\b(?:stands?|stood|standing) in front\b/i, instead: "is before" },
  { pattern: /\b(?:stands?|stood|standing) behind\b/i, instead: "is after" },
  { pattern: /\b(?:stands?|stood|standing) be(?:fore|side)\b/i, instead: "is before, is next to" },
  { pattern: /\ba text in (?:a|the) text\b/i, instead: "a string instead of an array" },
  { pattern: /\bwith a word about it\b/i, instead: "with a warning" },
  { pattern: /\bthat (?:is|are) no [A-Z]/, name: "that is no …", instead: "that is not a …" },
  {
    // "gives a tool a file" has two objects, and is right.
    pattern: new RegExp(
      String.raw`(?<!\b(?:give|gives|gave|hand|hands|send|sends|show|shows) )\b(?:an?|one|two|\d+) (?:${NAMES})s? an? (?:${NAMES})\b(?!-)`,
      "i",
    ),
    instead: "one … per …",
  },
];

const ZH: Avoided[] = [
  { pattern: /子代理/, instead: "子 Agent" },
  { pattern: /(?<!子|HTTP |HTTPS |反向)代理(?!服务器|地址)/, instead: "Agent" }, // a proxy is 代理, too
  {
    pattern: /(?<!运行框架\s?[（(]|[A-Za-z] )\bharness\b(?! [A-Za-z])/i, // an English title may have it
    instead: "运行框架(harness)",
  },
  { pattern: /关口/, instead: "权限关卡" },
  { pattern: /(?<![加下记])载入/, instead: "加载" },
  { pattern: /(?<=[的份个])总结(?![了过])/, instead: "摘要" },
  { pattern: /(?<!\.)\btranscripts?\b/i, instead: "对话记录" }, // .transcripts/ is a folder,
  { pattern: /回想/, instead: "召回" },
  { pattern: /抛错/, instead: "抛出异常" },
  { pattern: /system 文本/i, instead: "系统提示词" },
  { pattern: /\d\s+[%％]/, instead: "no space before %" },
];

const JA: Avoided[] = [
  { pattern: /代理(?!サーバ|店|人)/, instead: "エージェント" },
  { pattern: /道具/, instead: "ツール" },
  { pattern: /返事/, instead: "応答, ツールの結果" },
  { pattern: /返答/, instead: "応答" },
  { pattern: /(?<!不)規則(?!的|正し)/, instead: "ルール" },
  { pattern: /system のテキスト/i, instead: "システムプロンプト" },
  { pattern: /コンパクション/, instead: "コンテキスト圧縮" },
  { pattern: /(?<!\p{Script=Han})窓(?!\p{Script=Han})/u, instead: "コンテキストウィンドウ" }, // 窓口 is right
  { pattern: /記憶(?!域|装置|媒体|容量)/, instead: "メモリ, メモ" },
  { pattern: /リトライ/, instead: "再試行" },
  { pattern: /本物/, instead: "実際の" },
  { pattern: /利用者/, instead: "ユーザー" },
  { pattern: /(?<!その)他の/, instead: "ほかの" },
  { pattern: /誰/, instead: "だれ" },
  { pattern: /\d\s+[%％]/, instead: "no space before %" },
  { pattern: /。」/, instead: "no 。 before 」" },
  // A particle goes on with the sentence: 何ですか？と聞く.
  {
    pattern: /？(?!と|って)(?=[\p{L}\p{N}`「『])/u,
    instead: "a full-width space after ？",
  },
];

const AVOIDED: Record<Language, Avoided[]> = { en: EN, zh: ZH, ja: JA };

/** A word to avoid: at which line of the text (from 0), and the fault in words. */
export interface FoundWord {
  at: number;
  says: string;
}

/** The words to avoid in a page or a sentence of a language, line by line. Code and addresses in it do not count. */
export function wordsToAvoid(text: string, language: Language): FoundWord[] {
  const { prose, blocks } = parseReadme(text);
  const pictures = blocks
    .filter((block) => block.language === "mermaid")
    .map(({ lines, line }) => ({ words: lines.join("\n"), line: line + 1 }));
  return [...prose, ...pictures].flatMap(({ words, line }) =>
    words.split("\n").flatMap((bare, at) =>
      AVOIDED[language].flatMap(({ pattern, name, instead }) => {
        const found = pattern.exec(bare)?.[0];
        const says = `${name ?? found}: write ${instead}`;
        return found === undefined ? [] : [{ at: line - 1 + at, says }];
      }),
    ),
  );
}
