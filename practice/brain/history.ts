// practice/brain/history · the extract of a conversation: written for a summary, read where it stands for the conversation.
import { isFields } from "../json/fields.ts";
import { personsWords, stringOf } from "./blocks.ts";
import { readText, writeText } from "./extractText.ts";
import { chosen } from "./numbered.ts";
import { add, type Extract, empty, parse } from "./record.ts";

/** The extract of what stands between `<conversation>` and `</conversation>`; undefined when nothing does. */
export function extractConversation(text: string): string | undefined {
  const conversation = /^<conversation>$([\s\S]*)^<\/conversation>$/m.exec(text)?.[1];
  return conversation === undefined ? undefined : writeText(gather(conversation));
}

/** The extract in a `<summary>` block, if it is one of the brain's own; of any other form, undefined. */
export function readExtract(text: string): Extract | undefined {
  const [start, end] = [text.indexOf("<summary>"), text.lastIndexOf("</summary>")];
  const isWhole = start >= 0 && end > start && text.slice(end).trim() === "</summary>";
  const summary = isWhole ? parse(text.slice(start + "<summary>".length, end)) : undefined;
  const written = isFields(summary) ? stringOf(summary.summary) : "";
  return readText(written);
}

/** Whether the calls of this extract were made for this request, in a turn that has not ended. */
export function continues(extract: Extract, request: string): boolean {
  const level = (words: string) => words.replace(/\s+/g, " ").trim();
  const written = extract.requests.at(-1);
  if (written === undefined || isOver(extract)) return false;
  const whole = level(request);
  if (written.endsWith("…")) return whole.startsWith(level(written.slice(0, -1)));
  // Of a message of several texts the last is a request of its own here.
  return ` ${whole}`.endsWith(` ${level(written)}`);
}

function isOver({ answer, outcomes }: Extract): boolean {
  return answer !== undefined || outcomes.at(-1)?.text === "[interrupted]";
}

const ENTRY = /^(person|assistant|call [\w.-]+|result|error result):(?: |$)([\s\S]*)$/;
/** In place of the middle of a long conversation; the line behind it has lost its beginning. */
const GAP = /^… \(.*\) …$/;

/** Reads the lines of a conversation, where a line that goes on is indented by two spaces. */
function gather(conversation: string): Extract {
  const entries: [kind: string, text: string][] = [];
  const lines = conversation.split("\n");
  for (const [at, line] of lines.entries()) {
    const isRest = GAP.test(lines[at - 1] ?? "");
    const [, kind, text = ""] = (isRest ? undefined : ENTRY.exec(line)) ?? [];
    const last = entries.at(-1);
    if (GAP.test(line)) entries.push(["gap", ""]);
    else if (kind !== undefined) entries.push([kind, text]);
    else if (last !== undefined) last[1] += `\n${line.replace(/^ {2}/, "")}`;
  }
  let extract = empty();
  for (const [kind, text] of entries)
    if (kind === "person") extract = asked(extract, text.trim());
    else add(extract, kind, text.trim());
  return extract;
}

/** The next request begins; it may bring the extract of an earlier summary with it, or be nothing else. */
function asked(extract: Extract, text: string): Extract {
  const said = personsWords(text);
  const words = (extract.outcomes.length === 0 ? chosen(said, extract.answer) : undefined) ?? said;
  const inner = readExtract(text);
  const own = words === "" ? extract.requests.at(-1) : words;
  if (inner !== undefined && own !== undefined && continues(inner, own)) return inner;
  if (words === "" && inner === undefined) return extract;
  const { requests, before, outcomes } = inner ?? extract;
  for (const { call } of outcomes) before.set(call.name, (before.get(call.name) ?? 0) + 1);
  const last = own === undefined ? [] : [own];
  return { ...empty(), requests: [...requests, ...last], before };
}
