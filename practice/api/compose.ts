// practice/api/compose · a reply as the blocks that are sent, ended where the request says it must end.
import { tokensOfBlock, tokensOfText } from "../cache/tokens.ts";
import { profileOf } from "../protocol/profiles.ts";
import {
  type MessageRequest,
  newId,
  type Reply,
  type ReplyBlock,
  type StopReason,
} from "../protocol/reply.ts";
import { sign } from "../protocol/signature.ts";

/** What is sent of a reply. */
export interface Composed {
  content: ReplyBlock[];
  /** When the last call is cut: the part of its JSON before the cut. */
  cutJson?: string;
  stop: StopReason;
  stopSequence: string | null;
  /** Output tokens: all of them, and those of the thinking. */
  output: { tokens: number; thinking: number };
}

type Draft = Omit<Composed, "output">;

/** Ends the reply at a stop sequence, at `max_tokens` or at the edge of the window, whichever comes first. */
export function compose(reply: Reply, body: MessageRequest, inputTokens: number): Composed {
  const { tokenScale = 1, contextTokens = Infinity } = profileOf(body.model) ?? {};
  const room = contextTokens - inputTokens;
  const limit = Math.max(0, Math.min(body.max_tokens, room));
  const atLimit: StopReason =
    room < body.max_tokens ? "model_context_window_exceeded" : "max_tokens";
  const thought = thoughtOf(reply, body);
  const kept = prefixWithin(thought, limit, tokenScale);
  const thinking = Math.min(limit, tokensOfText(thought, tokenScale));
  const head = kept ? [thinkingBlock(kept, body)] : [];
  const draft = atStopSequence(draftOf(reply, body), body.stop_sequences ?? []);
  const size = thinking + sumOf(draft.content, tokenScale);
  if (kept === thought && size <= limit) {
    const output = { tokens: Math.max(1, size), thinking };
    return { ...draft, content: [...head, ...draft.content], output };
  }
  const rest = kept === thought ? cut(draft, limit - thinking, tokenScale) : { content: [] };
  const content = [...head, ...rest.content];
  const output = { tokens: limit, thinking };
  return { ...rest, content, stop: atLimit, stopSequence: null, output };
}

/**
 * A client that asks for thinking sends it back with the results of the calls, and the server wants it at the
 * beginning of such a message: so a reply with calls has some, also where none was written for it.
 */
function thoughtOf({ thinking, calls = [] }: Reply, body: MessageRequest): string {
  const type = body.thinking?.type;
  if (type === "disabled") return "";
  const isAskedFor = type === "enabled" || type === "adaptive";
  if (thinking !== undefined || !isAskedFor || calls.length === 0) return thinking ?? "";
  return `I call ${calls.map(({ name }) => name).join(", ")}.`;
}

const sumOf = (content: ReplyBlock[], scale: number): number =>
  content.reduce((sum, block) => sum + tokensOfBlock(block, scale), 0);

/** With `display: "omitted"` only the signature shows that there was a thought. */
function thinkingBlock(thought: string, { model, thinking }: MessageRequest): ReplyBlock {
  const isHidden = thinking && "display" in thinking && thinking.display === "omitted";
  const shown = isHidden ? "" : thought;
  return { type: "thinking", thinking: shown, signature: sign(model, thought, shown) };
}

function draftOf(reply: Reply, body: MessageRequest): Draft {
  const content: ReplyBlock[] = [];
  if (reply.text) content.push({ type: "text", text: reply.text });
  for (const { name, input, id = newId("toolu") } of reply.calls ?? []) {
    content.push({ type: "tool_use", id, name, input, caller: { type: "direct" } });
  }
  const stop = reply.stop ?? (reply.calls?.length ? "tool_use" : "end_turn");
  if (stop === "pause_turn") content.push(pausedCall());
  const stopSequence = stop === "stop_sequence" ? (body.stop_sequences?.[0] ?? null) : null;
  return { content, stop, stopSequence, ...(stop === "max_tokens" && halfOfLast(content)) };
}

/** A turn pauses in a server tool: the client sends the reply back unchanged, and the turn continues. */
const pausedCall = (): ReplyBlock => ({
  type: "server_tool_use",
  id: newId("srvtoolu"),
  name: "web_search",
  input: { query: "practice" },
  caller: { type: "direct" },
});

/** Cuts the last call in the middle of its JSON. */
function halfOfLast(content: ReplyBlock[]): { cutJson?: string } {
  const last = content.at(-1);
  if (last?.type !== "tool_use") return {};
  const json = JSON.stringify(last.input) ?? "{}";
  const cutJson = json.slice(0, Math.floor(json.length / 2));
  last.input = wholeEntries(last.input, cutJson);
  return { cutJson };
}

/** The stop sequence that comes first ends the text; it is not part of it. */
function atStopSequence(draft: Draft, sequences: string[]): Draft {
  const [text] = draft.content;
  if (text?.type !== "text") return draft;
  const found = sequences
    .map((sequence) => ({ sequence, at: text.text.indexOf(sequence) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  if (!found) return draft;
  const before = text.text.slice(0, found.at);
  const content: ReplyBlock[] = before.trim() ? [{ type: "text", text: before }] : [];
  return { content, stop: "stop_sequence", stopSequence: found.sequence };
}

/** The blocks that fit, the last of them perhaps in part. */
function cut(draft: Draft, limit: number, scale: number): Pick<Draft, "content" | "cutJson"> {
  const content: ReplyBlock[] = [];
  let left = limit;
  for (const block of draft.content) {
    const size = tokensOfBlock(block, scale);
    if (size <= left) {
      content.push(block);
      left -= size;
      continue;
    }
    const part = partOf(block, left, scale);
    return { content: [...content, ...part.content], cutJson: part.cutJson };
  }
  return { content, cutJson: draft.cutJson };
}

function partOf(block: ReplyBlock, limit: number, scale: number) {
  if (block.type === "text") {
    const text = prefixWithin(block.text, limit, scale);
    const content: ReplyBlock[] = text.trim() ? [{ type: "text", text }] : [];
    return { content };
  }
  const left = limit - tokensOfBlock({ ...block, input: "" }, scale);
  if (block.type !== "tool_use" || left < 0) return { content: [] };
  const cutJson = prefixWithin(JSON.stringify(block.input) ?? "{}", left, scale);
  return { content: [{ ...block, input: wholeEntries(block.input, cutJson) }], cutJson };
}

/** The longest start of a text that costs at most so many tokens, never half a surrogate pair. */
function prefixWithin(text: string, limit: number, scale: number): string {
  if (tokensOfText(text, scale) <= limit) return text;
  let [fits, breaks] = [0, text.length];
  while (breaks - fits > 1) {
    const middle = (fits + breaks) >> 1;
    if (tokensOfText(text.slice(0, middle), scale) <= limit) fits = middle;
    else breaks = middle;
  }
  return text.slice(0, fits).replace(/[\uD800-\uDBFF]$/, "");
}

/** The entries of an input that are complete: what a lenient parser makes of the cut JSON. */
function wholeEntries(input: unknown, cutJson: string): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  if (typeof input !== "object" || input === null) return whole;
  for (const [key, value] of Object.entries(input)) {
    const upToHere = JSON.stringify({ ...whole, [key]: value }).slice(0, -1);
    if (upToHere.length > cutJson.length) break;
    whole[key] = value;
  }
  return whole;
}
