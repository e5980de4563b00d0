// shared/mcp/answers · over HTTP, a request whose answer is over without a result fails at once: nothing more will come.
import type { Transport } from "@modelcontextprotocol/client";

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
