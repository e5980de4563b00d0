// shared/mcp/pictures · the pictures of all results go along with each request: when they are too much for one, the oldest become words.
import type Anthropic from "@anthropic-ai/sdk";
import { note } from "../terminal.ts";

type Message = Anthropic.MessageParam;
type Block = Anthropic.ContentBlockParam;
type Picture = Anthropic.ImageBlockParam;
interface Room {
  /** As base64. */
  characters: number;
  pictures: number;
}

/** The API takes 32 MB, others 20; and of more than 20 pictures, only small ones. */
const MOST: Room = { characters: 18_000_000, pictures: 20 };
/** What is left then. Much less than before, because each change costs the cache of all that follows it. */
const KEPT: Room = { characters: 10_000_000, pictures: 10 };
const LEFT_OUT = "[A picture was here. The pictures of this conversation were too large together.]";

/** Must be called before each request: an endpoint may not even answer one that is too large. */
export function leaveOutOld(messages: Message[]): void {
  const all = messages.flatMap(blocksOf).flatMap(picturesIn).toReversed();
  if (isRoomFor(all, MOST)) return;
  const kept = new Set(all.filter((_, at) => isRoomFor(all.slice(0, at + 1), KEPT)));
  messages.splice(0, messages.length, ...messages.map((message) => withOnly(kept, message)));
  note(`[pictures] ${all.length - kept.size} old pictures are left out of the history`, "dim");
}

const isRoomFor = (pictures: Picture[], { characters, pictures: count }: Room): boolean =>
  pictures.length <= count &&
  pictures.reduce((sum, { source }) => sum + ("data" in source ? source.data.length : 0), 0) <=
    characters;

const blocksOf = ({ content }: Message): Block[] => (typeof content === "string" ? [] : content);

const picturesIn = (block: Block): Picture[] =>
  block.type === "tool_result" && typeof block.content === "object"
    ? block.content.filter((part) => part.type === "image")
    : [];

/** The same message where nothing changes. */
function withOnly(kept: Set<Picture>, message: Message): Message {
  const { role, content } = message;
  if (role !== "user" || typeof content === "string") return message;
  if (content.flatMap(picturesIn).every((picture) => kept.has(picture))) return message;
  return { role, content: content.map((block) => resultWithOnly(kept, block)) };
}

function resultWithOnly(kept: Set<Picture>, block: Block): Block {
  if (block.type !== "tool_result" || typeof block.content !== "object") return block;
  const content = block.content.map((part) =>
    part.type !== "image" || kept.has(part) ? part : { type: "text" as const, text: LEFT_OUT },
  );
  return { ...block, content };
}
