// practice/brain/questions · questions that a note may answer, and wishes to forget one.
import { slotByExample } from "./byExample.ts";
import { asksOwnName, termsOf } from "./recalling.ts";
import { isQuestion, onlySentence, withoutEnd } from "./sentences.ts";

const SOFT = "(?:(?:please|so|hi|hey|ok|okay|and|now|well),?\\s+)*";
const ASKING = [
  `^${SOFT}(?:what|who|when|where|which|how)(?:['’]s|['’]re|\\s+(?:is|are|was|were|do|does|did))?\\s+\\S`,
  `^${SOFT}do you (?:still |even )?(?:know|remember) (?:what|who|where|when|how)\\b`,
  "什么|啥|谁|哪|几点|何时|多少|怎么称呼",
  "何|なに|なん|誰|だれ|いつ|どこ|どれ|どの|いくつ|^私の(?:お)?名前は[?\uff1f]?$",
].map((form) => new RegExp(form, "i"));
/** Of a question, what no note need hold. */
const ASKED_WIDE =
  /哪(?:里|儿|个|些|天|一?[个天])?|谁|几点|何时|时候|多少|怎么称呼|叫|なに|なん|誰|だれ|いつ|どこ|どれ|どの|いくつ|でしたか|でしょうか/g;

/** The request, if it is one question. */
export function questionIn(request: string): string | undefined {
  const sentence = onlySentence(request);
  if (sentence === undefined) return undefined;
  return ASKING.some((form) => form.test(sentence)) ? sentence : undefined;
}

export const NAME_TOLD = /\bmy name\b|\bcall me\b|我叫|我的名字|(?:私の)?名前は|と申します/i;

/** Whether a note has all the words of a question that say something. */
export function answers(question: string, content: string): boolean {
  if (asksOwnName(question)) return NAME_TOLD.test(content);
  const [asked, there] = [termsOf(question.replace(ASKED_WIDE, " ")), termsOf(content)];
  return asked.size > 0 && [...asked].every((term) => there.has(term));
}

const ASK_ZH = "(?:请|麻烦|帮我|你|也)";
/** Each with the group `topic`. */
const FORGETTING = [
  `^${SOFT}(?:(?:can|could|would|will) you )?(?:forget|stop remembering|unlearn)\\s+(?:the fact\\s+)?(?:that\\s+|about\\s+|what (?:i|you) (?:said|told you|know) about\\s+)?(?<topic>.+)$`,
  `^${ASK_ZH}*(?:忘记|忘掉|忘了)(?:一下)?\\s*[:\uff1a,\uff0c]?\\s*(?<topic>.+?)(?:这件事|这一点|吧)*$`,
  `^${ASK_ZH}*(?:把|将)\\s*(?<topic>.+?)(?:这件事|这一点)?\\s*(?:忘记|忘掉|忘了)吧?$`,
  "^(?<topic>.+?)(?:ということ|という事|のこと)?[をは]\\s*(?:もう)?忘れて(?:ください|下さい|くれ(?:ますか|ませんか)?|ほしい|もらえますか)?$",
].map((form) => new RegExp(form, "i"));
const NO_TOPIC =
  /^(?:.|it|that|this|me|them|all|everything|it all|all (?:of )?.*|一切|所有.*|全部.*|它|这个|すべて.*|全て.*|それ|これ)$/i;

/** What a request asks to be forgotten; undefined for any other, and for a wish to forget everything. */
export function forgottenIn(request: string): string | undefined {
  const sentence = onlySentence(request);
  if (sentence === undefined) return undefined;
  const plain = withoutEnd(sentence);
  const told = FORGETTING.map((form) => form.exec(plain)?.groups?.topic).find(
    (one) => one !== undefined,
  );
  const topic = told ?? (slotByExample(sentence, "forget") || undefined);
  const isAsked =
    isQuestion(sentence) && !/^(?:can|could|would|will) you\b|か[?\uff1f]?$/i.test(sentence);
  return topic === undefined || isAsked || NO_TOPIC.test(topic.trim()) ? undefined : topic.trim();
}
