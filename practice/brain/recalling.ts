// practice/brain/recalling · questions for what is remembered, and the words by which a note fits a request.
import { slotByExample } from "./byExample.ts";
import { onlySentence, withoutEnd } from "./sentences.ts";

const ABOUT =
  /\babout (.+)$|(?:关于|有关)\s*(.+?)\s*[,\uff0c]?(?:你|我|的)|^(.+?)(?:について|のこと)/i;

/** The topic of a question for what is remembered, "" without one; undefined for any other request. */
export function topicOf(request: string): string | undefined {
  const sentence = onlySentence(request);
  const slot = sentence === undefined ? undefined : slotByExample(sentence, "recall");
  const named = ABOUT.exec(withoutEnd(sentence ?? ""))
    ?.slice(1)
    .find(Boolean);
  return slot === undefined ? undefined : (named ?? slot);
}

/** Words that stand in any request or any note. */
const COMMON = new Set(
  "the and for with that this these those what which who how when where why you your our are was were has have had did does don can could would should will not from about into out any anything all please remember recall know known tell told say said use used using want need now there here its it's let also prefer prefers preferred like likes always never still again user person memory memories".split(
    " ",
  ),
);
const COMMON_WIDE =
  /请|什么|怎么|哪些|我们|你们|[我你的了吗呢吧是把对跟]|了?解?多少|关于|有关|还?记得|记住|知道|告诉|说过|一个|这个|那个|一下|帮|喜欢|总是|使用|覚えて|教えて|知って|言い|話し|伝え|について|ください|下さい|いますか?|いる|っけ|ました|ません|ますか?|ですか?|でした|して|する|した|こと|これ|それ|この|その|から|まで|好き|いつも|使って|使い|使う|[私僕何はがをにのでともへ]|か(?=[\s。?]|$)/g;

/** By what texts are compared: words of three Latin letters or more, and pairs of letters of the wide scripts. */
export function termsOf(text: string): Set<string> {
  const level = text.normalize("NFKC").toLowerCase();
  const words = level.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}\d]{2,}/gu) ?? [];
  const runs = level
    .replace(COMMON_WIDE, " ")
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu);
  const own = words.filter((word) => !COMMON.has(word));
  return new Set([...own.map(singular), ...(runs ?? []).flatMap(pairs)]);
}

/** How many terms of a request stand in a text. */
export function sharedTerms(request: string, text: string): number {
  const there = termsOf(text);
  return [...termsOf(request)].filter((term) => there.has(term)).length;
}

function singular(word: string): string {
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Overlapping; a sign that stands alone counts as it is. Japanese endings, all in hiragana, do not. */
function pairs(run: string): string[] {
  const letters = [...run];
  const isEnding = (part: string) => /^\p{Script=Hiragana}+$/u.test(part);
  const [first, second] = letters;
  if (second === undefined) return first === undefined || isEnding(first) ? [] : [first];
  const all = letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  return isEnding(run) ? all : all.filter((part) => !isEnding(part));
}
