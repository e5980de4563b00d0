// site/host/practice · the practice model in the worker: the same, and the page sees what goes over the wire and can make a request fail.
import type { Exchange } from "../../practice/api/exchange.ts";
import { createPractice, type PracticeOptions } from "../../practice/api/handler.ts";
import { layoutOf } from "../../practice/cache/layout.ts";
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { once } from "../../shared/once.ts";
import { whileLoading } from "../node/clockwork.ts";
import { examplesFor } from "./examples.ts";
import { link, type WirePart } from "./link.ts";

export function createPracticeFetch(options: PracticeOptions = {}): typeof fetch {
  if (link.model) return link.model;
  const practice = createPractice({
    ...options,
    observe(exchange) {
      options.observe?.(exchange);
      const { status = 0, reply, usage, fault } = Object(exchange);
      const named = fault === undefined ? undefined : String(fault.kind ?? fault);
      const answer = { type: "answer", status, reply, usage: usage ?? reply?.usage } as const;
      link.post({ type: "wire", wire: { ...answer, fault: named, parts: partsOf(exchange) } });
    },
  });
  return (input, init) => {
    const { signal: given, ...rest } = init ?? {};
    const headers = new Headers(rest.headers);
    if (link.fault.left > 0) headers.set("x-practice-fault", link.fault.header);
    link.fault.left--;
    tellRequest(rest.body);
    const request = new Request(input, { ...rest, headers });
    void loadModel();
    const answer = () => practice.handle(request, given ?? request.signal);
    return examplesFor(rest.body)?.then(answer) ?? answer();
  };
}

/** The practice model has a reply only to a request that it has found valid. */
const isAnswered = (exchange: Exchange): exchange is Exchange & { body: MessageRequest } =>
  exchange.reply !== undefined;

const partsOf = (exchange: Exchange): WirePart[] =>
  isAnswered(exchange)
    ? layoutOf(exchange.body).parts.map(({ section, tokens }) => ({ section, tokens }))
    : [];

/** The model is fetched with the first request; what goes wrong with it is told to who asks. */
const loadModel = once(() => whileLoading(import("../../practice/brain/brain.ts")).catch(() => {}));

function tellRequest(text: unknown) {
  if (typeof text !== "string") return;
  const body: unknown = JSON.parse(text);
  const user: unknown = Object(Object(body).metadata).user_id;
  const side = typeof user === "string" && user.startsWith("side:") ? user.slice(5) : undefined;
  link.post({ type: "wire", wire: { type: "request", body, side } });
}
