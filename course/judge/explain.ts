// course/judge/explain · a failed expectation in words: the line of the spec, and what the model got from the tools.
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { withoutMiddle } from "../../shared/text.ts";
import { say } from "../base/say.ts";
import { quote } from "../spec/errors.ts";
import type { SeenResult } from "../spec/model.ts";
import { framesOf } from "../spec/track.ts";

const MOST_LINES = 8;
const MOST_RESULTS = 12;
const MOST_CHARACTERS = 300;

/** What the agents of a test had received and sent when an expectation failed. */
interface Scene {
  results: SeenResult[];
  /** The last one of the conversation. */
  request: MessageRequest | undefined;
  /** What became of side questions, one sentence each. */
  unanswered: string[];
}

/** The message of an AssertionError, the expectation as it stands in the spec, and what the agents received and sent. */
export function explain(error: Error, { results, request, unanswered }: Scene): string {
  const statement = statementOf(error);
  return [
    ...inPlainWords(messageOf(error, statement))
      .split("\n")
      .map((line) => withoutMiddle(line, MOST_OF_LINE)),
    ...(statement === undefined ? [] : [statement.place, quote(statement.text)]),
    ...unanswered,
    ...resultLines(results, request),
    ...requestLines(request),
  ].join("\n");
}

/** How vitest complains about an expectation of a value that is not there; it does not name the value. */
const ABSENT =
  /Target cannot be (null or undefined)\.$|the given combination of arguments \((undefined|null) and [\s\S]*$/;

function messageOf({ message }: Error, statement: Statement | undefined): string {
  const subject = /expect\(\s*([\s\S]*?)(?:,\s*["`][\s\S]*?)?,?\s*\)\s*\.(?:not\.)?to/.exec(
    statement?.text ?? "",
  )?.[1];
  return message.replace(ABSENT, (_, either: string | undefined, one: string | undefined) => {
    return say`There is no ${subject ?? say`such value`}: it is ${either ?? one}.`;
  });
}

/** What vitest says in the words of a program. */
const JARGON: [RegExp, string][] = [
  [/ \/\/ Object\.is equality/g, ""],
  [/ to (?:deeply|strictly) equal /g, " to equal "],
  [/ to match object /g, " to have what is in "],
  [/ to deep equally contain /g, " to contain "],
  [/\bStringContaining (?=")/g, "a text with "],
  [/\bStringMatching (?=\/)/g, "a text that matches "],
  [/\b(?:ObjectContaining|ArrayContaining) ?(?=[{[])/g, "at least "],
  [/\n\(\d+ matching propert(?:y|ies) omitted from actual\)/g, ""],
  [/\bAny<(\w+)>/g, "any $1"],
  [/\btool_use_id: 'toolu_\w+', /g, ""],
];

const inPlainWords = (message: string): string =>
  JARGON.reduce((text, [jargon, words]) => text.replaceAll(jargon, words), message);

/** A line of a message quotes what came: of a very long text, beginning and end. */
const MOST_OF_LINE = 2000;

const MOST_MESSAGES = 6;

/** The last messages of a request, as they are shown. */
const shownOf = (request: MessageRequest | undefined) =>
  request?.messages.slice(-MOST_MESSAGES) ?? [];

/** The end of what was sent last, a line for each part of a message. */
function requestLines(request: MessageRequest | undefined): string[] {
  if (request === undefined) return [];
  const left = request.messages.length - MOST_MESSAGES;
  const parts = shownOf(request).flatMap(({ role, content }) =>
    (typeof content === "string" ? [content] : content).map(
      (part) => `${role}: ${withoutMiddle(inWords(part), MOST_CHARACTERS)}`,
    ),
  );
  const first = left > 0 ? [say`(${left} messages before these)`] : [];
  return [say`The last request, its messages:`, quote([...first, ...parts].join("\n"))];
}

function inWords(part: string | Anthropic.ContentBlockParam): string {
  if (typeof part === "string") return JSON.stringify(part);
  if (part.type === "text") return JSON.stringify(part.text);
  if (part.type === "thinking") return say`thinks ${JSON.stringify(part.thinking)}`;
  if (part.type === "tool_use") return say`calls ${part.name} ${JSON.stringify(part.input)}`;
  if (part.type !== "tool_result") return JSON.stringify(part);
  return `${part.is_error ? say`error result` : say`result`} ${JSON.stringify(part.content ?? "")}`;
}

interface Statement {
  place: string;
  text: string;
}

/** The statement of the spec where the expectation stands. */
function statementOf(error: Error): Statement | undefined {
  const place = framesOf(error)
    .map((frame) => /\(?((?:file:\/\/)?[^()\s]+\.test\.ts):(\d+):\d+\)?$/.exec(frame))
    .find((match) => match !== null);
  const [, file = "", line = ""] = place ?? [];
  const path = file.replace(/^file:\/\//, "");
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, "utf8").split("\n");
  const named = Number(line) - 1; // of one that is chained over several lines, this is the last
  const back = /^\s*[.)]/.test(lines[named] ?? "")
    ? lines.slice(0, named).findLastIndex((text) => /\bexpect\(/.test(text))
    : named;
  const from = back < Math.max(0, named - MOST_LINES) ? named : back;
  const length = lines.slice(from, from + MOST_LINES).findIndex((text) => /;\s*$/.test(text)) + 1;
  const text = lines.slice(from, from + Math.max(length, 1)).join("\n");
  return { place: say`Expected by ${basename(path)}, line ${line}:`, text };
}

/** The results that are not among the messages that are shown. */
function resultLines(results: SeenResult[], request: MessageRequest | undefined): string[] {
  if (results.length === 0) return [say`The model has got no tool results.`];
  const isShown = new Set(
    shownOf(request).flatMap(({ content }) =>
      typeof content === "string"
        ? []
        : content.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : [])),
    ),
  );
  const others = results.flatMap((result, at) =>
    isShown.has(result.tool_use_id) ? [] : [{ ...result, number: at + 1 }],
  );
  if (others.length === 0) return [];
  const left = others.length - MOST_RESULTS;
  const shown = others
    .slice(-MOST_RESULTS)
    .map(
      ({ number, is_error, content }) =>
        `${number}. ${is_error ? say`error: ` : ""}${withoutMiddle(content, MOST_CHARACTERS)}`,
    );
  const first = left > 0 ? [say`(${left} results before these)`] : [];
  return [say`The tool results that the model got before:`, quote([...first, ...shown].join("\n"))];
}
