// shared/limitedFetch · fetch for servers that nobody has checked: an answer without an end does not fill the memory.

import { beginGuest } from "./idle.ts";
import { once } from "./once.ts";

/** A double line break: there ends one of the server-sent events. */
const BREAK = /\r?\n\r?\n|\r\r/;

/**
 * A `fetch` whose answers fail with the error `message` as soon as they are longer than `max` bytes. In a stream of
 * server-sent events, that is the limit of each event, because a stream may go on for days.
 */
export const limitedFetch =
  (max: number, message: string, meet = once(() => beginGuest("server"))): typeof fetch =>
  async (input, init) => {
    meet();
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
    let size = 0;
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        const isNew = isStream && BREAK.test(Buffer.from(bytes).toString("latin1"));
        size = isNew ? 0 : size + bytes.length;
        if (size > max) throw new Error(message);
        controller.enqueue(bytes);
      },
    });
    return new Response(response.body.pipeThrough(limit), response);
  };
