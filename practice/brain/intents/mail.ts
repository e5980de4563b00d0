// practice/brain/intents/mail · what is said of mail that has come from other agents.

import type { Fields } from "../../json/fields.ts";
import { messagesOf, rawBlocks, stringOf } from "../blocks.ts";
import { type Key, tell } from "../tell.ts";
import type { Language } from "../types.ts";
import { quoted } from "../words.ts";

const LETTER = /<note kind="mail">\nFrom ([\w-]+)(?: \((\w+)\))?[^\n]*:\n([\s\S]*?)\n<\/note>/g;
/** What the harness of a team says itself of requests of an earlier run. */
const NEWS = /<note kind="mail">\n((?:Plan|Shutdown) req_[0-9a-f]{8}\b[\s\S]*?)\n<\/note>/g;
const NOTES = /<note kind="[\w-]+">[\s\S]*?<\/note>/g;

interface Letter {
  from: string;
  type: string;
  content: string;
}

/** What is said of mail in a turn that nothing but mail has begun; undefined for any other turn. */
export function saidOfMail(body: unknown, language: Language): string | undefined {
  const texts = sinceReply(body);
  const isAlone = texts.every((text) => text.replace(NOTES, "").trim() === "");
  return texts.length > 0 && isAlone ? told(lettersIn(texts), language) : undefined;
}

/** The same for mail that came while the turn ran; "" when none came. */
export function saidOfMore(body: unknown, language: Language): string {
  return told(lettersIn(sinceTurn(body)), language) ?? "";
}

function told(letters: Letter[], language: Language): string | undefined {
  // A letter of the lead is a job, and is read as a request.
  const others = letters.filter(({ from }) => from !== "lead");
  if (others.length === 0) return undefined;
  return others.map((letter) => sentence(letter, language)).join("\n\n");
}

/** A plan is told as it was sent. The yes is the person's: nothing is approved here. */
const SENTENCES: Readonly<Record<string, Key>> = {
  plan: "hasPlan",
  shutdown_response: "mateEnded",
  error: "hasProblem",
  news: "newsOfTeam",
};

/** What the lead's own tool is to answer with; the person answers in words. */
const FOR_THE_LEAD = /\nAnswer with review_plan\.\s*$/;

function sentence({ from, type, content }: Letter, language: Language): string {
  const text = quoted(language, type === "plan" ? content.replace(FOR_THE_LEAD, "") : content);
  return tell(language, SENTENCES[type] ?? "writes", { from, text });
}

const lettersIn = (texts: string[]): Letter[] =>
  texts.flatMap((text) => [
    ...[...text.matchAll(LETTER)].map(([, from = "", type = "", content = ""]) => ({
      from,
      type,
      content,
    })),
    ...[...text.matchAll(NEWS)].map(([, content = ""]) => ({ from: "", type: "news", content })),
  ]);

/** The texts of the messages since the last reply; none when there are results among them. */
function sinceReply(body: unknown): string[] {
  const messages = messagesOf(body);
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const blocks = messages.slice(last + 1).flatMap(({ content }) => rawBlocks(content));
  return blocks.every(({ type }) => type === "text")
    ? blocks.map(({ text }) => stringOf(text))
    : [];
}

/** The texts since the last reply that ended a turn. */
function sinceTurn(body: unknown): string[] {
  const messages = messagesOf(body);
  const ends = ({ role, content }: Fields) =>
    role === "assistant" && rawBlocks(content).every(({ type }) => type !== "tool_use");
  return messages
    .slice(messages.findLastIndex(ends) + 1)
    .flatMap(({ content }) => rawBlocks(content))
    .map(({ text }) => stringOf(text));
}
