// practice/brain/intents/memory · what a person asks to be remembered, and asks for later.
import { languageOf } from "../clauses.ts";
import { besideKept, isKeepIt, keptOf, piecesOf, tellsName } from "../keeping.ts";
import { splitPasted } from "../pasted.ts";
import { answers, forgottenIn, questionIn } from "../questions.ts";
import { asksOwnName, sharedTerms, termsOf, topicOf } from "../recalling.ts";
import { VERB } from "../slots.ts";
import type { Language, Memory, Offer, Plan, Said } from "../types.ts";
import { colon, pick, quoted, row } from "../words.ts";
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
  return pick(
    language,
    'In this conversation you can ask: "What is my name?"',
    "在这次对话里可以问：“我叫什么名字？”",
    "この会話の中では、「私の名前は何ですか？」と聞けます。",
  );
}

/** The person's own name, where they said it earlier in this conversation. */
function toldName(language: Language, earlier: Said[]): string | undefined {
  const told = earlier.flatMap(({ request }) => piecesOf(request).filter(tellsName)).at(-1);
  if (told === undefined) return undefined;
  const before = pick(
    language,
    "Earlier in this conversation you said:",
    "你在这次对话里说过：",
    "この会話で、あなたはこう書きました：",
  );
  return before + quoted(language, told);
}

function keepsNothing(language: Language, words: string): string {
  const said = quoted(language, words);
  return pick(
    language,
    `I keep nothing myself; an agent that has a memory keeps what it was asked to keep, after this answer. What you said:${said}`,
    `我自己什么也不保存；有记忆功能的 Agent 会在这次回答之后保存要记住的内容。你说的是：${said}`,
    `私自身は何も保存しません。メモリを持つエージェントなら、この応答のあとで、頼まれたことを保存します。入力された内容：${said}`,
  );
}

/** Quotes the memories; where none fits the topic, it only names them. */
function remembered(language: Language, topic: string, memories: Memory[]): string {
  if (memories.length === 0)
    return pick(
      language,
      "I was given no memories with this conversation, and I keep none myself.",
      "这次对话没有给我任何记忆，我自己也不保存。",
      "この会話ではメモを一つも渡されていません。私自身も保存しません。",
    );
  const fitting = fittingOf(topic, memories);
  const sources = row(
    language,
    memories.map(({ source }) => source),
  );
  if (fitting.length === 0)
    return pick(
      language,
      `I find nothing about ${topic} in the memories I was given: ${sources}.`,
      `在给我的记忆里没有找到关于 ${topic} 的内容。给我的记忆：${sources}。`,
      `渡されたメモの中に ${topic} についての内容は見つかりません。渡されたメモ：${sources}。`,
    );
  return quotedNotes(language, fitting);
}

function quotedNotes(language: Language, notes: Memory[]): string {
  const lines = notes.map(
    ({ source, content }) => `- ${source}${colon(language)}${quoted(language, content)}`,
  );
  return `${pick(language, "The memories I was given:", "给我的记忆：", "渡されたメモ：")}\n${lines.join("\n")}`;
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
  const reason = pick(
    language,
    "No note that came with this conversation says it.",
    "随这次对话来的笔记里没有写。",
    "この会話に付いてきたメモには書かれていません。",
  );
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
  const where = pick(
    language,
    "I cannot forget what is written down: an agent keeps each note as a file in .memory, and the note is forgotten when that file is deleted.",
    "我不能忘记写下来的内容：Agent 把每条笔记保存为 .memory 里的一个文件，删除那个文件才算忘记。",
    "書き留められたことを私が忘れることはできません。エージェントが残すメモは .memory にあるファイルで、そのファイルを削除すれば忘れたことになります。",
  );
  if (note === undefined) return where;
  const ask = pick(
    language,
    `To have it deleted, type: Delete ${note.source}`,
    `要删除它，请输入：删除 ${note.source}`,
    `削除するには、次のように入力してください：${note.source} を削除して`,
  );
  return `${where}\n${quotedNotes(language, notes)}\n${ask}`;
}
