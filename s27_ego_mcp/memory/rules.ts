// s09 · memory/rules – what an extraction may read, what may become a memory, and which memories fit a prompt.
import type Anthropic from "@anthropic-ai/sdk";
import { hasResults, wordsOf } from "../../shared/messages.ts";
import { type Memory, memorySchema, slugOf } from "./store.ts";

const LAST_TEXTS = 12;
const MAX_TEXT = 2000;
const MAX_DIALOGUE = 8000;
const MAX_KEPT = 4000;

/** What the person or the assistant said in one message. */
export interface Said {
  who: "person" | "assistant";
  text: string;
}

/**
 * What the person and the assistant said last. Tool results are left out, because a file must not be able to write
 * memories. Notes of the program are left out, because the person did not say them.
 */
export function dialogueOf(messages: Anthropic.MessageParam[]): Said[] {
  const texts = messages.filter((message) => !hasResults(message) && wordsOf(message) !== "");
  const said = texts.slice(-LAST_TEXTS).map((message): Said => {
    const who = message.role === "user" ? "person" : "assistant";
    return { who, text: wordsOf(message).slice(0, MAX_TEXT) };
  });
  let room = MAX_DIALOGUE;
  const first = said.findLastIndex(({ text }) => {
    room -= text.length;
    return room < 0;
  });
  return said.slice(first + 1);
}

/** What the model proposes to keep. */
export interface Candidate {
  name: string;
  description: string;
  type: string;
  scope: string;
  body: string;
}

/** Words that limit a wish to the moment, in English, Chinese and Japanese. */
const TEMPORARY =
  /\b(this (session|conversation|time|turn)|for now|right now|today|just (this )?once|temporar(y|ily)|for the moment)\b|这次|本次|这轮|这个会话|本会话|暂时|临时|眼下|今天|今回|このセッション|この会話|今だけ|いまだけ|一時的|とりあえず|今日/i;

/** Checks a proposal: gives the memory that it becomes, or the reason why it is refused. */
export function admit(
  candidate: Candidate,
  memories: ReadonlyMap<string, Memory>,
): { memory: Memory } | { refused: string } {
  if (candidate.scope !== "persistent") return { refused: "it is meant for this session only" };
  const checked = memorySchema.safeParse(candidate);
  if (!checked.success) return { refused: "it does not have the form of a memory" };
  const memory = checked.data;
  if (memory.body.length > MAX_KEPT) return { refused: "it is too long" };
  const temporary = TEMPORARY.exec(`${memory.name} ${memory.description} ${memory.body}`);
  if (temporary) return { refused: `"${temporary[0]}" says that it is only temporary` };
  const known = [...memories].find(([slug, other]) => isKnown(memory, slug, other));
  return known ? { refused: `${known[0]}.md already says it` } : { memory };
}

/** With the name of `other`, another text is a correction and replaces it, even under the old description. */
function isKnown(memory: Memory, slug: string, other: Memory): boolean {
  if (plain(memory.body) === plain(other.body)) return true;
  return slugOf(memory) !== slug && plain(memory.description) === plain(other.description);
}

/** Punctuation counts, because C++ is not C#. */
function plain(text: string): string {
  const words = text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ");
  return words.replace(/[\s.!。]+$/, "");
}

function wordsIn(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu;
const MIN_LETTERS = 3;

/** The terms that two texts are compared by: words, and pairs of neighbouring letters in scripts without spaces. */
function termsOf(text: string): Set<string> {
  const plainText = text.normalize("NFKC").toLowerCase();
  const pairs = (plainText.match(CJK) ?? []).flatMap((run) => {
    const letters = [...run];
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
  const words = wordsIn(plainText.replaceAll(CJK, " ")).filter(
    ({ length }) => length >= MIN_LETTERS,
  );
  return new Set([...words, ...pairs]);
}

/** The slugs of the memories that share words with a prompt, the best match first. */
export function byWords(prompt: string, memories: ReadonlyMap<string, Memory>): string[] {
  const wanted = termsOf(prompt);
  return [...memories]
    .map(([slug, { name, description }]) => {
      const terms = termsOf(`${name} ${description} ${slug}`);
      return { slug, score: [...terms].filter((term) => wanted.has(term)).length };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ slug }) => slug);
}

/** Whole memories in order, with at most `limit` characters together. One that does not fit is left out. */
export function within(limit: number, slugs: string[], memories: ReadonlyMap<string, Memory>) {
  let room = limit;
  return slugs.flatMap((slug) => {
    const content = memories.get(slug)?.body ?? "";
    if (content.length > room) return [];
    room -= content.length;
    return [{ source: `.memory/${slug}.md`, content }];
  });
}
