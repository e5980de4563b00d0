// practice/api/handler · the Messages API as a function from Request to Response.
import { createFaults, type FaultPlan } from "../faults/faultPlan.ts";
import { isDeeper, MAX_DEPTH } from "../json/depth.ts";
import { ApiError } from "../protocol/errors.ts";
import { modelInfo, modelList, profileOf } from "../protocol/profiles.ts";
import { errorOf } from "../protocol/ruleError.ts";
import { checkHeaders } from "../validation/headers.ts";
import { hintOf, type Language, languageOf } from "../validation/hint.ts";
import { MODELS_LIMIT, NOT_FOUND } from "../validation/rules/request.ts";
import { failed, json, respond, type Turn } from "./answer.ts";
import { readBody } from "./body.ts";
import { type Exchange, startExchange } from "./exchange.ts";
import { createSpeaker, type Say } from "./speak.ts";
import type { Ending } from "./stream.ts";

export { MAX_BODY_BYTES } from "./body.ts";

export interface PracticeOptions {
  /** Gives the next reply of the model. Default: the rule-based brain, imported on first use. */
  reply?: Say;
  /** Milliseconds since the epoch. Default: Date.now. */
  now?: () => number;
  /** What goes wrong on purpose, and when. Default: what the header x-practice-fault asks for. */
  faults?: FaultPlan;
  /** Sees each exchange once, before the client can see the end of the answer. */
  observe?: (exchange: Exchange) => void;
  /** Of the hints on refused requests. Default: by LC_ALL or LANG. */
  language?: Language;
  /** Called with the rule by which the brain answered, and with hints. Default: stderr with PRACTICE_EXPLAIN=1. */
  explain?: (line: string) => void;
}

export interface Practice {
  /**
   * Answers one request. Rejects only where a real connection would fail: with the signal's reason on
   * abort, with a TypeError like that of `fetch` for the fault connection_reset.
   * `signal` (default: the request's) is honoured before the headers and within the body.
   */
  handle(request: Request, signal?: AbortSignal): Promise<Response>;
}

/** A practice server without a port. Its state is in the value, and two values share nothing. */
export function createPractice(options: PracticeOptions = {}): Practice {
  const { explain = toStderr, language = languageOf(process.env) } = options;
  const { reply = brain(explain), now = Date.now, observe, faults = createFaults() } = options;
  const speak = createSpeaker({
    reply,
    faults,
    warn: async ({ exchange }, warning) => {
      exchange.warning = await advise(warning);
    },
  });

  /** What to do about a broken rule, or about a warning. */
  async function advise(id: string): Promise<string | undefined> {
    const hint = await hintOf(id, language);
    if (hint !== undefined) explain(hint);
    return hint;
  }

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
        return await route(turn, speak);
      } catch (error) {
        const rule = error instanceof ApiError ? error.extras.rule : undefined;
        if (rule !== undefined) Object.assign(exchange, { rule, hint: await advise(rule) });
        return failed(turn, error);
      }
    },
  };
}

/** The rule-based model. Imported when it is first asked: a scripted practice never loads it. */
function brain(explain: (rule: string) => void): Say {
  return async (body) => {
    const { think } = await import("../brain/brain.ts");
    const said = think(body);
    explain(said.rule);
    return isDeeper(said.calls, DEEPEST_CALLS) ? { text: TOO_DEEP } : said;
  };
}

/** In the next request the calls are three levels further in than here: in a message, which is in a list, in the body. */
const DEEPEST_CALLS = MAX_DEPTH - 3;
const TOO_DEEP = `I do not make this call: a request with it would be nested more than ${MAX_DEPTH} levels deep.`;

function toStderr(line: string): void {
  if (process.env.PRACTICE_EXPLAIN === "1") process.stderr.write(`practice model: ${line}\n`);
}

async function route(turn: Turn, speak: (turn: Turn) => Promise<Response>): Promise<Response> {
  const { method, path } = turn.exchange;
  if (method === "HEAD") return respond(turn, 200, null);
  const endpoint = `${method} ${path}`;
  if (/^GET \/v1\/models(\/|$)/.test(endpoint)) return models(turn);
  if (endpoint === "POST /v1/messages") return speak(turn);
  if (endpoint !== "POST /v1/messages/count_tokens") throw errorOf(NOT_FOUND);
  const { layout } = await readBody(turn, true);
  return json(turn, { input_tokens: layout.tokens });
}

function models(turn: Turn): Response {
  checkHeaders(turn.request.headers);
  const id = turn.exchange.path.replace(/^\/v1\/models\/?/, "");
  if (id === "") return modelPage(turn, new URL(turn.request.url).searchParams);
  const profile = profileOf(id);
  if (!profile) throw new ApiError(404, "not_found_error", `model: ${id}`);
  return json(turn, modelInfo(profile));
}

function modelPage(turn: Turn, query: URLSearchParams): Response {
  const limit = Number(query.get("limit") ?? 20);
  const bound = limit >= 1 ? "less than or equal to 1000" : "greater than or equal to 1";
  if (!(limit >= 1 && limit <= 1000)) throw errorOf(MODELS_LIMIT, { words: { bound } });
  return json(turn, modelList(query));
}
