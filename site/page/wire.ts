// site/page/wire · what goes over the wire: each request folded, with what is new in it, and how much came from the cache.
import { costOf, dollars, PRICES_FROM, type Tokens } from "../../shared/prices.ts";
import type { Wire, WirePart } from "../host/link.ts";
import { button, make } from "./elements.ts";
import type { Words } from "./words.ts";

interface Request {
  messages: unknown[];
  tools: unknown[];
  /** The texts of its blocks. */
  system: SystemBlock[];
  side: string | undefined;
  size: number;
  status?: number;
  fault?: string | undefined;
  usage?: Tokens;
  reply?: unknown[];
  parts?: WirePart[];
}

interface SystemBlock {
  text: string;
  isMarked: boolean;
}

/** Where a part of a request came from, as the bars show it. */
type Origin = "read" | "written" | "fresh";

/** The request that is shown below the list, as it was drawn. */
interface Drawn {
  of: Request | undefined;
  status: number | undefined;
  element: HTMLElement;
}

/** Characters of JSON for a token, about: until the answer tells. */
const CHARACTERS = 4;
const SUMMARY = 90;
/** The practice model costs nothing: what a real one would cost is of use. */
const PRICED = "claude-sonnet-5-5";

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);
const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : listOf(value)
        .map((one) => Object(one).text ?? "")
        .join("\n\n");

function usageOf(given: unknown): Tokens | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { input_tokens, output_tokens, ...cache } = Object(given);
  return {
    read: numberOf(cache.cache_read_input_tokens),
    written: numberOf(cache.cache_creation_input_tokens),
    input: numberOf(input_tokens),
    output: numberOf(output_tokens),
  };
}

/** A block of a message in words. */
function wordsOfBlock(block: unknown): { kind: string; text: string } {
  const { type = "text", text, name, input, content, thinking } = Object(block);
  if (type === "tool_use") return { kind: type, text: `${name} ${JSON.stringify(input)}` };
  if (type === "tool_result") return { kind: type, text: textOf(content) };
  return { kind: type === "text" ? "" : String(type), text: String(text ?? thinking ?? "") };
}

const blocksOf = (message: unknown) => {
  const { role, content } = Object(message);
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : listOf(content);
  return blocks.map((block) => ({ role: String(role), block }));
};

const systemOf = (system: unknown): SystemBlock[] =>
  (typeof system === "string" ? [{ text: system }] : listOf(system))
    .map((block) => ({ text: textOf([block]), isMarked: isMarked(block) }))
    .filter(({ text }) => text !== "");

const isMarked = (block: unknown) => Object(block).cache_control !== undefined;

function fold(className: string, title: string, text: string): HTMLElement {
  const details = make("details", className);
  details.append(make("summary", "", title), make("pre", "", text));
  return details;
}

/** A block of a request, before it is drawn. */
interface Block {
  section: WirePart["section"];
  title: string;
  text: string;
  isMarked: boolean;
  isNew: boolean;
}

/** Where each block came from. The practice model reads and writes whole blocks, in their order; all tools are one here. */
function originsOf({ parts = [], usage }: Request, blocks: Block[]): (Origin | undefined)[] {
  const tools = parts.filter(({ section }) => section === "tools");
  const sizes = [
    ...(tools.length > 0 ? [tools.reduce((sum, { tokens }) => sum + tokens, 0)] : []),
    ...parts.filter(({ section }) => section !== "tools").map(({ tokens }) => tokens),
  ];
  if (usage === undefined || sizes.length !== blocks.length) return [];
  let end = 0;
  return sizes.map((size) => {
    end += size;
    if (end <= usage.read) return "read";
    return end <= usage.read + usage.written ? "written" : "fresh";
  });
}

const totalOf = ({ usage, size }: Request) =>
  usage ? sentOf(usage) : Math.round(size / CHARACTERS);

/** The tokens of a request without its reply. */
const sentOf = ({ read, written, input }: Tokens) => read + written + input;

