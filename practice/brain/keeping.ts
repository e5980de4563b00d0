// practice/brain/keeping · the sentences that ask to be remembered, or state a lasting preference.
import { slotByExample } from "./byExample.ts";
import FORMS from "./keeping.json" with { type: "json" };
import { splitPasted } from "./pasted.ts";
import { patterns } from "./patterns.ts";
import { isQuestion, LONGEST, sentencesOf } from "./sentences.ts";

/** Each with the group `kept`: what is to be remembered. */
const WISHES = patterns(FORMS.wishes, FORMS.parts);

const STATEMENTS = patterns(FORMS.statements, FORMS.parts);

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
