// practice/brain/context · the workspace files that a harness puts into the system prompt, and what they say of a thing.
import { isFields } from "../json/fields.ts";
import { isChange } from "./asking.ts";
import { textOf } from "./blocks.ts";
import { languageOf } from "./clauses.ts";
import FORMS from "./context.json" with { type: "json" };
import { termsOf } from "./recalling.ts";
import { isQuestion, onlySentence, sentencesOf, withoutEnd } from "./sentences.ts";
import { paragraphs, spoken, tell } from "./tell.ts";
import type { Language, Offer, Said, Source } from "./types.ts";
import { quoted, row } from "./words.ts";

const SECTION = /^# Project Context$([\s\S]*)/m;
/** Each file's text is below its name. */
const HEADING = /^## ((?:[\w.-]+\/)*[\w.-]+\.md)$/m;

/** The files of the section "Project Context"; undefined without one. Any value is accepted. */
export function readFiles(body: unknown): Source[] | undefined {
  const section = SECTION.exec(textOf(isFields(body) ? body.system : undefined))?.[1];
  const parts = section?.split(HEADING).slice(1);
  return parts?.flatMap((name, at) =>
    at % 2 === 0 ? [{ name, lines: linesIn(parts[at + 1] ?? "") }] : [],
  );
}

/** A heading, a field that nobody has filled in, and what a harness says where there is no text. */
const SAYS_NOTHING = /^#{1,6}\s|^[^:：]*[:：]$|^\[File [^\]]*\]$|^[^\p{L}\p{N}]*$/u;

/** What the lines of a text say. A paragraph with a tag is another section of the prompt. */
function linesIn(text: string): string[] {
  const [own = ""] = text.split(/\n\n(?=(?:[^\n]+\n)*?<\w+>\n)/);
  return own
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]?\]\s*)?/, "").trim())
    .filter((line) => !SAYS_NOTHING.test(line));
}

const formOf = (name: keyof typeof FORMS, flags = "i", file = ""): RegExp =>
  new RegExp(FORMS[name].join("|").replaceAll("{file}", file.replaceAll(".", "\\.")), flags);

/** What the files say to a question about one of them, about the person, or about a topic; undefined for any other request. */
export function saidOfContext(
  request: string,
  topic: string | undefined,
  { files }: Offer,
): string | undefined {
  const [sentence, language] = [withoutEnd(onlySentence(request) ?? ""), languageOf(request)];
  const asked = files?.filter(({ name }) => formOf("file", "i", name).test(sentence)) ?? [];
  if (asked.some(({ lines }) => lines.length > 0)) return told(language, asked);
  if (files !== undefined && formOf("person").test(sentence))
    return told(language, about("USER.md", files, sentence));
  const words = wordsOf(topic || (formOf("asks").test(sentence) ? sentence : ""));
  if (files === undefined || topic === undefined || words.length === 0) return undefined;
  return told(language, nearest(words, files).found);
}

/** What the files say of who the agent is, where that is asked; "" otherwise. */
export function saidOfAgent(request: string, { files = [] }: Offer): string {
  if (!formOf("agent").test(withoutEnd(request))) return "";
  const [own = []] = ["IDENTITY.md", "SOUL.md"]
    .map((name) => about(name, files, request))
    .filter((found) => found.length > 0);
  return told(languageOf(request), own);
}

/** What a file says; to a question for a name, what it says of that. */
function about(name: string, files: Source[], question: string): Source[] {
  const isName = formOf("name").test(question);
  return files
    .filter((file) => file.name === name)
    .map(({ lines }) => ({
      name,
      lines: lines.filter((one) => !isName || formOf("name").test(one)),
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** To a question that no rule answers, what has all of its words in the prompt or the conversation, or that nothing has. Undefined in doubt. */
export function saidOfQuestion(
  request: string,
  { files, memories = [] }: Offer,
  earlier: readonly Said[],
): string | undefined {
  const [sentence, language] = [onlySentence(request) ?? "", languageOf(request)];
  const words = wordsOf(sentence);
  const isAsked = formOf("asks").test(sentence) && !isChange(sentence) && words.length > 0;
  if (files === undefined || !isAsked) return undefined;
  const notes = memories.map(({ source, content }) => ({ name: source, lines: linesIn(content) }));
  const { shared, found } = nearest(words, [...files, ...notes, heard(language, earlier)]);
  if (shared > 0 && shared < words.length) return undefined;
  return orNothing(language, [told(language, found)]);
}

/** What was found, or that there is nothing. */
export const orNothing = (language: Language, found: string[]): string =>
  paragraphs(found) || tell(language, "nothingSays");

/** What was said and seen in the conversation; a question says nothing. */
function heard(language: Language, earlier: readonly Said[]): Source {
  const lines = earlier.flatMap(({ request, outcomes = [] }) => [
    ...sentencesOf(request).filter((sentence) => !isQuestion(sentence)),
    ...outcomes.flatMap(({ text = "" }) => linesIn(text)),
  ]);
  return { name: tell(language, "thisConversation"), lines: [...new Set(lines)] };
}

/** The lines that share most words, and how many these are. */
function nearest(words: string[], sources: Source[]): { shared: number; found: Source[] } {
  const share = (line: string) => words.filter((word) => isIn(word, line)).length;
  const shared = Math.max(0, ...sources.flatMap(({ lines }) => lines.map(share)));
  const found = sources
    .map(({ name, lines }) => ({ name, lines: lines.filter((line) => share(line) === shared) }))
    .filter(({ lines }) => shared > 0 && lines.length > 0);
  return { shared, found };
}

const LATIN = /^\p{Script=Latin}/u;

const isIn = (word: string, line: string): boolean =>
  LATIN.test(word) ? termsOf(line).has(word) : line.includes(word);

/** What a question is about: its Latin words, and its runs of Chinese signs and of katakana. */
function wordsOf(question: string): string[] {
  const own = question.replace(formOf("saysLittle", "gi"), " ");
  const latin = [...termsOf(own)].filter((term) => LATIN.test(term));
  return [...latin, ...(own.match(/\p{Script=Han}+|[\p{Script=Katakana}ー]+/gu) ?? [])];
}

const told = (language: Language, sources: Source[]): string =>
  paragraphs(sources.map((source) => fileSays(language, source)));

function fileSays(language: Language, { name, lines }: Source): string {
  const [open, close] = { en: '""', zh: "“”", ja: "「」" }[spoken(language)];
  const all = lines.map((line) => `${open}${line}${close}`);
  const said = lines.length > 5 ? quoted(language, lines.join("\n")) : row(language, all);
  return tell(language, "fileSays", { name, said });
}
