// course/view/entry · what one line of a trace says. The file is not trusted: each text is made plain and short here.
import { z } from "zod";
import { clean } from "../../shared/screen.ts";
import { oneLine } from "../../shared/text.ts";

const text = z.string().catch("");
/** Milliseconds or tokens. What is larger is no such number. */
const count = z.number().nonnegative().max(1e12).catch(0);
const block = z.object({
  type: text,
  text,
  name: text,
  input: z.record(z.string(), z.unknown()).catch({}),
});
const content = z
  .union([z.string().transform((said) => [{ type: "text", text: said }]), z.array(block)])
  .catch([])
  .transform((blocks) => blocks.map((one) => block.parse(one)));
const message = z.object({ content }).catch({ content: [] });
const usage = z.object({
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count,
});

/** A model call. */
const exchange = z.object({
  time: z.iso.datetime().transform(Date.parse),
  ms: count,
  agent: text,
  request: z.object({
    messages: z.array(message).catch([]),
    metadata: z.object({ user_id: text }).catch({ user_id: "" }),
  }),
  reply: z.object({ content, stop_reason: text }).optional().catch(undefined),
  usage: usage.optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});
/** What agents did that no request says. */
const told = z.object({
  time: z.iso.datetime().transform(Date.parse),
  agent: text,
  event: z.string(),
});

const entry = z.union([exchange, told]);
export type Entry = z.infer<typeof entry>;
export type Exchange = z.infer<typeof exchange>;
export type Block = z.infer<typeof block>;

/** Reads a line; undefined when it is none of a trace. */
export function readEntry(line: string): Entry | undefined {
  try {
    return entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Words by which a conversation is known again. */
const MAX_WORDS = 20_000;
const MAX_SHOWN = 100;

/** A text as one line without anything that could control the terminal. */
export const plain = (text: string, max = MAX_SHOWN): string =>
  oneLine(clean(text.slice(0, MAX_WORDS)), max);

/** All that was written into a message. */
export const textOf = (blocks: Block[]): string =>
  blocks.flatMap(({ type, text }) => (type === "text" ? text : [])).join("\n");

const NOTE = /<note kind="([^"]*)">[\s\S]*?<\/note>/g;

/** What a person or another agent has written into a message, or else the kinds of the program's notes in it. */
export function promptOf(blocks: Block[]): string {
  const said = textOf(blocks).slice(0, MAX_WORDS);
  const kinds = [...said.matchAll(NOTE)].map(([, kind]) => `(${kind})`);
  return plain(said.replaceAll(NOTE, "")) || plain([...new Set(kinds)].join(" "));
}
