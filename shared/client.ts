// shared/client · the one client of the Messages API: a real endpoint, or the practice model.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import Anthropic from "@anthropic-ai/sdk";
import type { MessageStream } from "@anthropic-ai/sdk/lib/MessageStream";
import type { Say } from "../practice/api/speak.ts";
import { createFaults, parseFaults } from "../practice/faults/faultPlan.ts";
import { createScript, parseScript } from "../practice/script/script.ts";
import { type Budget, currentBudget } from "./budget.ts";
import { sleep } from "./clock.ts";
import { createReasons, tolerant } from "./endpoint.ts";
import { UserError } from "./errors.ts";
import { beginRequest } from "./idle.ts";
import { once } from "./once.ts";
import { costOf, dollars, pricedModels, type Tokens, tokensOf } from "./prices.ts";
import { readSettings, type Settings, withDotEnv } from "./settings.ts";
import { mostTokens, mostTokensIn } from "./tokens.ts";
import { openTrace, type Trace } from "./trace.ts";

/** Tokens since the last `takeTokens`: `input` is everything sent, `cached` the part of it read from the cache. */
export interface TokenCount {
  requests: number;
  input: number;
  cached: number;
  output: number;
}

/** What was used of one model in this session. */
export interface ModelUse extends Tokens {
  requests: number;
  /** Undefined when the price of the model is not known. */
  cost: number | undefined;
}

const COURSE_ROOT = join(fileURLToPath(import.meta.url), "../..");
const NOTHING: TokenCount = { requests: 0, input: 0, cached: 0, output: 0 };

/** The model's id. Known from `configure` on, so read it when a request is made, not on import. */
export let MODEL = "";

/**
 * Reads the environment and the course's `.env`, once. Throws a UserError that names the fix.
 * The terminal calls it before anything else; otherwise the first use of `client` does.
 */
export const configure = once((): Settings => {
  const settings = readSettings(withDotEnv(process.env, COURSE_ROOT));
  MODEL = settings.model;
  if (settings.trace !== undefined) openTrace(settings.trace); // a wrong name is found before the first turn
  if (settings.faults !== undefined) readFaults(settings.faults);
  if (settings.script !== undefined) readScript(settings.script);
  requirePrices(settings);
  return settings;
});

/** The line a session starts with: who answers, and what it costs. */
export function startLine({ model, endpoint }: Settings): string {
  if (!endpoint) return `${model}: no language model; set ANTHROPIC_API_KEY for one`;
  const { host } = new URL(endpoint.baseURL);
  return `${model} at ${host}: real, costs money; PRACTICE=1 for the practice model`;
}

const practiceFetch: typeof fetch = async (input, init) => (await loadPractice())(input, init);
const loadPractice = once(async () => {
  const { createPracticeFetch } = await import("../practice/api/fetch.ts");
  const { faults, script } = configure();
  return createPracticeFetch({
    faults: faults === undefined ? undefined : createFaults(readFaults(faults)),
    reply: script === undefined ? undefined : onClock(createScript(readScript(script)).reply),
  });
});

/** The time that a script lets pass before a reply is the agent's: with its clock it can be moved. */
const onClock =
  (reply: Say): Say =>
  async (body, request) => {
    const { delay_ms: delay, ...said } = await reply(body, request);
    if (delay) await sleep(delay, request.signal);
    return said;
  };

const readFaults = (file: string) => readChecked("PRACTICE_FAULTS", file, parseFaults);

/** A script of the course is found from every working folder: by its path in the course's folder. */
const readScript = (file: string) =>
  readChecked("PRACTICE_SCRIPT", existsSync(file) ? file : resolve(COURSE_ROOT, file), parseScript);

