// practice/brain/toolCalls · the explicit way to call any tool: use NAME with ARGUMENT VALUE. Found before anything else is read.
import { type Fields, isFields } from "../json/fields.ts";
import { isWord } from "./examples.ts";
import { splitPasted } from "./pasted.ts";
import { QUOTED } from "./spans.ts";
import { matchAt, readArguments } from "./toolArguments.ts";
import type { Offer } from "./types.ts";

/** A tool that a request names outright; `input` is undefined where its arguments cannot be read. */
export interface ToolCall {
  kind: "call";
  name: string;
  input: Fields | undefined;
}

export type Piece = ToolCall | { kind: "words"; text: string };

const NAME = '["`“「]?(?<name>[A-Za-z0-9_-]{1,128})(?![\\w/-]|\\.\\w)["`”」]?';
const GIVEN =
  "(?:with|using)(?:\\s+(?:the|these|following|arguments?|parameters?|args|inputs?|json)\\b)*\\s*:?";
/** What comes before the arguments, and the words that may follow them. */
const FORMS = [
  {
    head: `\\s*(?:(?:please|now|also|finally|first|next|can you|could you|would you)[,\\s]+)*(?:use|call|invoke)\\s+(?:the\\s+)?(?<tool>tool\\s+)?${NAME}(?<behind>\\s+tool\\b)?`,
    given: `\\s*,?\\s*(?:${GIVEN}|(?=\\{))`,
    tail: "(?:\\s+(?:please|now|for me))?",
  },
  {
    head: `\\s*(?:(?:请|麻烦|帮我|你|能不能|可以|先)\\s*)*(?:使用|调用|用)\\s*(?<tool>工具\\s*)?${NAME}\\s*(?<behind>(?:这个)?工具)?`,
    given: "\\s*[,，]?\\s*(?:(?:传入|带上|带|传|参数|输入|为|是|:|：)\\s*)*",
    tail: "\\s*吧?",
  },
  {
    head: `\\s*(?<tool>(?:ツール|道具)\\s*)?${NAME}\\s*(?:という|の)?\\s*(?<behind>ツール|道具)?\\s*(?:を|に|で)`,
    given: "\\s*[,、]?\\s*(?:(?:引数|パラメータ)\\s*(?:は|に|を|として)?\\s*[:：]?\\s*)?",
    tail: "\\s*(?:を(?:渡して|指定して|付けて)|として|にして|で|を)?\\s*、?\\s*(?:使って|使用して|呼び出して|呼んで|実行して)(?:ください|下さい|くれますか|くれませんか|もらえますか|ほしい)?",
  },
].map(({ head, given, tail }) => ({
  head: new RegExp(head, "iy"),
  given: new RegExp(given, "iy"),
  tail: new RegExp(tail, "iy"),
}));

const CUT =
  "[.;!?。；！？]\\s+|[;。；！？]\\s*|\\s*[,，、]?\\s*(?:(?:\\band\\s+)?\\b(?:then|after that|finally)\\b[\\s,]*|然后|接着|之后|最后|再|そして|それから|次に|その後|最後に)\\s*[,，、]?\\s*";
/** What ends a call: the end of the request, or words that begin the next wish. */
const END = new RegExp(`\\s*[.;!?。；！？]?\\s*$|${CUT}`, "iy");
const MORE_END = /\s*(?:[,，、\n]|\band\s)\s*/iy;
const NEXT = new RegExp(`(?:${QUOTED.source})|(?<cut>${CUT})`, "gi");

/** The request cut into calls and other words; undefined when it names no tool this way. */
export function splitToolCalls(request: string, offer: Offer): Piece[] | undefined {
  const pieces: Piece[] = [];
  const words = (text: string) => {
    if (text.trim() !== "") pieces.push({ kind: "words", text });
  };
  // Behind the first line may be the content of a file, whose lines are nobody's request.
  const starts = splitPasted(request) === undefined ? startsOf(request) : [0];
  let from = 0;
  for (let at = starts.shift(); at !== undefined; at = starts.shift()) {
    const found = at < from ? undefined : readCall(request, at, offer);
    if (found === undefined) continue;
    words(request.slice(from, at));
    pieces.push(found.call);
    from = found.end;
    starts.unshift(from);
  }
  words(request.slice(from));
  return pieces.some(({ kind }) => kind === "call") ? pieces : undefined;
}

/** Where a wish may begin, outside quotes. */
function startsOf(request: string): number[] {
  const cuts = [...request.matchAll(NEXT)].filter(({ groups }) => groups?.cut !== undefined);
  return [0, ...cuts.map((cut) => cut.index + cut[0].length)];
}

function readCall(text: string, at: number, offer: Offer) {
  for (const form of FORMS) {
    const head = matchAt(form.head, text, at);
    const { name = "", tool, behind } = head?.groups ?? {};
    if (head === null) continue;
    const isTool = (tool ?? behind) !== undefined;
    const known = offer.names.find((one) => one.toLowerCase() === name.toLowerCase());
    const isNamed = known !== undefined || name.includes("_") || isTool;
    if (!isNamed || (known === undefined && isWord(name))) continue;
    const found = readInput(text, at + head[0].length, { ...form, keys: keysOf(offer, known) });
    if (found === undefined) continue;
    // "Use bash." names a tool, but calls none that needs an argument; words in natural order follow.
    if (isBare(found) && !isTool && (known === undefined || needs(offer, known))) continue;
    return {
      call: { kind: "call" as const, name: known ?? name, input: found.input },
      end: found.end,
    };
  }
  return undefined;
}

const isBare = ({ input }: Input): boolean =>
  input !== undefined && Object.keys(input).length === 0;

/** A schema without a list of what it needs needs nothing; of a tool that is only listed, it isn't known. */
function needs({ tools = [] }: Offer, name: string): boolean {
  const { properties, required } = tools.find((tool) => tool.name === name)?.schema ?? {};
  return Array.isArray(required) ? required.length > 0 : properties === undefined;
}

function keysOf({ tools = [] }: Offer, name: string | undefined): string[] {
  const properties = tools.find((tool) => tool.name === name)?.schema.properties;
  return isFields(properties) ? Object.keys(properties) : [];
}

type Form = (typeof FORMS)[number] & { keys: string[] };

interface Input {
  /** undefined: its arguments cannot be read. */
  input: Fields | undefined;
  end: number;
}

function readInput(text: string, at: number, form: Form): Input | undefined {
  const bare = endAt(text, at, form.tail);
  if (bare !== undefined) return { input: {}, end: bare };
  const given = matchAt(form.given, text, at);
  if (given === null) return undefined;
  const start = at + given[0].length;
  const found = readArguments(text, start);
  const end = found && endAt(text, found.end, form.tail, true);
  if (end !== undefined) return { input: found?.value, end };
  // One of its arguments is named, but the value is none; or something follows that is none: all is left undone.
  const key = /^\s*([\w$.-]+)/.exec(text.slice(start))?.[1] ?? "";
  const isMeant = found !== undefined || form.keys.includes(key);
  return isMeant ? { input: undefined, end: text.length } : undefined;
}

/** Where the next wish begins, if this one can end here. */
function endAt(text: string, at: number, tail: RegExp, hasInput = false): number | undefined {
  const own = matchAt(tail, text, at);
  if (own === null) return undefined;
  const behind = at + own[0].length;
  const end = matchAt(END, text, behind) ?? (hasInput ? matchAt(MORE_END, text, behind) : null);
  return end === null ? undefined : behind + end[0].length;
}
