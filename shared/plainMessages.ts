// shared/plainMessages · a history in a form that every endpoint takes, also what another one has written.
import { isDeepStrictEqual } from "node:util";
import type Anthropic from "@anthropic-ai/sdk";
import { blocksOf, THINKING } from "./messages.ts";

type Message = Anthropic.MessageParam;
type Block = Anthropic.ContentBlockParam;

const PICTURE =
  "A picture was here. The API refused the request that it was in, so it was left out.";
const ID = /^[a-zA-Z0-9_-]+$/;
const ODD = /[^a-zA-Z0-9_-]/g;
const MAX_NAME = 128;

/**
 * What was said and done, and nothing else: no pictures, no thinking, no kinds of blocks and no fields that not every
 * endpoint knows. Undefined when the messages are so already.
 */
export function plainly(messages: Message[]): Message[] | undefined {
  const plain = withGoodIds(messages).flatMap(({ role, content }) => {
    const kept = typeof content === "string" ? content : content.flatMap(plainBlock);
    return kept.length === 0 ? [] : [withContent(role, kept)];
  });
  return isDeepStrictEqual(plain, messages) ? undefined : plain;
}

const withContent = (role: Message["role"], content: Message["content"]) =>
  ({ role, content }) as Message; // what a role may contain is the API's to judge

const pictureLeftOut = { type: "text" as const, text: PICTURE };

function plainBlock(block: Block): Block[] {
  const { type } = block;
  if (type === "image") return [pictureLeftOut];
  if (type === "text") return block.text.trim() === "" ? [] : [{ type, text: block.text }];
  if (type === "tool_use") return [plainCall(block)];
  return type === "tool_result" ? [plainResult(block)] : [];
}

function plainCall({ type, id, name, input, caller }: Anthropic.ToolUseBlockParam): Block {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const known = name.replaceAll(ODD, "_").slice(0, MAX_NAME) || "unnamed";
  const direct = caller?.type === "direct" ? { caller: { type: caller.type } } : {}; // the API's own word for a usual call
  return { type, id, name: known, input: isObject ? input : {}, ...direct };
}

function plainResult(result: Anthropic.ToolResultBlockParam): Block {
  const { type, tool_use_id, content, is_error } = result;
  const inside = typeof content === "string" ? content : content?.flatMap(plainPart);
  const rest = { ...(inside && { content: inside }), ...(is_error !== undefined && { is_error }) };
  return { type, tool_use_id, ...rest };
}

/** A part of a result. */
function plainPart(part: { type: string; text?: unknown }): Anthropic.TextBlockParam[] {
  if (part.type === "text") return [{ type: "text", text: String(part.text) }];
  return part.type === "image" ? [pictureLeftOut] : [];
}

/**
 * The messages with ids that the API takes: letters, digits, `_` and `-`, and none twice. A call and its result get
 * the same one. Messages in which nothing changes stay the same objects.
 */
export function withGoodIds(messages: Message[]): Message[] {
  const used = new Set<string>();
  let given = new Map<string, string[]>();
  const rename = (block: Block): Block => {
    if (block.type === "tool_result")
      return withId(block, "tool_use_id", given.get(block.tool_use_id)?.shift());
    if (block.type !== "tool_use") return block;
    const id = goodId(block.id, used);
    used.add(id);
    given.set(block.id, [...(given.get(block.id) ?? []), id]);
    return withId(block, "id", id);
  };
  return messages.map((message) => {
    if (message.role === "assistant") given = new Map();
    const blocks = blocksOf(message).map(rename);
    const isSame = blocks.every((block, at) => block === message.content[at]);
    const { role, content } = message;
    return isSame || typeof content === "string" ? message : withContent(role, blocks);
  });
}

const withId = <Each extends Block>(
  block: Each,
  field: keyof Each,
  id: string | undefined,
): Each => (id === undefined || block[field] === id ? block : { ...block, [field]: id });

function goodId(id: string, used: Set<string>): string {
  if (ID.test(id) && !used.has(id)) return id;
  const stem = id.replaceAll(ODD, "_") || "call";
  for (let count = used.size; ; count++) {
    if (!used.has(`${stem}_${count}`)) return `${stem}_${count}`;
  }
}

/** Thinking that a file or an endpoint gave without a signature, with an empty one: the API insists on the field. */
export function withSignatures(messages: Message[]): Message[] {
  const isUnsigned = (block: Block) =>
    block.type === "thinking" && typeof block.signature !== "string";
  return messages.map((message) => {
    const { role, content } = message;
    if (typeof content === "string" || !content.some(isUnsigned)) return message;
    const signed = (block: Block) =>
      isUnsigned(block) && block.type === "thinking" ? { ...block, signature: "" } : block;
    return withContent(role, content.map(signed));
  });
}

/** The messages without thinking at the end of a reply, which the API refuses; a reply of nothing else goes. */
export function withoutLastThoughts(messages: Message[]): Message[] {
  return messages.flatMap((message) => {
    const { role, content } = message;
    if (role === "user" || typeof content === "string") return [message];
    const end = content.findLastIndex(({ type }) => !THINKING.includes(type)) + 1;
    if (end === content.length) return [message];
    return end === 0 ? [] : [withContent(role, content.slice(0, end))];
  });
}