/** Throws a UserError that names the place of the mistake in the file. */
function readChecked<T>(name: string, file: string, parse: (text: string, file: string) => T): T {
  try {
    return parse(readFileSync(file, "utf8"), file);
  } catch (error) {
    throw new UserError(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The SDK would print the unreadable value as it came; we print our own message. */
const OUR_OWN_WORDS = { logLevel: "off", webhookKey: null } as const;

function sdkClient({ endpoint }: Settings): Anthropic {
  const where = endpoint ?? {
    baseURL: "http://practice.invalid",
    apiKey: "practice",
    authToken: null,
  };
  const send = endpoint ? tolerant(fetch) : practiceFetch;
  const sendWellFormed: typeof fetch = (input, init) => send(input, wellFormed(init));
  return new Anthropic({ ...where, ...OUR_OWN_WORDS, fetch: sendWellFormed });
}

/** Half of a character as JSON.stringify writes it: an escape, and not the text of one after a backslash. */
const HALF = /(?<!\\)((?:\\\\)*)\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g;

/** The API refuses half of a character, wherever it stands; and a history that holds one would be refused for ever. */
function wellFormed(init: RequestInit | undefined): RequestInit | undefined {
  if (typeof init?.body !== "string" || !init.body.includes("\\ud")) return init;
  return { ...init, body: init.body.replace(HALF, "$1\ufffd") };
}

/** What has been sent and received in this session. */
const session = { ...NOTHING, total: 0, reached: false, reserved: 0 };
const used = new Map<string, ModelUse>();

/** What was used of each model in this session, by its id. */
export const modelUse = (): ReadonlyMap<string, ModelUse> => used;

/** True once the endpoint has answered anything in this session. */
export function wasReached(): boolean {
  return session.reached;
}

/** The count of a reply's output comes at its end. One that breaks off is estimated from what has come, `said`. */
function usageOf({ usage, stop_reason }: Anthropic.Message, said: string): Anthropic.Usage {
  if (stop_reason !== null) return usage;
  return { ...usage, output_tokens: Math.max(usage.output_tokens || 0, mostTokensIn(said)) };
}

/** What an event adds to a reply, as text. The input of a call is not parsed: it may be no JSON. */
function addedBy(event: Anthropic.RawMessageStreamEvent): string {
  if (event.type !== "content_block_delta") return "";
  const { delta } = event;
  if (delta.type === "text_delta") return delta.text;
  if (delta.type === "thinking_delta") return delta.thinking;
  return delta.type === "input_json_delta" ? delta.partial_json : "";
}

/** The tokens of all requests since the last call of this function. */
export function takeTokens(): TokenCount {
  const { requests, input, cached, output } = session;
  Object.assign(session, NOTHING);
  return { requests, input, cached, output };
}

/** Work with a budget of its own is refused beyond that, and never by the limit of the session. */
function refuseBeyond(limit: number, budget: Budget | undefined) {
  if (budget !== undefined && budget.sent >= budget.limit)
    throw new UserError(
      `The ${budget.limit} requests for ${budget.name} are used up, so nothing was sent.`,
    );
  if (budget !== undefined || session.total < limit) return;
  throw new UserError(
    `MAX_REQUESTS=${limit} is reached, so nothing was sent: set it higher and start again.`,
  );
}

function countRequest(budget: Budget | undefined) {
  if (budget === undefined) session.total++;
  else budget.sent++;
  session.requests++;
}

function addUsage(usage: Anthropic.Usage, model: string) {
  const tokens = tokensOf(usage);
  const { input, written, read, output } = tokens;
  session.input += input + written + read;
  session.cached += read;
  session.output += output;
  const before = used.get(model) ?? { requests: 0, ...NO_TOKENS, cost: 0 };
  const cost = costOf(model, tokens);
  used.set(model, {
    requests: before.requests + 1,
    input: before.input + input,
    written: before.written + written,
    read: before.read + read,
    output: before.output + output,
    cost: cost === undefined || before.cost === undefined ? undefined : before.cost + cost,
  });
}

const NO_TOKENS: Tokens = { input: 0, written: 0, read: 0, output: 0 };

/**
 * Sets aside what the request may cost at most, and gives it. Throws a UserError when that could pass the limit: then
 * nothing was sent. Requests at the same time, of mates for example, share the limit.
 */
function reserve(limit: number | undefined, body: { model: string; max_tokens: number }): number {
  if (limit === undefined) return 0;
  const written = mostTokens(body);
  const most = costOf(body.model, { ...NO_TOKENS, written, output: body.max_tokens });
  if (most === undefined) throw withoutPrice(body.model);
  const spent = [...used.values()].reduce((sum, { cost = 0 }) => sum + cost, 0);
  if (spent + session.reserved + most > limit) {
    const aside =
      session.reserved > 0
        ? `, ${dollars(session.reserved)} are set aside for requests that run,`
        : "";
    throw new UserError(
      `MAX_COST=${limit}: ${dollars(spent)} are spent${aside} and the next request could cost ${dollars(most)}, so nothing was sent. Set it higher and start again.`,
    );
  }
  session.reserved += most;
  return most;
}

const withoutPrice = (model: string, name = "MODEL_ID") =>
  new UserError(
    `MAX_COST is set, but the price of ${model} is not known, so nothing was sent: unset MAX_COST, or set ${name} to one of ${pricedModels().join(", ")}.`,
  );

/** With MAX_COST, every model that could be asked must have a price: that is known before the first turn. */
function requirePrices({ maxCost, model, fallback }: Settings): void {
  if (maxCost === undefined) return;
  if (!hasPrice(model)) throw withoutPrice(model);
  if (fallback !== undefined && !hasPrice(fallback))
    throw withoutPrice(fallback, "FALLBACK_MODEL_ID");
}

const hasPrice = (model: string) => costOf(model, NO_TOKENS) !== undefined;

/** Follows one stream without touching it: what it cost, and, where asked for, what was said. */
function follow<Parsed>(
  stream: MessageStream<Parsed>,
  body: { model: string },
  trace: Trace | undefined,
  reserved: number,
) {
  const record = trace?.begin(body);
  let reply: Anthropic.Message | undefined;
  let said = "";
  let failure: Error | undefined;
  stream.on("connect", () => {
    session.reached = true;
  });
  stream.on("streamEvent", (event, snapshot) => {
    reply = snapshot;
    said += addedBy(event);
  });
  const fail = (error: Error) => {
    failure = error;
    if (error instanceof Anthropic.APIError && error.status !== undefined) session.reached = true;
  };
  stream.on("abort", fail);
  stream.on("error", fail);
  stream.on("end", () => {
    session.reserved -= reserved;
    if (reply?.usage) addUsage(usageOf(reply, said), body.model);
    record?.(reply, failure);
  });
  return stream;
}

/** The trace of this session; undefined without TRACE. */
export const sessionTrace = once(() => {
  const { trace } = configure();
  return trace === undefined ? undefined : openTrace(trace);
});

/** The official client. Each `messages.stream` is counted with its tokens and, with TRACE, written down. */
const connection = once(() => {
  const settings = configure();
  const sdk = sdkClient(settings);
  const trace = sessionTrace();
  const send = sdk.messages.stream.bind(sdk.messages);
  sdk.messages.stream = (body, options) => {
    const budget = currentBudget();
    refuseBeyond(settings.maxRequests, budget); // first, because what is set aside is free again only when a request has ended
    const reserved = reserve(settings.maxCost, body);
    countRequest(budget);
    const stream = send(body, options).on("streamEvent", createReasons());
    stream.on("end", beginRequest());
    return follow(stream, body, trace, reserved);
  };
  return sdk;
});

/** The SDK's client, made on first use. Chapters ask with `client.messages.stream(…)`. */
export const client: Pick<Anthropic, "messages"> = {
  get messages() {
    return connection().messages;
  },
};
