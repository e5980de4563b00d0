// practice/brain/keeping · the sentences that ask to be remembered, or state a lasting preference.
import { slotByExample } from "./byExample.ts";
import { splitPasted } from "./pasted.ts";
import { END, isQuestion, LONGEST, sentencesOf } from "./sentences.ts";
import { VERB } from "./slots.ts";
import { QUOTED } from "./spans.ts";

const SOFT =
  "(?:(?:please|also|and|now|ok|okay|so|hey|hi|hello|kindly|just|oh|well|by the way|from now on|(?:for|in|during) this (?:session|conversation)|for (?:now|today|later|the moment|the future)|today|this time|(?:can|could|would|will) you|you should|i want you to|i(?:['’]d| would) like you to),?\\s+)*";
const SOFT_ZH =
  "(?:(?:请|麻烦|帮我|也|还|另外|以后|你|要|一定要|今天|在?(?:这次|本次|这个|当前|此次)(?:会话|对话)?(?:中|里面?|期间)?)[,\uff0c]?\\s*)*";
const SOFT_JA = "(?:おいて|いて|おいといて)?(?:ください|下さい|くださいね|ね|くれ|ほしい|欲しい)?";
const ASKED_JA = "(?:(?:くれ|もらえ|いただけ)(?:ますか|ませんか|る)?)?";

/** Each with the group `kept`: what is to be remembered. */
const WISHES = [
  `^${SOFT}(?:remember|memori[sz]e|keep in mind|do(?:n['’]t| not) forget)(?:\\s+(?:for|in|during) (?:now|today|later|next time|this (?:session|conversation)))?(?:\\s*[:,]\\s*|\\s+(?:this|the following)\\s*:\\s*|\\s+)(?:(?:the fact )?that\\s+)?(?<kept>.+)$`,
  `^(?:btw|by the way|fyi)?,?\\s*(?<kept>(?:i|i['’]m|we|we['’]re|my|our)\\b.+?)\\s*[,;:-]+\\s*(?:so |and )?(?:please |just )?(?:keep (?:that|this) in mind|remember (?:that|this|it)|do(?:n['’]?t| not) forget(?: (?:that|this|it))?|make a note(?: of (?:that|this|it))?|note (?:that|this|it)(?: down)?)(?:,? (?:please|pls|ok|for (?:later|next time|the future)))?$`,
  `^${SOFT_ZH}(?:记住|记一下|记下来?|牢记|(?:别|不要)忘(?:了|记))(?!了)(?:一下|这一?点)?\\s*[:\uff1a,\uff0c]?\\s*(?<kept>.+)$`,
  `^${SOFT_ZH}(?:把|将)\\s*(?<kept>.+?)\\s*(?:记住|记下来|记一下|牢记)$`,
  `^(?:(?:どうか|ぜひ)、?)?(?:覚えて|憶えて|おぼえて|記憶して)${SOFT_JA}\\s*[:\uff1a、,\uff0c]\\s*(?<kept>.+)$`,
  `^(?<kept>.+?)(?:ということ|という事)?\\s*[をと]\\s*(?:覚えて|憶えて|おぼえて|記憶して)${SOFT_JA}${ASKED_JA}$`,
].map((wish) => new RegExp(wish, "i"));

/** A person's own name. */
const NAMINGS = [
  `^${SOFT}(?:my name(?: is|['’]s)|i(?:['’]m| am) called|(?:you (?:can|may) )?call me)\\s+(?!what\\b|if\\b|when\\b|later\\b|back\\b|not\\b|an?\\b)[\\p{L}.'’-]+(?: [\\p{L}.'’-]+){0,2}$`,
  "^(?:(?:你好|您好|嗨)[,\uff0c!\uff01]?\\s*)?(?:我(?:叫做?|的名字(?:是|叫))|(?:你可以)?叫我)\\s*(?!什么|啥|谁|怎么|[你他她它了])(?:[\\p{Script=Latin}.'’-]+(?: [\\p{Script=Latin}.'’-]+){0,2}|\\p{Script=Han}{1,6})吧?$",
  "^(?:(?:こんにちは|はじめまして|どうも)[、!\uff01]?\\s*)?(?:(?:私|僕|俺|わたし)の)?名前は、?\\s*(?!何|なに|なん)[\\p{L}ー・]{1,20}?(?:です|だ|といいます|と言います|と申します)$",
  "^(?:(?:こんにちは|はじめまして|どうも)[、!\uff01]?\\s*)?(?:(?:私|僕|わたし)は、?)?[\\p{L}ー・]{1,20}?(?:と申します|といいます|と呼んで(?:ください)?)$",
].map((naming) => new RegExp(naming, "iu"));

