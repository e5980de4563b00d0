// practice/brain/intents/mail · what is said of mail that has come from other agents.
import { type Fields, isFields, listOf } from "../../json/fields.ts";
import { messagesOf, stringOf } from "../blocks.ts";
import type { Language } from "../types.ts";
import { pick, quoted } from "../words.ts";

const LETTER = /<note kind="mail">\nFrom ([\w-]+)(?: \((\w+)\))?[^\n]*:\n([\s\S]*?)\n<\/note>/g;
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

/** A letter of the lead is a job, and is read as a request. */
const isJob = ({ from }: Letter) => from === "lead";

function told(letters: Letter[], language: Language): string | undefined {
  const others = letters.filter((letter) => !isJob(letter));
  if (others.length === 0) return undefined;
  return others.map((letter) => sentence(letter, language)).join("\n\n");
}

function sentence({ from, type, content }: Letter, language: Language): string {
  const text = quoted(language, content);
  return type === "error"
    ? pick(
        language,
        `${from} has a problem:${text}`,
        `${from} 遇到了问题：${text}`,
        `${from} に問題が起きました：${text}`,
      )
    : pick(
        language,
        `${from} writes:${text}`,
        `${from} 来信：${text}`,
        `${from} からのメール：${text}`,
      );
}

const lettersIn = (texts: string[]): Letter[] =>
  texts.flatMap((text) =>
    [...text.matchAll(LETTER)].map(([, from = "", type = "", content = ""]) => ({
      from,
      type,
      content,
    })),
  );

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

/** With their envelopes, which blocksOf takes for tags. */
const rawBlocks = (content: unknown): Fields[] =>
  typeof content === "string"
    ? [{ type: "text", text: content }]
    : listOf(content).filter(isFields);
