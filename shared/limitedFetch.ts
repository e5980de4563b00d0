// shared/limitedFetch · fetch for servers that nobody has checked: an answer without an end does not fill the memory.

import { beginGuest } from "./idle.ts";
import { once } from "./once.ts";

/** So many requests may wait for an answer. A server that asks without end would be answered without end. */
const MAX_OPEN = 50;
/** Why a server that answers none of ours is given up. */
export const TOO_MANY = `it leaves ${MAX_OPEN} requests without an answer`;

/** A double line break: there ends one of the server-sent events. Its beginning may have come with the bytes before. */
const BREAK = /\r?\n\r?\n|\r\r/;
const MAX_BREAK = 4;

/**
 * A `fetch` whose answers fail with the error `message` as soon as they are longer than `max` bytes. In a stream of
 * server-sent events, that is the limit of each event, because a stream may go on for days. When too many requests
 * wait for an answer, the next ones fail. Then, and after such an event, it calls `giveUp` with the reason: nobody may
 * have asked for the event, so no request fails by it.
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
    let size = 0;
    let before = "";
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        const text = isStream ? before + Buffer.from(bytes).toString("latin1") : "";
        const isNew = BREAK.test(text);
        before = text.slice(1 - MAX_BREAK);
        size = isNew ? 0 : size + bytes.length;
        if (size > max && isStream) giveUp(message);
        if (size > max) throw new Error(message);
        controller.enqueue(bytes);
      },
    });
    return new Response(response.body.pipeThrough(limit), response);
  };
}
