// site/page/wire · what goes over the wire: each request folded, with what is new in it, and how much came from the cache.
import type { Wire } from "../host/link.ts";
import { make } from "./elements.ts";
import type { Words } from "./words.ts";

interface Usage {
  read: number;
  written: number;
  fresh: number;
  output: number;
}

interface Request {
  messages: unknown[];
  tools: unknown[];
  system: string;
  side: string | undefined;
  size: number;
  status?: number;
  fault?: string | undefined;
  usage?: Usage;
  reply?: unknown[];
}

/** Characters of JSON for a token, about: until the answer tells. */
const CHARACTERS = 4;
const SUMMARY = 90;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);
const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : listOf(value)
        .map((one) => Object(one).text ?? "")
        .join("\n\n");

function usageOf(given: unknown): Usage | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { input_tokens, output_tokens, ...cache } = Object(given);
  return {
    read: numberOf(cache.cache_read_input_tokens),
    written: numberOf(cache.cache_creation_input_tokens),
    fresh: numberOf(input_tokens),
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

function fold(className: string, title: string, text: string): HTMLElement {
  const details = make("details", className);
  details.append(make("summary", "", title), make("pre", "", text));
  return details;
}

const totalOf = ({ usage, size }: Request) =>
  usage ? usage.read + usage.written + usage.fresh : Math.round(size / CHARACTERS);

function legendOf(words: Words) {
  const line = make("p", "lab-legend");
  const names = { read: words.cached, written: words.written, fresh: words.fresh };
  for (const [kind, name] of Object.entries(names))
    line.append(make("i", `lab-part-${kind}`), name);
  return line;
}

function headOf({ side, status, fault, usage }: Request, index: number): string {
  const name = `#${index + 1}${side === undefined ? "" : ` ${side}`}`;
  if (status === undefined) return `${name} …`;
  if (fault !== undefined || status >= 400) return `${name} ${status || ""} ${fault ?? ""}`;
  return usage ? `${name}  ${usage.read + usage.written + usage.fresh} → ${usage.output}` : name;
}

/** A bar as long as the request is, beside the longest one. */
function barOf(request: Request, most: number) {
  const { usage } = request;
  const { read = 0, written = 0, fresh = 0 } = usage ?? {};
  const parts = usage ? { read, written, fresh } : { pending: totalOf(request) };
  const bar = make("span", "lab-bar-of");
  for (const [kind, count] of Object.entries(parts)) {
    const part = make("i", `lab-part-${kind}`);
    part.style.width = `${(100 * count) / most}%`;
    bar.append(part);
  }
  return bar;
}

function foldsOf(message: unknown, className: string): HTMLElement[] {
  return blocksOf(message).map(({ role, block }) => {
    const { kind, text } = wordsOfBlock(block);
    const isMarked = Object(block).cache_control !== undefined;
    const title = [role, kind, text.slice(0, SUMMARY)].filter((part) => part !== "").join(" · ");
    return fold(`lab-fold ${className}${isMarked ? " is-marked" : ""}`, title, text);
  });
}

/** All of a request, folded; what the one before did not have is marked. */
function bodyOf(request: Request, earlier: Request | undefined, words: Words): HTMLElement {
  const { messages, tools, system, reply = [] } = request;
  const names = tools.map((tool) => Object(tool).name).join(", ");
  const old = earlier?.messages.length ?? 0;
  const body = make("div", "lab-body");
  body.append(
    fold("lab-fold", `${words.tools} ${tools.length}: ${names}`, JSON.stringify(tools, null, 1)),
    ...(system === "" ? [] : [fold("lab-fold", `${words.system}: ${system}`, system)]),
    ...messages.flatMap((message, at) => foldsOf(message, at >= old ? "is-new" : "")),
    ...foldsOf({ role: words.reply, content: reply }, "is-reply"),
  );
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
  return { ...lists, system: textOf(system), side, size };
}

/** The panel of the wire. Requests of the side, such as that for memories, are shown when somebody asks for them. */
export function createWire(root: HTMLElement, words: Words) {
  let requests: Request[] = [];
  let chosen: number | undefined;

  function take(wire: Wire) {
    if (wire.type === "request") requests.push(requestOf(wire));
    else {
      const request = requests.find(({ status }) => status === undefined);
      const usage = usageOf(wire.usage);
      const { status, fault } = wire;
      const reply = listOf(Object(wire.reply).content);
      if (request) Object.assign(request, { status, fault, reply, ...(usage && { usage }) });
    }
    draw();
  }

  function row(request: Request, index: number, shown: number) {
    const most = Math.max(...requests.map(totalOf));
    const element = make("button", `lab-request${index === shown ? " is-shown" : ""}`);
    element.setAttribute("type", "button");
    element.append(make("span", "lab-request-head", headOf(request, index)), barOf(request, most));
    element.addEventListener("click", () => {
      chosen = index === requests.length - 1 ? undefined : index;
      draw();
    });
    return element;
  }

  function draw() {
    root.replaceChildren();
    if (requests.length === 0) return void root.append(make("p", "lab-none", words.noRequest));
    const shown = chosen ?? requests.findLastIndex(({ side }) => side === undefined);
    const list = make("div", "lab-requests");
    list.append(...requests.map((request, index) => row(request, index, shown)));
    const request = requests[shown];
    const body = request ? bodyOf(request, earlierOf(requests, shown), words) : "";
    root.append(legendOf(words), list, body);
    list.scrollTop = list.scrollHeight;
  }

  draw();
  return {
    take,
    clear() {
      requests = [];
      chosen = undefined;
      draw();
    },
  };
}
