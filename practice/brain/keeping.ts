// practice/brain/keeping · the sentences that ask to be remembered, or state a lasting preference.
import { slotByExample } from "./byExample.ts";
import { splitPasted } from "./pasted.ts";
import { isQuestion, LONGEST, sentencesOf } from "./sentences.ts";

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

/** What a text asks the agent to remember: for each sentence that asks for it, the part to be remembered, word for word. */
export function keptOf(text: string): { kept: string; sentence: string }[] {
  const own = splitPasted(text)?.words ?? text;
  return sentencesOf(own).flatMap((sentence) => {
    const kept = keptIn(sentence);
    return kept === undefined ? [] : [{ kept, sentence }];
  });
}

function keptIn(sentence: string): string | undefined {
  if (sentence.length > LONGEST) return undefined;
  const plain = sentence.replace(/[\s.!。\uff01]+$/, "");
  const bare = plain.replace(/\s*[?\uff1f]+$/, "");
  const isAsked = isQuestion(plain) && !ASKS.test(bare);
  const wish = WISHES.map((form) => form.exec(bare)?.groups?.kept).find((one) => one !== undefined);
  const stated = STATEMENTS.some((form) => form.test(plain)) ? plain : undefined;
  const kept = (wish ?? stated ?? (isAsked ? undefined : byExample(plain)))?.trim();
  const says = kept !== undefined && /[\p{L}\p{N}]/u.test(kept) && !isAsked;
  return says && !(isQuestion(plain) && ASKED.test(kept)) ? kept : undefined;
}

/** All of it, where the example has no slot; a text of some length, so that no word of thanks is taken for one. */
function byExample(sentence: string): string | undefined {
  const slot = slotByExample(sentence, "remember");
  const kept = slot === "" ? sentence : (slot ?? "");
  return kept.length < 4 ? undefined : kept;
}
