// shared/mcp/content · what a server gives, as content that the model may get: of known kinds and limited size.
import type Anthropic from "@anthropic-ai/sdk";
import type { CallToolResult, ContentBlock, ResourceContents } from "@modelcontextprotocol/client";
import { asWords } from "../messages.ts";
import { pictureIn } from "../pictures.ts";
import { sizeInWords, withoutMiddle } from "../text.ts";

type Block = Anthropic.TextBlockParam | Anthropic.ImageBlockParam;
/** A string when there is no picture. */
type Content = string | Block[];

/** So many characters of text get to the model, of one result. */
export const MAX_TEXT = 50_000;
/** Limits of the Messages API: bytes of a picture as base64; and ours, because each costs up to 1,600 tokens. */
const MAX_PICTURE = 5_000_000;
const MAX_PICTURES = 5;
/** The API refuses a picture that is wider or higher, or empty, and with it each request of the session. */
const MAX_SIDE = 8000;

/** The result of a call. Throws an Error with its text when the server says that the call has failed. */
export function contentOf({ content, structuredContent, isError }: CallToolResult): Content {
  const isText = (block: ContentBlock) =>
    block.type === "text" && block.text.trim() !== "" && !block._meta?.isLeftOut;
  const hasText = content.some(isText);
  const rest = hasText || structuredContent === undefined ? [] : [structured(structuredContent)];
  const all = asContent([...content.map(blockOf), ...rest]);
  if (!isError) return all;
  throw new Error(typeof all === "string" ? all : all.map(textIn).join("\n"));
}

/** Without what is no text, such as a picture that is in `content` as well: to a model it is only tokens. */
const structured = (value: unknown) =>
  text(JSON.stringify(value, (_, one) => (isEncoded(one) ? ENCODED : one)));
const ENCODED = "[base64 is left out]";
const isEncoded = (one: unknown) => typeof one === "string" && /^[\w+/=-]{1000,}$/.test(one);

/** What is in a resource. */
export const resourceContent = (contents: ResourceContents[]): Content =>
  asContent(contents.map(resourceBlock));

/** All texts together are capped. */
function asContent(blocks: Block[]): Content {
  const pictures = blocks.filter((block) => block.type === "image");
  const said = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const left = pictures.length - MAX_PICTURES;
  if (left > 0) said.push(`[${left} more pictures are left out]`);
  const joined = withoutMiddle(said.join("\n"), MAX_TEXT);
  const isBlank = joined.trim() === ""; // the API refuses such a text
  if (pictures.length === 0) return isBlank ? "(no output)" : joined;
  return [...(isBlank ? [] : [text(joined)]), ...pictures.slice(0, MAX_PICTURES)];
}

function blockOf(block: ContentBlock): Block {
  if (block.type === "text") return text(block.text);
  if (block.type === "image") return picture(block.data, block.mimeType);
  if (block.type === "audio") return leftOut("sound", block.mimeType, block.data);
  if (block.type === "resource") return resourceBlock(block.resource);
  const { name, uri, description = "" } = block;
  return text(`[resource ${name}: ${uri}; read_mcp_resource reads it] ${description}`.trim());
}

function resourceBlock(resource: ResourceContents): Block {
  const {
    uri,
    mimeType = "",
    blob,
    text: words,
  } = { blob: undefined, text: undefined, ...resource };
  if (typeof words === "string") return text(`[${uri}]\n${words}`);
  if (typeof blob !== "string") return text(`[${uri}] (empty)`);
  return pictureOf(blob) ?? leftOut(`file ${uri}`, mimeType, blob);
}

const picture = (data: string, type: string) => pictureOf(data) ?? leftOut("picture", type, data);

/** Undefined when the API would refuse it. Its bytes say what it is; what the server says is not read. */
function pictureOf(sent: string): Block | undefined {
  const bytes = Buffer.from(sent, "base64");
  const data = bytes.toString("base64"); // without line breaks, which some servers put in
  const { type, width = 1, height = 1 } = pictureIn(bytes) ?? {};
  const isOdd = Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE;
  if (!type || data.length > MAX_PICTURE || isOdd) return undefined;
  return { type: "image", source: { type: "base64", media_type: type, data } };
}

/** Says what was there. Nothing is written to the disk. */
const leftOut = (what: string, type: string, data: string) =>
  text(
    `[a ${what} of the type ${type || "unknown"}, ${sizeInWords((data.length * 3) / 4)}, is left out]`,
  );

/** Nothing in the text of a server looks like a note of the program. */
const text = (words: string): Anthropic.TextBlockParam => ({ type: "text", text: asWords(words) });

const textIn = (block: Block) => (block.type === "text" ? block.text : "[picture]");
