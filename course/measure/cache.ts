// course/measure/cache · how much of the input comes from the prompt cache, with and without a clock in the prompt.
import { createPractice } from "../../practice/api/handler.ts";
import type { MessageRequest, ReplyUsage } from "../../practice/protocol/reply.ts";
import { timeIn } from "../../shared/zones.ts";
import { recorded } from "./record.ts";
import { type Case, cutShare, type Row } from "./row.ts";

const HITS = 90;
const LENGTHS = [2, 5, 10, 20, 40];
/** The length at which the clock is tried. */
const USUAL = 20;
/** From one call to the next. */
const STEP_MS = 60_000;
const START = Date.parse("2026-11-26T09:00:00Z");
/** Lines that a call reads: about 300 tokens. */
const LINES = 40;

export async function cacheRows(): Promise<Row[]> {
  const requests = await conversation(Math.max(...LENGTHS));
  const cases: Case[] = [];
  for (const length of LENGTHS)
    cases.push(await caseOf(`${length} calls, no clock`, requests.slice(0, length)));
  for (const [where, put] of Object.entries(CLOCKS))
    cases.push(await caseOf(`${USUAL} calls, a clock ${where}`, requests.slice(0, USUAL).map(put)));
  return [
    {
      id: "P51",
      claim: `${HITS} % of the input comes from the cache, or better`,
      cases,
      how: `A turn of s22 that reads ${LINES} lines of a file with each call, sent to the practice API, which counts cached tokens by the rules of the real one. Calls are a minute apart. The clock has minutes, and is put into the recorded requests.`,
      why: "the conversation is long enough, and no clock is in front of it. The first call has nothing to read. A clock in the system prompt is in front of all messages; one in the newest message is behind them.",
    },
    {
      id: "P52",
      claim: "replies come 2 to 3 times as fast",
      cases: [],
      how: "How long the model takes to read its input is decided on the API's side.",
      why: "the practice API takes no time to read, and a time of some real model on some day would not be the same again.",
    },
  ];
}

async function caseOf(when: string, requests: MessageRequest[]): Promise<Case> {
  const { read, all } = inputOf(await usagesOf(requests));
  const share = (100 * read) / all;
  return { when, figure: `${cutShare(share)} %`, isMet: share >= HITS };
}

/** The requests of a turn in which the model looks at one part of a long file after the other. */
async function conversation(length: number): Promise<MessageRequest[]> {
  const lines = Array.from({ length: length * LINES }, (_, at) => `line ${at}: some words\n`);
  let calls = 0;
  return recorded("s22", { "long.txt": lines.join("") }, () => {
    if (++calls >= length) return { text: "Read." };
    const input = { path: "long.txt", offset: calls * LINES, limit: LINES };
    return {
      calls: [{ name: "read_file", input, id: `toolu_${String(calls).padStart(24, "0")}` }],
    };
  });
}

/** What the practice API counts for each of these requests, which come a minute apart. */
export async function usagesOf(requests: MessageRequest[]): Promise<ReplyUsage[]> {
  const usages: ReplyUsage[] = [];
  let now = START;
  const practice = createPractice({
    reply: () => ({ text: "Read." }),
    now: () => now,
    observe: ({ usage }) => void (usage && usages.push(usage)),
  });
  for (const request of requests) {
    const response = await practice.handle(sent(request));
    await response.text();
    if (!response.ok) throw new Error(`The practice API refused a request (${response.status}).`);
    now += STEP_MS;
  }
  return usages;
}

/** How many tokens of the input were read from the cache, written to it, and neither. */
export function inputOf(usages: ReplyUsage[]) {
  const sum = (count: (usage: ReplyUsage) => number | null) =>
    usages.reduce((all, usage) => all + (count(usage) ?? 0), 0);
  const read = sum((usage) => usage.cache_read_input_tokens);
  const written = sum((usage) => usage.cache_creation_input_tokens);
  const fresh = sum((usage) => usage.input_tokens);
  return { read, written, fresh, all: read + written + fresh };
}

const KEY = { "x-api-key": "measure", "anthropic-version": "2023-06-01" };
const sent = (request: MessageRequest) =>
  new Request("http://practice.invalid/v1/messages", {
    method: "POST",
    headers: { ...KEY, "content-type": "application/json" },
    body: JSON.stringify(request),
  });

const clockAt = (call: number) => `It is ${timeIn("UTC", START + call * STEP_MS, "24")}.`;

/** Where a clock is put, and how: the number of a request is the number of its minute. */
const CLOCKS: Record<string, (request: MessageRequest, call: number) => MessageRequest> = {
  "at the front": (request, call) => inSystem(request, 0, (text) => `${clockAt(call)}\n${text}`),
  "behind the boundary": (request, call) =>
    inSystem(request, 1, (text) => `${text}\n${clockAt(call)}`),
  "in the newest message": inMessages,
};

function inSystem(request: MessageRequest, block: number, change: (text: string) => string) {
  const { system = "" } = request;
  if (typeof system === "string") throw new Error("The system prompt has no blocks.");
  const changed = system.map((one, at) =>
    at === block ? { ...one, text: change(one.text) } : one,
  );
  return { ...request, system: changed };
}

/** Each user message tells the time at which it was the newest one, and keeps it. */
function inMessages(request: MessageRequest): MessageRequest {
  let call = 0;
  const timed = ({ content }: MessageRequest["messages"][number]) => [
    ...(typeof content === "string" ? [{ type: "text" as const, text: content }] : content),
    { type: "text" as const, text: clockAt(call++) },
  ];
  const messages = request.messages.map((message) =>
    message.role === "user" ? { ...message, content: timed(message) } : message,
  );
  return { ...request, messages };
}
