// shared/limitedFetch · fetch for servers that nobody has checked: an answer without an end does not fill the memory.

import { setImmediate as otherWork } from "node:timers/promises";
import { beginGuest } from "./idle.ts";
import { once } from "./once.ts";

/** So many requests may wait for an answer. A server that asks without end would be answered without end. */
const MAX_OPEN = 50;
/** Why a server that answers none of ours is given up. */
export const TOO_MANY = `it leaves ${MAX_OPEN} requests without an answer`;

/** Events in one stream; many servers send one every 15 seconds, as a sign of life. To look at one takes time. */
const MAX_EVENTS = 200_000;
/** Why a server is given up whose stream has no end, whether or not its events are messages. */
export const FLOOD = "it sends messages without end";

/** A double line break: there ends one of the server-sent events. Its beginning may have come with the bytes before. */
const BREAK = /\r?\n\r?\n|\r\r/g;
const MAX_BREAK = 4;

/**
 * A `fetch` whose answers fail with the error `message` as soon as they are longer than `max` bytes. In a stream of
 * server-sent events, that is the limit of each event, because a stream may go on for days; there is a limit of events
 * as well. When too many requests wait for an answer, the next ones fail. Then, and after such an event, it calls
 * `giveUp` with the reason: nobody may have asked for the event, so no request fails by it.
 */
export function limitedFetch(
  max: number,
  message: string,
  giveUp = (_why: string) => {},
): typeof fetch {
  const meet = once(() => beginGuest("server"));
  let open = 0;
  return async (input, init) => {
    meet();
    if (open >= MAX_OPEN) {
      giveUp(TOO_MANY);
      throw new Error(TOO_MANY);
    }
    open++;
    const response = await fetch(input, init).finally(() => open--);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
    const watch = isStream ? eventsIn(max, message) : sizeOf(max, message);
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      async transform(bytes, controller) {
        const why = watch(bytes);
        if (why !== undefined && isStream) giveUp(why);
        if (why !== undefined) throw new Error(why);
        controller.enqueue(bytes);
        if (isStream) await otherWork(); // a server that never pauses would let nobody hear Ctrl-C
      },
    });
    return new Response(response.body.pipeThrough(limit), response);
  };
}

/** Says what is wrong with an answer, as soon as it is too long. */
function sizeOf(max: number, message: string) {
  let size = 0;
  return (bytes: Uint8Array): string | undefined => {
    size += bytes.length;
    return size > max ? message : undefined;
  };
}

/** Says what is wrong with a stream: an event that is too long, or too many of them. */
function eventsIn(max: number, message: string) {
  let [size, events, before] = [0, 0, ""];
  return (bytes: Uint8Array): string | undefined => {
    const text = before + Buffer.from(bytes).toString("latin1");
    const ended = text.match(BREAK)?.length ?? 0;
    before = text.slice(1 - MAX_BREAK);
    events += ended;
    size = ended > 0 ? 0 : size + bytes.length;
    if (events > MAX_EVENTS) return FLOOD;
    return size > max ? message : undefined;
  };
}