/** Whether a sentence says what the person is called. */
export function tellsName(sentence: string): boolean {
  const bare = sentence.replace(/[\s.!。\uff01]+$/, "");
  return sentence.length <= LONGEST && NAMINGS.some((form) => form.test(bare));
}

const PLACE = "(?:project|repo|repository|team|codebase|company)";
const STATEMENTS = [
  `^${SOFT}i (?:strongly |really |usually |generally |much |also )*prefer\\s`,
  `^${SOFT}i (?:really |also )*(?:like|love|dislike|hate) (?!it\\b|this\\b|that\\b|your\\b|what\\b|how\\b|the way\\b)`,
  `^${SOFT}i (?:always|never) (?!said|asked|told|meant|wanted)\\w`,
  `^${SOFT}(?:always|never) (?!mind\\b)\\w`,
  `^${SOFT}we (?:always |never |only |mostly )?(?:use|prefer)\\s.*\\b(?:in|for|on|at) (?:this|our|the) ${PLACE}\\b`,
  "^我(?:们)?(?:也|比较|更|最|很|一般|通常|不|一向|特别)*(?:喜欢|偏好|偏爱|讨厌)\\s*\\S",
  "^(?:请)?(?:总是|始终|永远|今后|以后|从现在起)(?!见|再说)\\s*\\S",
  "^(?:我们)?(?:在)?(?:的|这个|本|该)*(?:项目|团队|仓库)(?:里|中)?(?:我们)?(?:都|一直|统一|只)*(?:使用|采用|用)\\s*\\S",
  "^.+が(?:大|一番)?(?:好き|嫌い)(?:です|だ|なんです|なの)?$",
  "^(?:(?:私|僕|俺|私たち)は、?)?(?:いつも|必ず|常に|決して)\\s*(?!.*(?:ありがと|お世話))\\S",
  "^(?:この|私たちの|うちの)(?:プロジェクト|リポジトリ|チーム)(?:で)?は、?.+を使(?:います|っています|う|っている)$",
].map((statement) => new RegExp(statement, "i"));

/** Asking politely to remember is no question. */
const ASKS =
  /^(?:please,? )?(?:can|could|would|will) you\b|(?:くれ|もらえ|いただけ)(?:ます|ません)か$/i;
const ASKED = /^(?:what|who|when|where|why|how|which|if|whether)\b/i;

/** What a text asks to keep, sentence by sentence and up to a "then", in the words that stand there. */
export function keptOf(text: string): { kept: string; sentence: string }[] {
  const pieces = piecesOf(text);
  return pieces.flatMap((sentence, at) => {
    const plain = sentence.replace(/[\s.!。\uff01]+$/, "");
    const isMeant = isKeepIt(pieces[at + 1]) && STATES.test(plain) && sentence.length <= LONGEST;
    const kept = isMeant && !isQuestion(plain) ? plain : keptIn(sentence);
    return kept === undefined ? [] : [{ kept, sentence }];
  });
}

/** "Remember that", of the sentence before it. */
const KEEP_IT =
  /^(?:(?:それ|これ|この?こと)[をは]?)?(?:ちゃんと|しっかり)?(?:(?:覚え|憶え|おぼえ|記憶し)(?:ておいて|とい?て|てて|ていて|て)|忘れないで)(?:ください|下さい|ほしい|くれ)?(?:ね|よ)?[\s。!\uff01]*$/;
const STATES = /(?:です|だ|ます|なの|ている|てる)[よね]?$/;

export function isKeepIt(sentence: string | undefined): boolean {
  return sentence !== undefined && KEEP_IT.test(sentence);
}

/** What a person said, wish by wish. */
export function piecesOf(text: string): string[] {
  const own = splitPasted(text)?.words ?? text;
  return sentencesOf(own).flatMap((sentence) => partsOf(sentence, THEN));
}

const SECOND = `(?:(?:please|also|to|you)\\s+)*(?:${VERB}|remember|keep in mind)\\b`;
const SECOND_ZH =
  "(?:请|再|帮我|你)*(?:读|看|打开|列|显示|创建|新建|建|写|删|运行|执行|查|找|搜|统计|数|把|将|总结|解释|概括|用|让|交给|压缩|记住|告诉|改|移|复制|重命名|加载)";
