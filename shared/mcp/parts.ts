// shared/mcp/parts · before the client looks at a message: too many of them end the connection, one of too many parts is refused, and what it would refuse as a whole because of one part is kept from it.
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { list, oneLine } from "../text.ts";

/** To find one wrong part costs the client some 30,000 bytes: a result of 10 MB could have three million of them. */
const MAX_PARTS = 10_000;
/** What the client takes as it is. */
const FREE = ["structuredContent", "tools"];
/** The kinds of content that the client knows. One block of another kind would cost the whole result. */
const KINDS = list("text image audio resource resource_link");
/** Messages since our last question. To look at one takes time, in which nobody hears Ctrl-C. */
const MAX_MESSAGES = 50_000;
const FLOOD = "it sends messages without end";

/** A transport that can be given up for a reason. */
interface Ending extends Transport {
  giveUp(why: string): void;
}

/**
 * The same transport; it is given up when messages come without end. Each result of too many parts is an error in its
 * place, and any other message of that kind is left out. A sentence stands in for each block of an unknown kind, and the
 * tools of a list are in `sentTools`, where the client does not look.
 */
export function limitParts<One extends Ending>(transport: One): One {
  let checked: Transport["onmessage"];
  let came = 0;
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ("method" in message && "id" in message) came = 0;
    return send(message, options);
  };
  return Object.defineProperty(transport, "onmessage", {
    get: () => checked,
    set(onmessage: Transport["onmessage"]) {
      checked =
        onmessage &&
        ((message, extra) => {
          came += 1;
          if (came === MAX_MESSAGES) transport.giveUp(FLOOD);
          if (came >= MAX_MESSAGES) return;
          if ("method" in message && hasTooMany(message.params)) return;
          onmessage(withSentTools(withKnownBlocks(withFewParts(message))), extra);
        });
    },
  });
}

function withFewParts(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || !hasTooMany(message.result)) return message;
  const words = `it has sent a result of more than ${MAX_PARTS} parts`;
  return { jsonrpc: "2.0", id: message.id, error: { code: -32603, message: words } };
}

function withKnownBlocks(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || !Array.isArray(message.result.content)) return message;
  const { content, ...rest } = message.result;
  return { ...message, result: { ...rest, content: content.map(knownBlock) } };
}

/** In the new protocol, the client refuses the whole list because of one tool. */
function withSentTools(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || !Array.isArray(message.result.tools)) return message;
  const { tools, ...rest } = message.result;
  return { ...message, result: { ...rest, tools: [], sentTools: tools } };
}

/** What has no kind at all is for the client to refuse. */
function knownBlock(block: unknown): unknown {
  const { type }: { type?: unknown } = Object(block);
  if (typeof type !== "string" || KINDS.includes(type)) return block;
  const text = `[a block of the kind ${oneLine(type, 40)} is left out]`;
  return { type: "text", text, _meta: { isLeftOut: true } };
}

/** Without recursion: a server decides how deep it goes. */
function hasTooMany(result: unknown): boolean {
  const waiting = [result];
  let parts = 0;
  while (waiting.length > 0) {
    const inside = partsIn(waiting.pop());
    parts += inside.length;
    if (parts > MAX_PARTS) return true;
    waiting.push(...inside);
  }
  return false;
}

/** Each value in a list is one, and each object or list in an object. */
function partsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) =>
    typeof one === "object" && one !== null && !FREE.includes(key) ? [one] : [],
  );
}
