// practice/brain/slots · finds the literal texts that stand in a request without quotes: contents, words to replace.
import { isWord } from "./examples.ts";
import { patterns } from "./patterns.ts";
import FORMS from "./slots.json" with { type: "json" };
import { asTyped, MARK, type Marked, mark, unmark } from "./spans.ts";

/** English verbs a new wish may begin with. */
export const VERB =
  "(?:fix|correct|run|rerun|re-run|execute|commit|read|show|display|list|print|tell|explain|describe|summari[sz]e|write|create|make|save|put|append|add|replace|change|delete|remove|erase|find|search|count|open|give|say|what|how|which|look|try|launch|greet|check|see|locate|view|load|use|apply|review|compact|compress|delegate|rename|move|copy|forget)";
const VERBS = `(?:please |also |finally |you |to )*${VERB}`;
const THEN = "(?:and )?(?:then|after that|afterwards|finally)\\b";
/** Where an unquoted text ends in an English request. */
const END = `(?=\\s+(?:in|inside|into) (?:it|there)\\b|\\s*,?\\s*${THEN}|\\s*,?\\s+and ${VERBS}\\b|\\s*, ${VERBS}\\b|\\s*;|\\s+(?:for me|please|now)[.!?]?\\s*$|[.!?]?\\s*$|\\n|[.!?] )`;

const NAMES = `(?:${MARK})`;
/** "里的" behind the name of a file belongs to neither text. */
const NOT_INSIDE = `(?!(?<=${NAMES}\\s*)(?:文件|里|中的|的|所有))(?!(?<=${NAMES}\\s*(?:文件)?(?:里面?|中))(?:面|的|所有))(?!(?<=${NAMES}\\s*(?:文件)?(?:里面?|中)?的)(?:所有))`;
const PARTS = { ...FORMS.parts, NAMES, NOT_INSIDE, END, END_REST: END.slice(3) };
/** Made once: a request is read with all of them. */
const placesOf = (name: Exclude<keyof typeof FORMS, "parts">): RegExp[] =>
  patterns(FORMS[name], PARTS, "giu");

/** Takes out the words that stand where a literal text is expected. */
export function protectTexts(marked: Marked): void {
  const take = (place: RegExp, accept: (text: string) => boolean) => {
    marked.text = marked.text.replace(place, (found: string) => {
      const text = found.trim();
      if (text === "" || ANY_MARK.test(text) || !accept(text)) return found;
      return asOne(marked, found);
    });
  };
  marked.text = marked.text.replace(BEHIND_COLON, (found: string) => asOne(marked, found));
  for (const place of SOUGHT) take(place, isSought);
  for (const place of PRINTED) take(place, () => true);
  for (const place of REPLACED) take(place, (text) => !NAME_WORD.test(text));
  for (const place of MARKED_TEXT) take(place, () => true);
  for (const place of PLAIN_TEXT) take(place, isPlainLiteral);
}

/** The text with what is marked in it, as one; where all of it is marked, nothing is left to do. */
function asOne(marked: Marked, found: string): string {
  const text = found.trim();
  if (text.replace(/[\uE000-\uF8FF]/g, "") === "") return found;
  const typed = unmark(marked, asTyped(marked, text));
  return found.replace(text, () => mark(marked, { kind: "free", text: typed, raw: typed }));
}

/** Behind a verb of writing and a colon the text goes on, lists and quotes and all, to where another wish begins. */
const BEHIND_COLON =
  /(?<=(?:[写填记](?:上|入|着|下|进去?)?|内容(?:就)?(?:是|为|写)?|(?:追|添|附)加|加(?:上|入)?|补(?:上|充)?|插入|[写加上入]一?[句行条段](?:话|字|文字|内容)?)\s*:\s*)(?![\s:])[^。;\n]+?(?=\s*(?:[。;\n]|[,、]?\s*(?:然后|接着|之后再|随后|最后再)|[,、]\s*(?:再|并|完了|写完|建完|写好|存好|弄好|好了|记得|顺便|运行|执行|跑|打开|给我|让我|告诉|看看|看一|读|显示|提交|commit|删|别|不要|不用|谢|麻烦|可以吗|行吗|好吗)|(?:可以吗|行吗|好吗|谢谢)?\s*[?!]?\s*$))/giu;
const ANY_MARK = new RegExp(MARK);

/** What is looked for in the text of files, and whom a program greets. */
const SOUGHT = placesOf("sought");

/** A word that names something else the brain looks for is none. */
function isSought(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}_'-]*$/u.test(text) && !isWord(text);
}

/** To change the name of a file is to move it, and a line that is counted is no text of the file. */
const NAME_WORD =
  /^[的の]?(?:名前|なまえ|(?:関数|変数|かんすう|へんすう|クラス|メソッド)名|ファイル名|名字|名称|文件名)$|^的?(?:第[\d一二三四五六七八九十]+|最后一|首|末)行$|^(?:最初|最後|先頭|[\d一二三四五六七八九十]+)の?行目?$/;

/** replace A with B: both are literal by their place. */
const REPLACED = placesOf("replaced");

/** A greeting that a program is to print is its text, not a word for any greeting. */
const PRINTED = placesOf("printed");

/** "with the text …", "content: …": the word before says that what follows is literal. */
const MARKED_TEXT = placesOf("marked");

/** Places of a literal text that could also hold a wish ("add tests to a.py"); only plain words pass. */
const PLAIN_TEXT = placesOf("plain");

export const GREETING =
  /^(?:hello|hi|hey|goodbye|bye|你好|您好|大家好|再见|こんにちは|こんばんは|さようなら|おはよう)/i;

/** Words that describe a text and are none. */
const DESCRIBES =
  /^(?:an?|the|some|all|any|every|each|more|my|your|its?|this|that|these|those|another|other|new|two|three|it|them|what|how)\b|\b(?:about|describing|explaining|that|which|for)\b|\b(?:instructions?|docs|section|summary|description|comment|example|explanation|heading|title|table|list|chapter|licen[cs]e|poem|story|joke|code|function|line|text|content|support|documentation|results?|output|\w+tion|(?!yes|less|this|as)\w+s)$|^[一几][首个段篇些份句行]|^[了着过的]|^(?:し|す|く|お願い)|什么|啥|[吗呢哪]|关于|有关|(?:代码|函数|内容|文字|介绍|说明|总结|摘要|注释|测试|结果|诗|故事|文章)$|について|に関する|^ついて|^関する|(?:コード|関数|説明|要約|まとめ|内容|コメント|テスト|結果|文章|詩|物語)$/i;

/** Whether words that stand where a text may stand are hardly anything but one. */
export function isPlainText(text: string): boolean {
  return text.length <= 80 && !DESCRIBES.test(text.trim());
}

/** A greeting, a number, an unknown word; or several words that describe nothing one could be asked to think up. */
function isPlainLiteral(text: string): boolean {
  if (GREETING.test(text)) return text.length <= 40;
  if (/^\d+$/.test(text)) return true;
  // The name of a task, not a text.
  if (/标(?:为|成|记)/.test(text)) return false;
  if (!isPlainText(text)) return false;
  return /[^\x00-\x7f]|\S\s+\S/.test(text) || !isWord(text);
}
