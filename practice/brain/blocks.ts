// practice/brain/blocks · the pieces of a message: its blocks, its text, and what of it a person said.
import { type Fields, isFields, listOf } from "../json/fields.ts";
import type { Call } from "./types.ts";

/** The messages of a request body; any value is accepted. */
export const messagesOf = (body: unknown): Fields[] =>
  listOf(isFields(body) ? body.messages : undefined).filter(isFields);

/** Blocks of one message; a string counts as one text block. */
export function blocksOf(content: unknown): Fields[] {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return listOf(blocks).filter(isFields).map(withTags);
}

/** Blocks of one message with their envelopes, which blocksOf takes for tags. */
export const rawBlocks = (content: unknown): Fields[] =>
  typeof content === "string"
    ? [{ type: "text", text: content }]
    : listOf(content).filter(isFields);

/** An envelope in which a harness puts what it adds: the kind says what is in it. */
const ENVELOPE = /<note kind="([\w-]+)">([\s\S]*?)<\/note>/g;
/** Kinds that are read here; everything else in an envelope is the harness's own business. */
const READ = ["memories", "summary"];

/** A prompt whose time has come: the person, or the model for the person, wrote it earlier. */
const SCHEDULED = /\bThe prompt:\n([\s\S]*)$/;

/** What a harness may name as the answer of a look that finds nothing. */
export const SILENT = "HEARTBEAT_OK";

/** "feel_desires, then act or HEARTBEAT_OK": a tool by its bare name comes first, and what is to be done behind it is open. */
const TOOL_FIRST =
  /^\s*(?:[^\n,，、;；:：]{1,40}[:：]\s*)?(?:(?:[Uu]se|[Cc]all|使用|调用|用)\s*)?(?<tool>[a-z]+(?:_+[a-z]+)+)(?=\s*(?:[,，、;；→]|->|を|then\b)).*HEARTBEAT_OK.*$/gm;

/** The tasks of a list, without its headings, its bullets, and what it says of silence. */
const tasksOf = (list: string): string =>
  list
    .replace(/^#{1,6} .*$|^[ \t]*[-*+] (?:\[[ xX]?\])?/gm, "")
    .replace(TOOL_FIRST, "$<tool>")
    .split(/(?<=[.!?]\s|[。\n])/)
    .filter((sentence) => !sentence.includes(SILENT))
    .join("")
    .trim();

/** A letter of the lead of a team: the job that it gives to a mate. */
const JOB = /^\nFrom lead(?: \(\w+\))?[^\n]*:\n([\s\S]*?)\n?$/;

/** Envelopes as tags, which other harnesses use for the same things. */
function withTags(block: Fields): Fields {
  if (block.type !== "text" || !stringOf(block.text).includes("<note kind=")) return block;
  const text = stringOf(block.text).replace(ENVELOPE, (_, kind: string, inner: string) => {
    const scheduled = SCHEDULED.exec(inner)?.[1];
    if (kind === "cron" && scheduled !== undefined) return scheduled;
    if (kind === "heartbeat" && scheduled !== undefined) return tasksOf(scheduled);
    const job = kind === "mail" ? JOB.exec(inner)?.[1] : undefined;
    if (job !== undefined) return job;
    const tag = READ.includes(kind) ? kind : "system-note";
    return `<${tag}>${inner}</${tag}>`;
  });
  return { ...block, text };
}

/** A string, or "": String() itself throws on some objects that JSON can make. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The texts of one message. */
export const textsOf = (content: unknown): string[] =>
  blocksOf(content).flatMap(({ type, text }) => (type === "text" ? stringOf(text) : []));

export const textOf = (content: unknown): string => textsOf(content).join("\n").trim();

// What a harness adds for the model stands in tags such as <reminder>; a person's own <h1> does not match.
const ADDED =
  /^[ \t]*<((?:[\w-]*(?:remind|system|context|memor|notif|background|environment|summary|hook|inbox|mail|todo|task|skill|cron)[\w-]*))\b[^>]*>[\s\S]*?<\/\1>[ \t]*$/gim;

// A summary has its block to itself: no text in it can close it and go on as the person's.
const SUMMARY = /^\s*<summary>[\s\S]*<\/summary>\s*$/;

// A client puts it behind the results of a search for tools.
const LOADED = /^Tools? loaded\.?$/;

// A memory may hold the closing tag, so the last one closes: in doubt too much is taken for a memory, never too little.
const MEMORIES = /^[ \t]*<memories>[ \t]*$[\s\S]*^[ \t]*<\/memories>[ \t]*$/m;

/** What the person wrote in this message, without what a harness added for the model. */
export const personsWords = (content: unknown): string =>
  textsOf(content)
    .filter((text) => !SUMMARY.test(text) && !LOADED.test(text))
    .map((text) => text.replace(MEMORIES, "").replace(ADDED, ""))
    .join("\n")
    .trim();

/** Programs that print the text of files. */
const PRINTS_FILE = /^\s*(cat|head|tail)\s/;

/**
 * Whether a result tells of a failure: by its mark, or by the last line in which the tool itself tells how it ended.
 * The text of a file is never read that way.
 */
export function isFailure(result: Fields | undefined, text: string, call: Call): boolean {
  if (result?.is_error === true) return true;
  if (/^(?:task|subagent)$/i.test(call.name))
    return /^\[stopped after \d+ repl[^\n\]]*\](?:\n|$)/.test(text);
  if (!isShell(call)) return false;
  const [, program] = PRINTS_FILE.exec(commandOf(call)) ?? [];
  if (program !== undefined && !text.startsWith(`${program}: `)) return false;
  const lastLine = text.slice(text.lastIndexOf("\n") + 1);
  return /^\[(?:exit code [1-9]\d*|interrupted|stopped after .*)\]$/.test(lastLine);
}

function commandOf({ input }: Call): string {
  return stringOf(input.command ?? input.cmd ?? input.script);
}

/** Whether a call is one of a shell, which has words of its own for "nothing was printed". */
export function isShell(call: Call): boolean {
  return commandOf(call) !== "";
}
