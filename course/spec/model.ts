// course/spec/model · the scripted model of one agent: the practice server, answering from a spec's script.
import type Anthropic from "@anthropic-ai/sdk";
import type { Exchange } from "../../practice/api/exchange.ts";
import { createPractice } from "../../practice/api/handler.ts";
import { listen } from "../../practice/api/server.ts";
import type { MessageRequest, Reply } from "../../practice/protocol/reply.ts";
import { createScript } from "../../practice/script/script.ts";
import { isRecord, mapValues } from "../base/json.ts";
import { say } from "../base/say.ts";
import { createOffer } from "./lacks.ts";
import type { SpecReply, SpecScript } from "./script.ts";

/** A tool result as the model got it, its content flattened to text. */
export interface SeenResult {
  tool_use_id: string;
  is_error: boolean;
  content: string;
}

/** The model of one agent. */
export interface SpecModel {
  url: string;
  /** The bodies of the conversation's requests, subagents' included, in order of arrival. */
  requests: MessageRequest[];
  /** Every tool result on the wire, in order, each id once. */
  toolResults(): SeenResult[];
  /** What went wrong between agent and script, one sentence each. */
  problems(): string[];
  /** What the model replied last, in one line. */
  lastReply(): string | undefined;
  /** For each request of the conversation that has been answered, whether it got a whole reply. */
  answered: boolean[];
  /** How many requests wait for an answer that the spec gives later. */
  heldBack(): number;
  /** Whether the model's last reply called no tool, so that the turn may end. */
  isDone(): boolean;
  /** Where the scripted model itself went wrong. */
  breakdowns: string[];
  /** The side questions with an answer in the spec that came to nothing so far, one sentence each. */
  unanswered(): string[];
  /** The tools and fields that the model has called and the agent does not offer, one sentence each. */
  lacks(): string[];
  /** The replies that no request used and that were not `atMost`, one line each. */
  unused(): string[];
  close(): Promise<void>;
}

/**
 * Starts the scripted model on loopback; `changed` is called whenever a request came in.
 * `side` answers side questions by name: a text as it is, a function with what it gives, now or later, anything
 * else as JSON.
 * With `goesOn` a conversation may begin anew, without a prompt that failed.
 */
export async function startModel(
  script: SpecScript,
  side: Record<string, unknown>,
  changed: () => void,
  { goesOn = false }: { goesOn?: boolean } = {},
): Promise<SpecModel> {
  const isOpen = typeof script === "function";
  const replies = isOpen ? [] : script.flat();
  const scripted = createScript(
    { version: 1, replies, side: mapValues(side, sideReply) },
    { goesOn },
  );
  const requests: MessageRequest[] = [];
  const refused: string[] = [];
  const offer = createOffer();
  const breakdowns: string[] = [];

  const asides = new Map(Object.keys(side).map((name) => [name, { asked: 0, answered: 0 }]));

  let lastReply: string | undefined;
  let isDone = true;
  /** The requests that wait for an answer of the spec; one that the agent has given up does not wait any more. */
  const heldBack = new Set<unknown>();

  /** What a spec gives for an answer: now, or when it likes. */
  async function given<Value>(
    body: MessageRequest,
    answer: Value | Promise<Value>,
  ): Promise<Value> {
    heldBack.add(body);
    changed();
    try {
      return await answer;
    } finally {
      heldBack.delete(body);
    }
  }

  async function reply(body: MessageRequest): Promise<Reply> {
    const isSide = isSideQuestion(body);
    if (!isSide) requests.push(body);
    const aside = asides.get(sideName(body));
    if (aside) aside.asked += 1;
    const asked = isSide ? side[sideName(body)] : undefined;
    const said =
      typeof asked === "function"
        ? sideReply(await given(body, asked(body)))
        : isOpen && !isSide
          ? await given(body, script(body))
          : scripted.reply(body);
    if (!isSide) {
      offer.note(body, said);
      lastReply = describe(said);
      isDone = (said.calls ?? []).length === 0;
    }
    changed();
    return said;
  }

  const answered: boolean[] = [];

  function observe({ method, path, status, fault, error, body, reply, ending }: Exchange) {
    heldBack.delete(body);
    if (path === "/v1/messages" && sideName(body) === "")
      answered.push(!error && ending === "complete" && reply?.stop_reason !== "refusal");
    const aside = asides.get(sideName(body));
    if (aside && ending !== "aborted") aside.answered += 1;
    if (fault || !error || isOffer(error)) return changed();
    const list = status >= 500 ? breakdowns : refused;
    list.push(say`The API refused ${method} ${path} (${status}): ${error.error.message}`);
    changed();
  }

  const { url, close } = await listen(createPractice({ reply, observe }));
  return {
    url,
    requests,
    toolResults: () => resultsOf(requests),
    lastReply: () => lastReply,
    answered,
    heldBack: () => heldBack.size,
    isDone: () => isDone,
    breakdowns,
    problems: () => [...refused, ...scripted.exhausted().map(noReplyLeft)],
    unanswered: () => [...asides].flatMap(unansweredOne),
    lacks: offer.lacks,
    unused: () => scripted.unused().filter(mustBeUsed).map(describe),
    close,
  };
}

/** The SDK's tool runner first asks for a feature that not every model has, and after this refusal goes on without it. */
const isOffer = ({ error }: NonNullable<Exchange["error"]>): boolean =>
  error.details?.error_code === "thread_unsupported_request";

/** A fault that a spec gives for an answer is one; everything else is what the model says. */
const sideReply = (value: unknown): Reply =>
  isFault(value) ? value : { text: typeof value === "string" ? value : JSON.stringify(value) };

const isFault = (value: unknown): value is Reply =>
  typeof value === "object" && value !== null && "fault" in value;

function unansweredOne([name, { asked, answered }]: [string, { asked: number; answered: number }]) {
  if (asked === 0) return [say`The agent has not asked the question "${name}" (side:${name}).`];
  if (answered >= asked) return [];
  return [
    say`The agent has asked the question "${name}" (side:${name}), and did not wait for the answer.`,
  ];
}

const noReplyLeft = (lastText: string) =>
  say`The script has no reply left for a conversation whose last user text is ${JSON.stringify(lastText)}.`;

const mustBeUsed = (reply: SpecReply): boolean => reply.atMost !== true;

function sideName(body: unknown): string {
  const metadata = isRecord(body) && isRecord(body.metadata) ? body.metadata : {};
  return /^side:(.*)$/s.exec(String(metadata.user_id ?? ""))?.[1] ?? "";
}

const isSideQuestion = (body: MessageRequest): boolean => sideName(body) !== "";

function resultsOf(requests: MessageRequest[]): SeenResult[] {
  const seen = new Map<string, SeenResult>();
  for (const { messages } of requests) {
    for (const block of messages.flatMap(({ content }) =>
      Array.isArray(content) ? content : [],
    )) {
      if (block.type !== "tool_result" || seen.has(block.tool_use_id)) continue;
      const { tool_use_id, is_error = false, content } = block;
      seen.set(tool_use_id, { tool_use_id, is_error, content: flatten(content) });
    }
  }
  return [...seen.values()];
}

function flatten(content: Anthropic.ToolResultBlockParam["content"]): string {
  if (content === undefined) return "";
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}

function describe(reply: Reply): string {
  if (reply.fault) return `fault ${reply.fault.kind}`;
  const named = (reply.calls ?? []).map(({ name, input }) => `${name}(${JSON.stringify(input)})`);
  return [...(reply.text ? [JSON.stringify(reply.text)] : []), ...named].join(" ");
}
