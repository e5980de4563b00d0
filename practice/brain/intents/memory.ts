// practice/brain/intents/memory · what a person asks to be remembered, and asks for later.
import { languageOf } from "../clauses.ts";
import { keptOf } from "../keeping.ts";
import { sharedTerms, termsOf, topicOf } from "../recalling.ts";
import { sentencesOf } from "../sentences.ts";
import { VERB } from "../slots.ts";
import type { Language, Memory, Offer, Plan } from "../types.ts";
import { pick, quoted, row } from "../words.ts";

/** Another wish behind what is to be remembered: it would be lost. */
const SECOND_WISH = new RegExp(
  `(?:\\bthen|\\band|,|;)\\s+(?:(?:please|also|then|to|you)\\s+)*${VERB}\\b|然后|接着|[,\uff0c]再|それから|そのあと|[てで]、`,
  "i",
);

/** What sentencesOf leaves out: a request with it is not read whole. */
const NOT_READ = /```|^[ \t]*>/m;

/** A plan to say something, for a request that is about memory as a whole; undefined for any other. */
export function aboutMemory(request: string, { memories = [] }: Offer): Plan | undefined {
  const language = languageOf(request);
  if (SECOND_WISH.test(request) || NOT_READ.test(request)) return undefined;
  const topic = topicOf(request);
  if (topic !== undefined)
    return { kind: "talk", rule: "remembered", text: remembered(language, topic, memories) };
  const kept = keptOf(request);
  if (kept.length === 0 || kept.length < sentencesOf(request).length) return undefined;
  const words = kept.map((one) => one.kept).join("\n");
  return { kind: "talk", rule: "remember", text: keepsNothing(language, words) };
}

function keepsNothing(language: Language, words: string): string {
  const said = quoted(language, words);
  return pick(
    language,
    `I keep nothing myself; an agent that has a memory keeps what it was asked to keep, after this answer. What you said:${said}`,
    `我自己什么也不保存;有记忆的代理会在这次回答之后保存要它记住的内容。你说的是:${said}`,
    `私自身は何も保存しません。メモリを持つエージェントなら、この返事のあとで、頼まれたことを保存します。言われたこと:${said}`,
  );
}

/** Quotes the memories; where none fits the topic, it only names them. */
function remembered(language: Language, topic: string, memories: Memory[]): string {
  if (memories.length === 0)
    return pick(
      language,
      "I was given no memories with this conversation, and I keep none myself.",
      "这次对话没有给我任何记忆,我自己也不保存。",
      "この会話では記憶を何も渡されていません。私自身も保存しません。",
    );
  const named = topic === "" || memories.some((memory) => isAbout(memory, topic));
  const sources = row(
    language,
    memories.map(({ source }) => source),
  );
  if (!named)
    return pick(
      language,
      `I find nothing about ${topic} in the memories I was given: ${sources}.`,
      `在给我的记忆里没有找到关于 ${topic} 的内容。给我的记忆:${sources}。`,
      `渡された記憶の中に ${topic} についての内容は見つかりません。渡された記憶:${sources}。`,
    );
  const lines = memories.map(({ source, content }) => `- ${source}:${quoted(language, content)}`);
  return `${pick(language, "The memories I was given:", "给我的记忆:", "渡された記憶:")}\n${lines.join("\n")}`;
}

/** A topic of nothing but common words, such as "me", is every note's. */
function isAbout({ source, content }: Memory, topic: string): boolean {
  return termsOf(topic).size === 0 || sharedTerms(topic, `${source} ${content}`) > 0;
}