/** What all requests have cost: a line above them. */
function sumOf(requests: Request[], words: Words) {
  const used = requests.flatMap(({ usage = [] }) => usage);
  const count = (amount: (one: Tokens) => number) =>
    used.reduce((sum, one) => sum + amount(one), 0).toLocaleString("en");
  const cost = used.reduce((sum, one) => sum + (costOf(PRICED, one) ?? 0), 0);
  const line = words.sum(
    requests.length,
    count(sentOf),
    count(({ output }) => output),
  );
  return make("p", "lab-sum", `${line} ${words.cost(dollars(cost), PRICED, PRICES_FROM)}`);
}

function legendOf(words: Words) {
  const line = make("p", "lab-legend");
  for (const [kind, name] of Object.entries(originWords(words)))
    line.append(make("i", `lab-part-${kind}`), name);
  line.append(make("i", "lab-part-new"), words.isNew, make("span", "lab-flag", "⚑"), words.mark);
  return line;
}

const originWords = (words: Words): Record<Origin, string> => ({
  read: words.cached,
  written: words.written,
  fresh: words.fresh,
});

const isFailed = ({ status = 0, fault }: Request) => fault !== undefined || status >= 400;

function headOf(request: Request, index: number): string {
  const { side, status, fault, usage } = request;
  const name = `#${index + 1}${side === undefined ? "" : ` ${side}`}`;
  if (status === undefined) return `${name} …`;
  if (isFailed(request)) return `${name} ${status || ""} ${fault ?? ""}`;
  if (usage === undefined) return name;
  const cost = costOf(PRICED, usage);
  return `${name}  ${sentOf(usage)} → ${usage.output}${cost === undefined ? "" : `  ${dollars(cost)}`}`;
}

/** A bar as long as the request is, beside the longest one. */
function barOf(request: Request, most: number) {
  const { usage } = request;
  const { read = 0, written = 0, input: fresh = 0 } = usage ?? {};
  const parts = usage ? { read, written, fresh } : { pending: totalOf(request) };
  const bar = make("span", "lab-bar-of");
  for (const [kind, count] of Object.entries(parts)) {
    const part = make("i", `lab-part-${kind}`);
    part.style.width = `${(100 * count) / most}%`;
    bar.append(part);
  }
  return bar;
}

function blocksIn(message: unknown, isNew: boolean): Block[] {
  return blocksOf(message).map(({ role, block }) => {
    const { kind, text } = wordsOfBlock(block);
    const title = [role, kind, text.slice(0, SUMMARY)].filter((part) => part !== "").join(" · ");
    return { section: "messages", title, text, isMarked: isMarked(block), isNew };
  });
}

/** All blocks of a request in the order in which the model reads them; those that the request before did not have are new. */
function blocksInRequest(request: Request, earlier: Request | undefined, words: Words): Block[] {
  const { messages, tools, system } = request;
  const names = tools.map((tool) => Object(tool).name).join(", ");
  const all = JSON.stringify(tools, null, 1);
  const isNewText = (text: string) =>
    earlier !== undefined && !earlier.system.some((block) => block.text === text);
  const offered: Block = {
    section: "tools",
    title: `${words.tools} ${tools.length}: ${names}`,
    text: all,
    isMarked: tools.some(isMarked),
    isNew: earlier !== undefined && JSON.stringify(earlier.tools, null, 1) !== all,
  };
  const old = earlier?.messages.length ?? 0;
  return [
    ...(tools.length > 0 ? [offered] : []),
    ...system.map(({ text, isMarked }): Block => {
      const title = `${words.system}: ${text}`;
      return { section: "system", title, text, isMarked, isNew: isNewText(text) };
    }),
    ...messages.flatMap((message, at) => blocksIn(message, at >= old)),
  ];
}

