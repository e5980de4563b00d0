// practice/brain/intents/memory · what a person asks to be remembered, and asks for later.

import { languageOf } from "../clauses.ts";
import { besideKept, isKeepIt, keptOf, piecesOf, tellsName } from "../keeping.ts";
import { splitPasted } from "../pasted.ts";
import { answers, forgottenIn, questionIn } from "../questions.ts";
import { asksOwnName, sharedTerms, termsOf, topicOf } from "../recalling.ts";
import { VERB } from "../slots.ts";
import { tell } from "../tell.ts";
import type { Language, Memory, Offer, Plan, Said } from "../types.ts";
import { colon, quoted, row } from "../words.ts";
import { decline } from "./talk.ts";

/** Another wish behind what is to be remembered: it would be lost. */
const SECOND_WISH = new RegExp(
  `(?:\\bthen|\\band|,|;)\\s+(?:(?:please|also|then|to|you)\\s+)*${VERB}\\b|然后|接着|[,\uff0c]再|それから|そのあと|(?<!(?:覚え|憶え|おぼえ|記憶し)(?:ておい)?)[てで]、`,
  "i",
);

/** What sentencesOf leaves out: a request with it is not read whole. */
const NOT_READ = /```|^[ \t]*>/m;

/** What a request asks to remember beside other things, as words to say before these, and the rest of it. */
export function keptBeside(request: string): { words: string; rest: string } | undefined {
  const read =
    NOT_READ.test(request) || splitPasted(request) !== undefined ? undefined : besideKept(request);
  if (read === undefined || read.kept.some((one) => SECOND_WISH.test(one))) return undefined;
  return { words: keepsNothing(languageOf(request), read.kept.join("\n")), rest: read.rest };
}

/** A plan to say something, for a request that is about memory as a whole; undefined for any other. */
export function aboutMemory(request: string, { memories = [] }: Offer): Plan | undefined {
  const language = languageOf(request);
  if (SECOND_WISH.test(request) || NOT_READ.test(request)) return undefined;
  if (splitPasted(request) !== undefined) return undefined;
  const topic = topicOf(request);
  if (topic !== undefined)
    return { kind: "talk", rule: "remembered", text: remembered(language, topic, memories) };
  const forgotten = forgottenIn(request);
  if (forgotten !== undefined)
    return { kind: "talk", rule: "forget", text: forgets(language, forgotten, memories) };
  const kept = keptOf(request);
  const pieces = piecesOf(request).filter((piece) => !isKeepIt(piece));
  if (kept.length === 0 || kept.length < pieces.length) return undefined;
  const words = keepsNothing(language, kept.map((one) => one.kept).join("\n"));
  const hello = kept.every((one) => tellsName(one.kept)) ? nameKnown(language) : "";
  return { kind: "talk", rule: "remember", text: [words, hello].filter(Boolean).join("\n\n") };
}

function nameKnown(language: Language): string {
  return tell(language, "nameHere");
}

/** The person's own name, where they said it earlier in this conversation. */
function toldName(language: Language, earlier: Said[]): string | undefined {
  const told = earlier.flatMap(({ request }) => piecesOf(request).filter(tellsName)).at(-1);
  if (told === undefined) return undefined;
  const before = tell(language, "nameEarlier");
  return before + quoted(language, told);
}

function keepsNothing(language: Language, words: string): string {
  const said = quoted(language, words);
  return tell(language, "keepsNothing", { said });
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
  return quotedNotes(language, fitting);
}

function quotedNotes(language: Language, notes: Memory[]): string {
  const lines = notes.map(
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

/** The person's own name was said before, stands in a note, or is not known. */
export function ownName(request: string, earlier: Said[], offer: Offer): Plan | undefined {
  const asked = questionIn(request);
  if (asked === undefined || !asksOwnName(asked)) return undefined;
  const language = languageOf(request);
  const told = toldName(language, earlier);
  if (told !== undefined) return { kind: "talk", rule: "remembered", text: told };
  const reason = tell(language, "noNoteFits");
  const none: Plan = { kind: "talk", rule: "decline", text: decline(language, reason) };
  return fromNotes(request, offer) ?? none;
}

/** The notes that answer a question nothing else can answer; undefined when none has all of its words. */
export function fromNotes(request: string, { memories = [] }: Offer): Plan | undefined {
  const asked = questionIn(request);
  if (asked === undefined) return undefined;
  const notes = memories.filter(({ content }) => answers(asked, content));
  if (notes.length === 0) return undefined;
  const text = quotedNotes(languageOf(request), notes);
  return { kind: "talk", rule: "remembered", text };
}

/** A note is a file: only the person, or a tool they allow, takes it away. */
function forgets(language: Language, topic: string, memories: Memory[]): string {
  const [note, ...more] = termsOf(topic).size === 0 ? [] : fittingOf(topic, memories);
  const notes = note === undefined ? [] : [note, ...more];
  const where = tell(language, "cannotForget");
  if (note === undefined) return where;
  const ask = tell(language, "typeToDelete", { source: note.source });
  return `${where}\n${quotedNotes(language, notes)}\n${ask}`;
}
