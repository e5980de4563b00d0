// course/judge/explain · a failed expectation in words: the line of the spec, and what the model got from the tools.
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import type { MessageRequest } from "../../practice/protocol/reply.ts";
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
    ...messageOf(error, statement).split("\n").map(shortened),
    ...(statement === undefined ? [] : [statement.place, quote(statement.text)]),
    ...unanswered,
    ...resultLines(results),
    ...missingTools(request),
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
    return `There is no ${subject ?? "such value"}: it is ${either ?? one}.`;
  });
}

/** A tool that the model calls and the agent does not offer: most often the same one under another name. */
function missingTools(request: MessageRequest | undefined): string[] {
  const offered = (request?.tools ?? []).flatMap((tool) => ("name" in tool ? [tool.name] : []));
  const called = (request?.messages ?? [])
    .flatMap(({ content }) => (typeof content === "string" ? [] : content))
    .flatMap((block) => (block.type === "tool_use" ? [block.name] : []));
  const missing = [...new Set(called)].filter((name) => !offered.includes(name));
  return missing.map(
    (name) => `There is no tool ${name}. The agent offers: ${offered.join(", ")}.`,
  );
}

/** A line of a message quotes what came: of a very long text, beginning and end. */
const MOST_OF_LINE = 2000;

function shortened(line: string): string {
  const left = line.length - MOST_OF_LINE;
  if (left <= 0) return line;
  const half = MOST_OF_LINE / 2;
  return `${line.slice(0, half)} … ${left} characters … ${line.slice(-half)}`;
}

const MOST_MESSAGES = 6;

/** The end of what was sent last, a line for each part of a message. */
function requestLines(request: MessageRequest | undefined): string[] {
  if (request === undefined) return [];
  const { messages } = request;
  const left = messages.length - MOST_MESSAGES;
  const parts = messages
    .slice(-MOST_MESSAGES)
    .flatMap(({ role, content }) =>
      (typeof content === "string" ? [content] : content).map((part) => `${role}: ${inLine(part)}`),
    );
  const first = left > 0 ? [`(${left} messages before these)`] : [];
  return ["The last request, its messages:", quote([...first, ...parts].join("\n"))];
}

function inLine(part: string | Anthropic.ContentBlockParam): string {
  const text =
    typeof part === "string" || part.type === "text" ? textIn(part) : JSON.stringify(part);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
}

const textIn = (part: string | Anthropic.TextBlockParam) =>
  JSON.stringify(typeof part === "string" ? part : part.text);

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
  const from = Number(line) - 1;
  const length = lines.slice(from, from + MOST_LINES).findIndex((text) => /;\s*$/.test(text)) + 1;
  const text = lines.slice(from, from + Math.max(length, 1)).join("\n");
  return { place: `Expected by ${basename(path)}, line ${line}:`, text };
}

function resultLines(results: SeenResult[]): string[] {
  if (results.length === 0) return ["The model has got no tool results."];
  const shown = results.slice(-MOST_RESULTS).map(({ is_error, content }, at) => {
    const number = results.length - Math.min(results.length, MOST_RESULTS) + at + 1;
    const text =
      content.length > MOST_CHARACTERS ? `${content.slice(0, MOST_CHARACTERS)} …` : content;
    return `${number}. ${is_error ? "error: " : ""}${text}`;
  });
  return ["The tool results that the model got:", quote(shown.join("\n"))];
}
