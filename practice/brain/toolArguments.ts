// practice/brain/toolArguments · reads `name value` pairs and JSON objects out of a request, exactly as they were typed.
import { type Fields, isFields } from "../json/fields.ts";
import { parse } from "./record.ts";

interface Found<Value> {
  value: Value;
  /** The index after it. */
  end: number;
}

const KEY =
  /\s*["`“「]?([A-Za-z_$][\w$.-]*)["`”」]?\s*(?:=|:|：|(?:is|as|to)\b|设为|为|是|は|を|に|が)?\s*/y;
const JOINER =
  /\s*(?:[,，、]\s*(?:and\b|和|以及)?|and\b|和|与|以及|并且|と)\s*(?:with\b|参数|引数)?/y;
const PLAIN = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w-]|\.\d)/y;
const STRING =
  /("(?:[^"\\]|\\[\s\S])*")|'((?:[^'\n]|'(?=\w))*)'|`([^`]*)`|“([^”]*)”|「([^」]*)」|『([^』]*)』|‘([^’]*)’/y;

/** The arguments that begin at `at`: pairs, or one JSON object. Undefined where none can be read, or one is given twice. */
export function readArguments(text: string, at: number): Found<Fields> | undefined {
  const start = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
  const whole = text[start] === "{" ? readJson(text, start) : undefined;
  if (whole !== undefined)
    return isFields(whole.value) ? { value: whole.value, end: whole.end } : undefined;
  const pairs = new Map<string, unknown>();
  let end = start;
  for (let next: number | undefined = start; next !== undefined; ) {
    const key = matchAt(KEY, text, next);
    const found = key === null ? undefined : readValue(text, next + key[0].length);
    if (key === null || found === undefined) break;
    const name = key[1] ?? "";
    if (pairs.has(name)) return undefined;
    pairs.set(name, found.value);
    end = found.end;
    const joiner = matchAt(JOINER, text, end);
    next = joiner === null ? undefined : end + joiner[0].length;
  }
  return pairs.size === 0 ? undefined : { value: Object.fromEntries(pairs), end };
}

export function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

/** A quoted string, a number, true, false, null, an array or an object. */
function readValue(text: string, at: number): Found<unknown> | undefined {
  if (text[at] === "{" || text[at] === "[") return readJson(text, at);
  const plain = matchAt(PLAIN, text, at);
  if (plain !== null) return { value: parse(plain[0]), end: at + plain[0].length };
  const quoted = matchAt(STRING, text, at);
  if (quoted === null) return undefined;
  const [whole, json, ...others] = quoted;
  const value = json === undefined ? others.find((one) => one !== undefined) : unescaped(json);
  return { value: value ?? "", end: at + whole.length };
}

/** A JSON string; one that is none, such as "\d", is taken as it stands. */
function unescaped(json: string): unknown {
  return parse(json) ?? json.slice(1, -1).replaceAll('\\"', '"');
}

/** The JSON value whose opening bracket is at `at`. */
function readJson(text: string, at: number): Found<unknown> | undefined {
  let depth = 0;
  const parts = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;
  parts.lastIndex = at;
  for (let part = parts.exec(text); part !== null; part = parts.exec(text)) {
    if (/^[[{]$/.test(part[0])) depth++;
    else if (/^[\]}]$/.test(part[0])) depth--;
    if (depth > 0) continue;
    const end = part.index + part[0].length;
    const value = parse(text.slice(at, end));
    return value === undefined ? undefined : { value, end };
  }
  return undefined;
}
