// practice/cache/prefix · what makes two prompts the same up to a block: the settings, and the bytes of each block.
import { type Fields, isFields } from "../json/fields.ts";
import { profileOf } from "../protocol/profiles.ts";
import type { MessageRequest } from "../protocol/reply.ts";
import type { Part } from "./layout.ts";

/** What the tools, the system prompt and the messages depend on beside their own text. */
export function seedsOf(body: MessageRequest): [string, string, string] {
  const { model, speed, tool_choice, thinking, output_config, messages } = body;
  const profile = profileOf(model);
  const settings = [
    tool_choice ?? { type: "auto" },
    thinking ?? { type: profile?.defaultThinking },
    output_config?.effort ?? profile?.defaultEffort,
    messages.some(({ content }) => hasImage(content)),
  ];
  return [model, `speed ${speed ?? "standard"}`, JSON.stringify(settings)];
}

const hasImage = (content: unknown): boolean =>
  Array.isArray(content) &&
  content.some(
    (block) =>
      isFields(block) &&
      (block.type === "image" || (block.type === "tool_result" && hasImage(block.content))),
  );

/** The bytes of a block: without cache marks, and with a string equal to its one text block. Key order counts. */
export function keyOf({ role, block }: Part): string {
  if (typeof block === "string") return `${role}"${block}`;
  if (!isFields(block)) return role;
  const bare = withoutMarks(block);
  const isPlain = bare.type === "text" && Object.keys(bare).length === 2;
  return isPlain ? `${role}"${bare.text}` : `${role}${JSON.stringify(bare)}`;
}

/** Marks are taken from blocks only: an input of a tool may have a field of that name. */
function withoutMarks({ cache_control, citations, is_error, ...rest }: Fields): Fields {
  const bare: Fields = rest;
  if (citations !== undefined && citations !== null) bare.citations = citations;
  if (is_error === true) bare.is_error = true;
  if (bare.type !== "tool_result") return bare;
  if (typeof bare.content === "string") {
    return { ...bare, content: [{ type: "text", text: bare.content }] };
  }
  if (!Array.isArray(bare.content)) return bare;
  return {
    ...bare,
    content: bare.content.map((part) => (isFields(part) ? withoutMarks(part) : part)),
  };
}
