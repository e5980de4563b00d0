// practice/brain/asking · tells a question about a change from an order: asked whether to delete a file, the brain deletes nothing.
import { tell } from "./tell.ts";
import type { Clause, Language, Step } from "./types.ts";

/** A question wherever it stands, polite or not. */
const ASKS = [
  /\b(?:should|shall|must|may|can|could|do|did|have|had) (?:I|we)\b|\b(?:I|we) should\b|\bdo you (?:think|know|want|suppose|recommend|suggest)\b|\bhow (?:do|does|can|could|would|should|to|about)\b|\b(?:why|wonder)\b|(?<!\b(?:tells?|checks?|says?|tests?|shows?) (?:me )?)\bwhether\b|\bwhat (?:if|about|happens|would)\b|\b(?:is|would) it (?:be )?(?:ok|okay|safe|fine|possible|wise|good|better|a good)\b/i,
  /(?:^|[.!?;,]\s*|\b(?:and|then|so)\s+)(?:(?:hey|hi|ok|so|well|now|also|just)[,\s]+)*(?:did|have|has|had|do|does|are|is|was|were) (?:you|it|they|that|this|the|[\uE000-\uF8FF])/i,
  /\byesterday\b|\blast (?:week|night|month)\b|昨天|前天|上周|上个月|昨日|先週/i,
  /怎么|怎样|如何|要不要|该不该|(?<!(?:判断|检查|检测)\S{0,10})是(?:不是|否)|有没有|为什么|为何|应该|应当|需不需要|用不用/,
  /(?:(?:て|で)も?(?:いい|良い|よい|よろしい|大丈夫|構わない|かまわない)|[ほ方](?:う)?が(?:いい|良い|よい)|べき|どうやって|どうすれば|どのように|なぜ|どうして|ましたか)/,
];
/** Orders in the form of a question. */
const POLITE =
  /\b(?:can|could|would|will) (?:you|u|ya)\b|\bpl(?:ease|s|z)\b|帮|请|麻烦|给我|拜托|劳驾|你(?:能|可以)|くれ|くださ|下さ|もらえ|もらい|いただけ|いただき|頂け|お願い|ほしい|欲しい|[てで]\s*\?/i;
const OPEN = /\b(?:what|which)\b|什么|哪|多少|几|何|どんな|どの|いくつ/i;
/** Verbs of what changes something, or may. */
const CHANGING =
  /\b(?:create|make|write|save|put|add|append|insert|replace|change|swap|edit|modify|update|delete|remove|erase|rm|run|execute|launch|start|rename|move|copy|delegate|compact|commit|revert|undo|discard|reset|install|clear|empty|overwrite|fix)s?\b|创建|新建|写|生成|保存|加|替换|换成|改|删|移除|去掉|清空|运行|执行|跑|启动|移动|移到|复制|拷贝|压缩|提交|撤销|回滚|安装|覆盖|修复|作成|作っ|作り|作る|書|保存|追加|追記|足し|置き換え|置換|変え|変更|修正|編集|削除|消|実行|走らせ|動か|起動|移動|移し|コピー|複製|圧縮|コミット|インストール|リネーム|[\uE000-\uF8FF]\s*する/i;

