// practice/api/speak · POST /v1/messages: checks the request, counts its tokens, asks the model and answers, with planned faults.
import { createCache } from "../cache/cache.ts";
import { createDiagnostics } from "../cache/diagnostics.ts";
import type { FaultPlan } from "../faults/faultPlan.ts";
import type { MessageRequest, Reply, ReplyMessage } from "../protocol/reply.ts";
import { warningOf } from "../validation/warnings.ts";
import { beforeAbort, delay } from "./abort.ts";
import { answer, breakBefore, type Turn } from "./answer.ts";
import { readBody } from "./body.ts";

/** Gives the next reply of the model. */
export type Say = (body: MessageRequest, request: Request) => Reply | Promise<Reply>;

interface Speaker {
  reply: Say;
  faults: FaultPlan;
  /** Called with the id of a warning for a request that is valid but probably not what was meant. */
  warn(turn: Turn, warning: string): Promise<void>;
}

/** The endpoint, with the prompt cache and the memory of one workspace. */
export function createSpeaker({ reply, faults, warn }: Speaker) {
  const cache = createCache();
  const diagnostics = createDiagnostics();
  let order = 0;

  return async (turn: Turn): Promise<Response> => {
    const arrival = { order: ++order, now: turn.exchange.started };
    const attempt = faults.attempt();
    const { body, layout, minimum } = await readBody(turn, false);
    const account = cache.account(body, layout, arrival, minimum);
    const warning = warningOf(body, layout, account);
    if (warning !== undefined) await warn(turn, warning);
    const planned = attempt(body, turn.request.headers);
    if (planned) await breakBefore(turn, planned, body);
    const said = await ask(turn, body, reply);
    const fault = planned ?? said.fault;
    if (fault && !planned) await breakBefore(turn, fault, body);
    const valid = { body, layout, account };
    return answer(turn, valid, fault ? { ...said, fault } : said, begin);

    function begin(message: ReplyMessage) {
      account.write(++order);
      message.diagnostics = diagnostics.of(body, layout, account.input.read);
      diagnostics.remember(message.id, body, layout, account.cached);
    }
  };
}

/** The reply of the model. A request for no tokens only warms the cache, so the model is not asked. */
async function ask({ request, signal }: Turn, body: MessageRequest, reply: Say): Promise<Reply> {
  if (body.max_tokens === 0) return { stop: "max_tokens", usage: { output_tokens: 0 } };
  const said = await beforeAbort(Promise.resolve(reply(body, request)), signal);
  if (said.delay_ms) await delay(said.delay_ms, signal);
  return said;
}