const KEEP_JA = "(?:覚えて|憶えて|おぼえて|記憶して)(?:おいて)?(?:ください|下さい)?";
const DONE_JA =
  "(?:読んで|開いて|見せて|表示して|実行して|作って|作成して|書いて|保存して|削除して|消して|探して|検索して|数えて|追加して|置き換えて|要約して|説明して|まとめて|教えて)(?:ください|下さい)?";
const NEXT_JA = "\\s*[、,\uff0c]?\\s*(?:それから|その(?:あと|後)で?|次に|そして)[、,\uff0c]?\\s*";
/** Where the next wish begins: known by its verb, or by a "then" that continues no sentence with a "first". */
const THEN = new RegExp(
  [
    `\\s*[,;]?\\s*\\b(?:and\\s+)?(?:then|after that|afterwards)\\b,?\\s+(?=${SECOND})`,
    `\\s*;\\s*(?=${SECOND})`,
    "(?<!\\bfirst\\b.*)(?:\\s*[,;]\\s*(?:and\\s+)?|\\s+and\\s+)then,?\\s+(?!(?:i|we|you|he|she|it|they|the|an?|there|my|our)\\b)",
    `\\s*[,;\uff0c\uff1b]?\\s*(?:然后|接着|之后|随后)再?\\s*(?=${SECOND_ZH})`,
    "(?<!先.*)\\s*[,;\uff0c\uff1b]\\s*然后再?\\s*(?![我他她它你这那])",
    `\\s*[,\uff0c]\\s*再\\s*(?=${SECOND_ZH})`,
    `(?<=${DONE_JA})${NEXT_JA}`,
    `(?<=[をと]\\s*${KEEP_JA})(?:${NEXT_JA}|\\s*[、,\uff0c]\\s*)`,
  ].join("|"),
  "i",
);

/** The parts of a text; nothing in quotes parts it. */
function partsOf(text: string, at: RegExp): string[] {
  if (text.length > LONGEST) return [text];
  const hidden = text.replace(QUOTED, (quote) => "\ue000".repeat(quote.length));
  const ends = [...hidden.matchAll(new RegExp(at, "gi"))];
  const starts = [0, ...ends.map(({ 0: end, index }) => index + end.length)];
  return starts
    .map((start, part) => text.slice(start, ends[part]?.index).trim())
    .filter((part) => part !== "");
}

/** A request that asks to remember something and for something else: what it asks to keep, and the rest of it. */
export function besideKept(request: string): { kept: string[]; rest: string } | undefined {
  if (request.length > LONGEST) return undefined;
  const parts = partsOf(request, END).flatMap((sentence) => partsOf(sentence, THEN));
  const kept = parts.map((part) => (isWish(part) ? keptIn(part) : undefined));
  const rest = parts.filter((_, at) => kept[at] === undefined);
  const words = kept.filter((one) => one !== undefined);
  return words.length === 0 || rest.length === 0
    ? undefined
    : { kept: words, rest: rest.join("\n") };
}

/** Whether it says that something is to be remembered, or a name; a mere preference does not. */
function isWish(sentence: string): boolean {
  const bare = sentence.replace(/[\s.!?。\uff01\uff1f]+$/, "");
  const isWished = sentence.length <= LONGEST && WISHES.some((form) => form.test(bare));
  return isWished || tellsName(sentence);
}

/** A text of some length, so that no word of thanks is taken for one. */
function byExample(sentence: string): string | undefined {
  const kept = slotByExample(sentence, "remember") ?? "";
  return kept.length < 4 ? undefined : kept;
}

function keptIn(sentence: string): string | undefined {
  if (sentence.length > LONGEST) return undefined;
  const plain = sentence.replace(/[\s.!。\uff01]+$/, "");
  const bare = plain.replace(/\s*[?\uff1f]+$/, "");
  const isAsked = isQuestion(plain) && !ASKS.test(bare);
  const wish = WISHES.map((form) => form.exec(bare)?.groups?.kept).find((one) => one !== undefined);
  const isStated = STATEMENTS.some((form) => form.test(plain)) || tellsName(plain);
  const stated = isStated ? plain : undefined;
  const kept = (wish ?? stated ?? (isAsked ? undefined : byExample(plain)))?.trim();
  const says = kept !== undefined && /[\p{L}\p{N}]/u.test(kept) && !isAsked;
  return says && !(isQuestion(plain) && ASKED.test(kept)) ? kept : undefined;
}
