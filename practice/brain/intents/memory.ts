// practice/brain/intents/memory · what a person asks to be remembered, and asks for later.

import { languageOf } from "../clauses.ts";
import { orNothing, saidOfContext } from "../context.ts";
import { keptOf } from "../keeping.ts";
import { splitPasted } from "../pasted.ts";
import { sharedTerms, termsOf, topicOf } from "../recalling.ts";
import { sentencesOf } from "../sentences.ts";
import { VERB } from "../slots.ts";
import { tell } from "../tell.ts";
import type { Language, Memory, Offer, Plan } from "../types.ts";
import { colon, quoted, row } from "../words.ts";

/** Another wish behind what is to be remembered: it would be lost. */
const SECOND_WISH = new RegExp(
  `(?:\\bthen|\\band|,|;)\\s+(?:(?:please|also|then|to|you)\\s+)*${VERB}\\b|然后|接着|[,\uff0c]再|それから|そのあと|(?<!(?:覚え|憶え|おぼえ|記憶し)(?:ておい)?)[てで]、`,
  "i",
);

/** What sentencesOf leaves out: a request with it is not read whole. */
const NOT_READ = /```|^[ \t]*>/m;

/** A plan to say something, for a request that is about memory as a whole; undefined for any other. */
export function aboutMemory(request: string, offer: Offer): Plan | undefined {
  const language = languageOf(request);
  if (SECOND_WISH.test(request) || NOT_READ.test(request)) return undefined;
  if (splitPasted(request) !== undefined) return undefined;
  const topic = topicOf(request);
  const known = saidOfContext(request, topic, offer);
  const { memories = [] } = offer;
  const isNoted = topic !== undefined && (known === undefined || memories.length > 0);
  const noted = isNoted ? remembered(language, topic, memories) : "";
  if (known !== undefined || isNoted)
    return { kind: "talk", rule: "remembered", text: orNothing(language, [known ?? "", noted]) };
  const kept = keptOf(request);
  if (kept.length === 0 || kept.length < sentencesOf(request).length) return undefined;
  const said = quoted(language, kept.map((one) => one.kept).join("\n"));
  return { kind: "talk", rule: "remember", text: tell(language, "keepsNothing", { said }) };
}

/** Quotes the memories; where none fits the topic, it only names them. */
function remembered(language: Language, topic: string, memories: Memory[]): string {
  if (memories.length === 0) return tell(language, "noMemories");
  const fitting = fittingOf(topic, memories);
  const sources = row(
    language,
    memories.map(({ source }) => source),
  );
  if (fitting.length === 0) return tell(language, "nothingRemembered", { topic, sources });
  const lines = fitting.map(
    ({ source, content }) => `- ${source}${colon(language)}${quoted(language, content)}`,
  );
  return `${tell(language, "memories")}\n${lines.join("\n")}`;
}

/** The notes that share most words with a topic; of nothing but common words, such as "me", all. */
function fittingOf(topic: string, memories: Memory[]): Memory[] {
  if (termsOf(topic).size === 0) return memories;
  const shared = memories.map(({ source, content }) => sharedTerms(topic, `${source} ${content}`));
  const most = Math.max(1, ...shared);
  return memories.filter((_, at) => shared[at] === most);
}
