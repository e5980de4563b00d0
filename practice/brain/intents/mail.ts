// practice/brain/intents/mail · what is said of mail that has come from other agents.

import type { Fields } from "../../json/fields.ts";
import { messagesOf, rawBlocks, stringOf } from "../blocks.ts";
import { tell } from "../tell.ts";
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

/** A letter of the lead is a job, and is read as a request. */
const isJob = ({ from }: Letter) => from === "lead";

function told(letters: Letter[], language: Language): string | undefined {
  const others = letters.filter((letter) => !isJob(letter));
  if (others.length === 0) return undefined;
  return others.map((letter) => sentence(letter, language)).join("\n\n");
}

function sentence(letter: Letter, language: Language): string {
  const { from, type, content } = letter;
  if (from === "") return saidOfNews(letter, language);
  if (type === "plan") return saidOfPlan(letter, language);
  if (type === "shutdown_response") return saidOfEnd(letter, language);
  const text = quoted(language, content);
  return type === "error"
    ? tell(language, "hasProblem", { from, text })
    : tell(language, "writes", { from, text });
}

/** What the lead's own tool is to answer with; the person answers in words. */
const FOR_THE_LEAD = /\nAnswer with review_plan\.\s*$/;

/** The plan as it was sent. The yes is the person's: nothing is approved here. */
function saidOfPlan({ from, content }: Letter, language: Language): string {
  const plan = quoted(language, content.replace(FOR_THE_LEAD, ""));
  return tell(language, "hasPlan", { from, plan });
}

function saidOfEnd({ from, content }: Letter, language: Language): string {
  const text = quoted(language, content);
  return tell(language, "mateEnded", { from, text });
}

function saidOfNews({ content }: Letter, language: Language): string {
  const text = quoted(language, content);
  return tell(language, "newsOfTeam", { text });
}

const lettersIn = (texts: string[]): Letter[] =>
  texts.flatMap((text) => {
    const letters = [...text.matchAll(LETTER)].map(([, from = "", type = "", content = ""]) => ({
      from,
      type,
      content,
    }));
    const news = [...text.matchAll(NEWS)].map(([, content = ""]) => ({
      from: "",
      type: "",
      content,
    }));
    return [...letters, ...news];
  });

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
