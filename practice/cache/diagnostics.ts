// practice/cache/diagnostics · why a prompt could not be read from the cache, against an earlier one.
import type Anthropic from "@anthropic-ai/sdk";
import type { MessageRequest } from "../protocol/reply.ts";
import type { Layout, Section } from "./layout.ts";
import { keyOf, seedsOf } from "./prefix.ts";

/** How many answered requests are remembered. */
const REMEMBERED = 100;

interface Fingerprint {
  model: string;
  settings: string;
  keys: Record<Section, string[]>;
  /** Tokens that the next request could have read. */
  cached: number;
}

/** The memory behind `diagnostics.cache_miss_reason`. */
export interface CacheDiagnostics {
  /** What goes into the response; undefined when the request has no `diagnostics`. */
  of(body: MessageRequest, layout: Layout, read: number): Anthropic.Diagnostics | undefined;
  /** Remembers an answered request that has `diagnostics`, under the id of its message. */
  remember(id: string, body: MessageRequest, layout: Layout, cached: number): void;
}

/** Compares each request with the one it names. Nothing is kept for requests without `diagnostics`. */
export function createDiagnostics(): CacheDiagnostics {
  const known = new Map<string, Fingerprint>();
  return {
    of(body, layout, read) {
      if (!body.diagnostics) return undefined;
      const id = body.diagnostics.previous_message_id;
      if (id === undefined || id === null) return { cache_miss_reason: null };
      const before = known.get(id);
      if (!before) return { cache_miss_reason: { type: "previous_message_not_found" } };
      return { cache_miss_reason: reasonOf(before, fingerprint(body, layout, 0), read) };
    },
    remember(id, body, layout, cached) {
      if (!body.diagnostics) return;
      known.set(id, fingerprint(body, layout, cached));
      const [oldest] = known.keys();
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    },
  };
}

function fingerprint(body: MessageRequest, { parts }: Layout, cached: number): Fingerprint {
  const [model, speed, settings] = seedsOf(body);
  const keysOf = (section: Section) => parts.filter((part) => part.section === section).map(keyOf);
  const keys = { tools: keysOf("tools"), system: keysOf("system"), messages: keysOf("messages") };
  return { model: `${model} ${speed}`, settings, keys, cached };
}

/** The first difference in the order in which the prompt is read; null when it only grew. */
function reasonOf(
  before: Fingerprint,
  now: Fingerprint,
  read: number,
): Anthropic.CacheMissReason | null {
  const cache_missed_input_tokens = Math.max(0, before.cached - read);
  const missed = (
    type: "model_changed" | "system_changed" | "tools_changed" | "messages_changed",
  ) => ({
    type,
    cache_missed_input_tokens,
  });
  if (before.model !== now.model) return missed("model_changed");
  if (!isSame(before.keys.tools, now.keys.tools)) return missed("tools_changed");
  if (!isSame(before.keys.system, now.keys.system)) return missed("system_changed");
  if (before.settings !== now.settings) return { type: "unavailable" };
  const shared = now.keys.messages.slice(0, before.keys.messages.length);
  return isSame(before.keys.messages, shared) ? null : missed("messages_changed");
}

const isSame = (a: string[], b: string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);
