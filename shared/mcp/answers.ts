// shared/mcp/answers · over HTTP, a request whose answer is over without a result fails at once: nothing more will come.
import type { Transport } from "@modelcontextprotocol/client";
import { clock } from "../clock.ts";

const TAKEN = "it has taken the request (status 202) and sends no answer";
const OVER = "its answer has ended without a result; what the call has begun may have happened";

/** The same transport; when the stream of an answer ends without one, and will not be taken up again, an error takes its place. */
export function failAtEnd<One extends Transport>(transport: One): One {
  const send = transport.send.bind(transport);
  const error = { code: -32000, message: OVER };
  transport.send = (message, options) => {
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      if ("method" in message && "id" in message)
        transport.onmessage?.({ jsonrpc: "2.0", id: message.id, error }); // the client skips it when it has an answer
    };
    return send(message, { ...options, onRequestStreamEnd });
  };
  return transport;
}

/**
 * The same transport; of a request that is cancelled, the answer is read no further, and not taken up again. Otherwise it
 * would go on as long as the server likes, after Ctrl-C and after the time is up.
 */
export function endWithCancel<One extends Transport>(transport: One): One {
  const send = transport.send.bind(transport);
  const running = new Map<unknown, AbortController>();
  transport.send = (message, options) => {
    if (!("method" in message)) return send(message, options);
    if ("id" in message) {
      const controller = new AbortController();
      running.set(message.id, controller);
      const requestSignal = options?.requestSignal ?? controller.signal;
      return send(message, { ...options, requestSignal });
    }
    const sent = send(message, options);
    if (message.method === "notifications/cancelled")
      running.get(message.params?.requestId)?.abort();
    return sent;
  };
  return transport;
}

const [SOONEST_MS, LATEST_MS] = [1_000, 600_000];

/** Takes a stream up again that has broken off. The server says when, and 0 would be without end and at full speed. */
export const takeUpLater = (reconnect: () => void, ms: number): (() => void) =>
  clock.after(Math.min(Math.max(ms, SOONEST_MS), LATEST_MS), reconnect);

/** Messages in one answer. Only old versions of the protocol have more than one there, and few of them. */
const MAX_AT_ONCE = 1_000;
const TOO_MANY = `it has sent more than ${MAX_AT_ONCE} messages at once`;

/** The same `fetch`; an answer with very many messages is an error. The client looks at all of them before anybody hears Ctrl-C. */
export function failAtMany(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await ask(input, init);
    const read = response.json.bind(response);
    const json = async (): Promise<unknown> => {
      const sent: unknown = await read();
      if (Array.isArray(sent) && sent.length > MAX_AT_ONCE) throw new Error(TOO_MANY);
      return sent;
    };
    return Object.assign(response, { json });
  };
}

/** Whether this is sent to the server as a request: a notification has no id, and the end of a session no body. */
function isRequest({ method, body }: RequestInit = {}): boolean {
  if (method !== "POST") return false;
  const message: object = JSON.parse(String(body)); // the client has written it
  return "method" in message && "id" in message;
}

/** The same `fetch`; status 202 for a request is an error, unless there is a stream on which its answer may come. */
export function failAtTaken(ask: typeof fetch): typeof fetch {
  let hasStream = false;
  return async (input, init) => {
    const opens = init?.method === "GET";
    if (opens) hasStream = true; // until the server refuses it
    const response = await ask(input, init);
    if (opens) hasStream = response.ok;
    if (response.status === 202 && !hasStream && isRequest(init)) throw new Error(TAKEN);
    return response;
  };
}
