// practice/handler · the Messages API as a function from Request to Response.
import { beforeAbort, delay } from "./abort.ts";
import { answer, failed, json, respond, type Turn, type Valid } from "./answer.ts";
import { ApiError, invalid } from "./errors.ts";
import { type Exchange, startExchange } from "./exchange.ts";
import { checkHeaders } from "./headers.ts";
import { modelInfo, modelList, profileOf } from "./profiles.ts";
import type { MessageRequest, Reply } from "./reply.ts";
import type { Ending } from "./stream.ts";
import { countInputTokens } from "./usage.ts";
import { validate } from "./validate.ts";

/** The largest request body, in bytes. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

export interface PracticeOptions {
  /** Says what the model says next. Default: the rule-based brain, imported on first use. */
  reply?: (body: MessageRequest, request: Request) => Reply | Promise<Reply>;
  /** Milliseconds since the epoch. Default: Date.now. */
  now?: () => number;
  /** Sees each exchange once, before the client can see the end of the answer. */
  observe?: (exchange: Exchange) => void;
  /** Told the rule by which the brain answered. Default: stderr with PRACTICE_EXPLAIN=1, else nobody. */
  explain?: (rule: string) => void;
}

export interface Practice {
  /**
   * Answers one request. Rejects only where a real connection would fail: with the signal's reason on
   * abort, with a TypeError like that of `fetch` for the fault connection_reset.
   * `signal` (default: the request's) is honoured before the headers and within the body.
   */
  handle(request: Request, signal?: AbortSignal): Promise<Response>;
}

/** A practice server without a port: state lives in the value, and two of them share nothing. */
export function createPractice(options: PracticeOptions = {}): Practice {
  const { reply = brain(options.explain), now = Date.now, observe } = options;
  return {
    async handle(request, signal = request.signal) {
      const exchange = startExchange(request, now());
      const end = (ending: Ending) => {
        Object.assign(exchange, { ending, ended: now() });
        observe?.(exchange);
      };
      const turn = { request, signal, exchange, end };
      try {
        signal.throwIfAborted();
        return await route(turn, reply);
      } catch (error) {
        return failed(turn, error);
      }
    },
  };
}

/** The rule-based model. Imported when it is first asked: a scripted practice never loads it. */
function brain(explain = toStderr): Say {
  return async (body) => {
    const { think } = await import("./brain.ts");
    const said = think(body);
    explain(said.rule);
    return said;
  };
}

function toStderr(rule: string): void {
  if (process.env.PRACTICE_EXPLAIN === "1") process.stderr.write(`practice model: ${rule}\n`);
}

async function route(turn: Turn, reply: Say): Promise<Response> {
  const { method, path } = turn.exchange;
  if (method === "HEAD") return respond(turn, 200, null);
  const endpoint = `${method} ${path}`;
  if (/^GET \/v1\/models(\/|$)/.test(endpoint)) return models(turn);
  if (endpoint === "POST /v1/messages/count_tokens") {
    const { tokens } = await readBody(turn, true);
    return json(turn, { input_tokens: tokens });
  }
  if (endpoint !== "POST /v1/messages") throw new ApiError(404, "not_found_error", "Not found");
  const valid = await readBody(turn, false);
  return answer(turn, valid, await ask(turn, valid.body, reply));
}

function models(turn: Turn): Response {
  checkHeaders(turn.request.headers);
  const id = turn.exchange.path.replace(/^\/v1\/models\/?/, "");
  if (id === "") return json(turn, modelList());
  const profile = profileOf(id);
  if (!profile) throw new ApiError(404, "not_found_error", `model: ${id}`);
  return json(turn, modelInfo(profile));
}

type Say = NonNullable<PracticeOptions["reply"]>;

/** What the model says. A request for no tokens only warms the cache, and is not put to it. */
async function ask({ request, signal }: Turn, body: MessageRequest, reply: Say): Promise<Reply> {
  if (body.max_tokens === 0) return { stop: "max_tokens", usage: { output_tokens: 0 } };
  const said = await beforeAbort(Promise.resolve(reply(body, request)), signal);
  if (said.delay_ms) await delay(said.delay_ms, signal);
  return said;
}

/** Reads and checks the body; throws the API's error for what it finds. */
async function readBody({ request, signal, exchange }: Turn, counting: boolean): Promise<Valid> {
  const version = checkHeaders(request.headers);
  const bytes = await beforeAbort(request.arrayBuffer(), signal);
  if (bytes.byteLength > MAX_BODY_BYTES) {
    throw new ApiError(413, "request_too_large", "Request exceeds the maximum size");
  }
  exchange.body = parse(new TextDecoder().decode(bytes));
  const betas = request.headers.get("anthropic-beta")?.split(/, */);
  const body = validate(exchange.body, { version, counting, betas });
  return { body, tokens: sizeOf(body) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(
      `The request body is not valid JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function sizeOf(body: MessageRequest): number {
  const tokens = countInputTokens(body);
  const maximum = profileOf(body.model)?.contextTokens ?? 0;
  if (tokens > maximum) throw invalid(`prompt is too long: ${tokens} tokens > ${maximum} maximum`);
  return tokens;
}