/** Signs of a question, a negation or a condition. */
const DOUBTS =
  /\?|^(?:how|what|why|when|where|which|who|should|shall|can|could|would|will|is|are|am|was|do|does|did|if|may|must|i|let|leave|keep|only|as)\b|\b(?:don'?t|not|no|never|if|unless|without|except|leave|keep|hands off|alone|wonder|safe|ok|when|once|after|before|until|but|only|yet|apart)\b|[吗么呢吧别不没]|怎|如何|为什么|会|能|是否|要|如果|假如|除|等|先|か[。?]?$|ない|なく|ず|たら|れば|なら|なぜ|どう|以外|もし|ので|とき|時は|まま|しか|だけ|いい|けど|が、|の$|っけ/i;

/** Whether it is an order by its form: politely asked, or with no sign of doubt. */
export const isOrder = (words: string): boolean => POLITE.test(words) || !DOUBTS.test(words);

/** Whether one of the sentences asks. */
export function asks(words: string): boolean {
  if (ASKS.some((form) => form.test(words))) return true;
  const sentences = words.match(/[^.!?;。\n]+(?:[!?;。\n]|\.(?=\s|$)|$)/g) ?? [];
  return sentences.some((sentence) => {
    const isQuestion = /(?:\?|[吗么]\s*[。!]?|か\s*[。!]?)\s*$/.test(sentence);
    if (!isQuestion || POLITE.test(sentence)) return false;
    // "Run it, what does it print?" asks about the result.
    const last = sentence.split(/[,、]|\bthen\b|然后|それから/).at(-1) ?? "";
    // What a subagent is asked has a question mark of its own.
    return !/\bdelegate\b/.test(last) && CHANGING.test(last) && !OPEN.test(last);
  });
}

export const isChange = (word: string): boolean => CHANGING.test(word);

/** Whether a verb of it changes something, or may. */
export function speaksOfChange({ text, tokens }: Clause): boolean {
  return tokens.some(({ role }) => role === "order") || CHANGING.test(text);
}

/** One name put in the place of another: which of them is meant is not certain. */
const CORRECTION =
  /\bI meant?\b|\b(?:no|sorry|oops|wait|rather|scratch that)\s*,|我是(?:说|指)|我的意思|说错|搞错|いや|間違え|まちがえ|じゃなくて|ではなく|というか/i;

export function corrects(words: string): boolean {
  return CORRECTION.test(words);
}

/** Steps that only look; every other one changes something, or may. */
const LOOKS =
  /^(?:(?:read|explain|list|find|count|first|last|show|plan|load|use-skill|review|git(?!-commit|-undo))(?:-|$)|run-tests)/;

export function changes(step: Step): boolean {
  return !LOOKS.test(step.rule);
}

export const askForIt = (language: Language): string => tell(language, "takenForQuestion");

/** What a rule that looks for words would get wrong, where something would change. */
const CONDITION =
  /\b(?:not|never|if|unless|except|without|instead|until|or|but|when|while|don't|doesn't)\b|不|(?<![分区特类错])别|如果|(?<!说)的话|除非|除了|否则|或者|或|但|假如|要是|勿|甭|ない|れば|(?<!さよう?)なら(?!び)|たら|以外|ずに|または|もし|けど|しかし/i;

/** Of a wish that only looks, the same would come of it with and without most of these. */
const NEGATION =
  /\b(?:don't|do not|never(?! (?:seen|done|programmed|coded|used|heard|written))|except|excluding|without|other than|apart from|aside from|besides|but not|outside of|leaving out|ignor(?:e|ing)|skip(?:ping)?|minus|or)\b|或者?|または|不要(?!了)|(?<![分区特类错])别|除了|以外|除い|ないで|せずに|なしで/i;

/** Words with a negation in them that say no more than "please". */
const NO_CONDITION =
  /\b(?:tell|ping|notify|let) me (?:know )?(?:when|if)\b|(?:終わっ|でき|済ん)たら(?=.{0,8}(?:教え|知らせ|通知|報告))|(?:能不能|可不可以)(?=\s*(?:请|麻烦|你|帮|给我))|\b(?:or so|or something)\b|不好意思|くれない|もらえない/gi;

/** Whether it has a negation, a condition or an alternative. */
export const isConditional = ({ text }: Clause): boolean =>
  CONDITION.test(text.replace(NO_CONDITION, ""));

export const isNegated = ({ text }: Clause): boolean =>
  NEGATION.test(text.replace(NO_CONDITION, ""));

/** One thing only where another went well. */
const WENT_WELL =
  /(?:通过|全过|都过|过了|没问题|没毛病|成功|全绿|绿了|没报错|不报错|没挂|没出错|跑通|正常)(?:了|的话|之?后)*[,、\s]*(?:就|才|再|的话|之?后)|(?:全绿|通过|没问题|成功|都过)(?:了)?的话/;

export const goesBy = (words: string): boolean => WENT_WELL.test(words);

/** Why a request with a very long row of spaces is declined. */
export const tooWide = (language: Language): string => tell(language, "tooWide");

/** Why a request is declined that corrects itself, or has a part such as "unless it fails". */
export const followsNone = (language: Language, part?: Clause): string =>
  tell(language, part ? "followsNone" : "correctsNone", { part: part?.typed(part.text).trim() });