/** All of a request, folded, with where each part came from; what the one before did not have is marked. */
function bodyOf(request: Request, earlier: Request | undefined, words: Words): HTMLElement {
  const blocks = blocksInRequest(request, earlier, words);
  const origins = originsOf(request, blocks);
  const body = make("div", "lab-body");
  for (const [at, { title, text, isMarked, isNew }] of blocks.entries()) {
    const origin = origins[at];
    const marks = [origin && `is-${origin}`, isNew && "is-new", isMarked && "is-marked"];
    const element = fold(["lab-fold", ...marks.filter(Boolean)].join(" "), title, text);
    if (origin) element.title = originWords(words)[origin];
    body.append(element);
  }
  for (const { title, text } of blocksIn({ role: words.reply, content: request.reply }, false))
    body.append(fold("lab-fold is-reply", title, text));
  return body;
}

/** The request of the same conversation before this one. */
function earlierOf(requests: Request[], at: number): Request | undefined {
  const [first] = requests[at]?.messages ?? [];
  const isSame = ({ messages }: Request) => JSON.stringify(messages[0]) === JSON.stringify(first);
  return requests.slice(0, at).findLast(isSame);
}

function requestOf({ body, side }: Extract<Wire, { type: "request" }>): Request {
  const { messages, tools, system } = Object(body);
  const size = JSON.stringify(body).length;
  const lists = { messages: listOf(messages), tools: listOf(tools) };
  return { ...lists, system: systemOf(system), side, size };
}

/** The panel of the wire. Requests of the side, such as that for memories, are shown when somebody asks for them. */
export function createWire(root: HTMLElement, words: Words) {
  let requests: Request[] = [];
  let chosen: number | undefined;
  let body: Drawn = { of: undefined, status: undefined, element: make("div", "lab-body") };

  function take(wire: Wire) {
    if (wire.type === "request") requests.push(requestOf(wire));
    else {
      const request = requests.find(({ status }) => status === undefined);
      const usage = usageOf(wire.usage);
      const { status, fault, parts } = wire;
      const reply = listOf(Object(wire.reply).content);
      if (request) Object.assign(request, { status, fault, parts, reply, ...(usage && { usage }) });
    }
    draw();
  }

  function row(request: Request, index: number, shown: number) {
    const most = Math.max(...requests.map(totalOf));
    const choose = () => {
      chosen = index === requests.length - 1 ? undefined : index;
      draw();
    };
    const marks = [index === shown && "is-shown", isFailed(request) && "is-failed"];
    const element = button(["lab-request", ...marks.filter(Boolean)].join(" "), "", choose);
    element.setAttribute("aria-pressed", String(index === shown));
    element.append(make("span", "lab-request-head", headOf(request, index)), barOf(request, most));
    return element;
  }

  function draw() {
    if (requests.length === 0)
      return void root.replaceChildren(make("p", "lab-none", words.noRequest));
    const shown = chosen ?? requests.findLastIndex(({ side }) => side === undefined);
    const hadFocus = root.querySelector(".lab-requests")?.contains(document.activeElement);
    const list = make("div", "lab-requests");
    const rows = requests.map((request, index) => row(request, index, shown));
    list.append(...rows);
    root.replaceChildren(legendOf(words), sumOf(requests, words), list, bodyFor(shown));
    list.scrollTop = list.scrollHeight;
    if (hadFocus) rows[shown]?.focus();
  }

  /** The body of a request that has not changed stays as it is, with what its reader has unfolded. */
  function bodyFor(shown: number): HTMLElement {
    const request = requests[shown];
    if (request === undefined) return make("div", "lab-body");
    if (body.of !== request || body.status !== request.status) {
      const element = bodyOf(request, earlierOf(requests, shown), words);
      body = { of: request, status: request.status, element };
    }
    return body.element;
  }

  draw();
  return {
    take,
    /** Must be called when it comes into view: only then it can be scrolled to its end. */
    draw,
    clear() {
      requests = [];
      chosen = undefined;
      draw();
    },
  };
}
