// practice/brain/recalling · questions for what is remembered, and the words by which a note fits a request.
import { slotByExample } from "./byExample.ts";
import { onlySentence, withoutEnd } from "./sentences.ts";

const ABOUT = "(?:\\s+(?:about|of|on|regarding|concerning)\\s+(?<topic>.+))?";
const OF_ZH = "(?:关于|有关|对于?)\\s*(?<topic>.+?)\\s*[,\uff0c]?\\s*";
const WHAT_ZH = "(?:些|了)*(?:什么|哪些)(?:事情?|内容|东西|话)?";
const SAID_ZH = "我(?:之前|以前|曾经?)?(?:都)?(?:跟|对|和|向)?你?(?:说过|讲过|提过|告诉过你?)";
const OF_JA = "(?:(?<topic>.+?)(?:について|に関して|のこと)(?:は|を|で)?、?\\s*)?";
const KNOWS_JA = "(?:覚えて|記憶して)い?(?:ますか|るの?|ます)";
const SOFT = "(?:(?:please|so|hi|hey|ok|okay|and|now|well),?\\s+)*";

/** Each is a whole request; the group `topic` is there where one is named. */
const QUESTIONS = [
  `${SOFT}what(?: all| else| exactly)? (?:do|can|did) you (?:still |already )?(?:remember|recall)${ABOUT}`,
  `${SOFT}(?:(?:can|could) you )?tell me (?:what|everything|all)(?: that)? you (?:still )?(?:remember|recall)${ABOUT}`,
  `${SOFT}(?:tell me )?what (?:do )?you (?:already |still )?know about (?<topic>(?:me|us|my|our)\\b.*)`,
  `${SOFT}what (?:did|have) i (?:ever |already )?(?:tell|told|say|said)(?: to)?(?: you)?${ABOUT}`,
  `${SOFT}do you (?:still )?(?:remember|recall) (?<topic>.+)`,
  `(?:那|请问)?你(?:都|还|现在)*(?:记得|记住)${WHAT_ZH}`,
  `${OF_ZH}你(?:都|还)*(?:记得|记住)${WHAT_ZH}`,
  `你(?:还)?(?:记得|记住)(?:关于|有关)?\\s*(?<topic>.+?)\\s*的?(?:${WHAT_ZH}|吗|么)`,
  `${SAID_ZH}(?:关于|有关)\\s*(?<topic>.+?)\\s*的?${WHAT_ZH}`,
  `${OF_JA}(?:何|なに)(?:か)?を?\\s*${KNOWS_JA}`,
  "(?<topic>私(?:たち)?)(?:について|のこと)(?:は|を|で)?、?\\s*(?:(?:何|なに)[をか]\\s*)?知ってい?(?:ますか|るの?)",
  `(?:私[はが]、?)?${OF_JA}(?:私[はが])?(?:何|なに|どう)[をと]?\\s*(?:言い|話し|伝え|言っ|教え)(?:ましたか|ましたっけ|たっけ|たか|た)`,
  `(?<topic>.+?)(?:について|のこと)?[をは]\\s*${KNOWS_JA}`,
].map((question) => new RegExp(`^${question}$`, "i"));

/** One of these is in each question: most requests are told apart without the questions. */
const MEMORY =
  /remember|recall|know|tell|told|sa(?:y|id)|memories|prefer|like|[记说讲提]|告诉|知道|了解|覚え|記憶|知って|言[いっ]|話し|伝え|教え/i;

const NAME_ASKED =
  /\bmy name\b|\bwho am i\b|我(?:的名字|叫什么|叫啥|是谁|怎么称呼)|私の(?:お)?名前/i;

export function asksOwnName(question: string): boolean {
  return NAME_ASKED.test(question);
}

/** The topic of a question for what is remembered, "" without one; undefined for any other request. */
export function topicOf(request: string): string | undefined {
  const sentence = onlySentence(request);
  if (sentence === undefined || !MEMORY.test(sentence)) return undefined;
  const plain = withoutEnd(sentence);
  const question = QUESTIONS.map((form) => form.exec(plain)).find((match) => match !== null);
  if (question) return (question.groups?.topic ?? "").trim();
  return asksOwnName(sentence) ? undefined : slotByExample(sentence, "recall");
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
