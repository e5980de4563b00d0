// practice/brain/intents/useTool · a call of a tool that was named outright, checked against its schema.
import { type Fields, isFields, listOf } from "../../json/fields.ts";
import { fits } from "../../json/schema.ts";
import type { ToolCall } from "../toolCalls.ts";
import type { Language, Offer, Reading, Step } from "../types.ts";
import { pick, quoted, row } from "../words.ts";

/** The call as a step; what does not fit the tool's schema is said, and nothing is done. */
export function useTool({ name, input }: ToolCall, language: Language, offer: Offer): Reading {
  const problem = problemOf({ name, input }, language, offer);
  if (problem !== undefined || input === undefined)
    return { kind: "talk", rule: "use-tool", text: problem ?? "" };
  const step: Step = {
    rule: "use-tool",
    task: pick(language, `use ${name}`, `使用 ${name}`, `${name} の使用`),
    call: () => ({ name, input }),
    say: (result) => {
      const text = quoted(language, result);
      return pick(
        language,
        `${name} answered:${text}`,
        `${name} 的结果：${text}`,
        `${name} の結果：${text}`,
      );
    },
  };
  return { kind: "steps", steps: [step] };
}

function problemOf(
  { name, input }: Pick<ToolCall, "name" | "input">,
  language: Language,
  offer: Offer,
): string | undefined {
  if (!offer.names.includes(name)) return noSuchTool(name, language, offer);
  const schema = offer.tools?.find((tool) => tool.name === name)?.schema ?? {};
  const known = isFields(schema.properties) ? schema.properties : undefined;
  if (input === undefined) return unreadable(name, language, known);
  const isOpen = known === undefined || (schema.additionalProperties ?? false) !== false;
  const strange = Object.keys(input).filter((key) => !isOpen && !Object.hasOwn(known, key));
  if (strange.length > 0) return noSuchArgument({ name, strange, known, language });
  const missing = listOf(schema.required).map(String);
  const left = missing.filter((key) => !Object.hasOwn(input, key));
  if (left.length > 0) return missingText({ name, left, known, language });
  return fits(withoutLimits(schema), input)
    ? undefined
    : doesNotFit({ name, input, known, language });
}

const LIMIT = /^(?:exclusive)?(?:minimum|maximum)$|^(?:min|max)[A-Z]|^pattern$|^multipleOf$/;

/** The kinds of values alone: a value out of bounds is the tool's to refuse, as it would be a real model's. */
function withoutLimits(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value) =>
    LIMIT.test(key) && typeof value !== "object" ? undefined : value,
  );
  return JSON.parse(text);
}

function noSuchTool(name: string, language: Language, { names }: Offer): string {
  const tools = names.length === 0 ? "–" : row(language, names);
  return pick(
    language,
    `There is no tool ${name}. The tools I was given: ${tools}. I did nothing.`,
    `没有名为 ${name} 的工具。给我的工具：${tools}。我什么也没做。`,
    `${name} というツールはありません。渡されているツール：${tools}。何もしていません。`,
  );
}

interface Wrong {
  name: string;
  known: Fields | undefined;
  language: Language;
}

function noSuchArgument({ name, strange, known, language }: Wrong & { strange: string[] }): string {
  const wrong = row(language, strange);
  return pick(
    language,
    `${name} has no argument ${wrong}. ${argumentsOf(language, known)} I did nothing.`,
    `${name} 没有参数 ${wrong}。${argumentsOf(language, known)}我什么也没做。`,
    `${name} に引数 ${wrong} はありません。${argumentsOf(language, known)}何もしていません。`,
  );
}

function missingText({ name, left, known, language }: Wrong & { left: string[] }): string {
  const wanted = row(language, left);
  return pick(
    language,
    `${name} also needs ${wanted}. ${argumentsOf(language, known)} I did nothing.`,
    `${name} 还需要 ${wanted}。${argumentsOf(language, known)}我什么也没做。`,
    `${name} には ${wanted} も必要です。${argumentsOf(language, known)}何もしていません。`,
  );
}

/** Names the arguments whose own schema refuses their value, where one does. */
function doesNotFit({ name, input, known, language }: Wrong & { input: Fields }): string {
  const wrong = Object.keys(input).filter(
    (key) => !fits(withoutLimits(known?.[key] ?? true), input[key]),
  );
  const values = row(language, wrong.length > 0 ? wrong : Object.keys(input));
  return pick(
    language,
    `The schema of ${name} does not take this value: ${values}. ${argumentsOf(language, known)} I did nothing.`,
    `${name} 的模式不接受这个值：${values}。${argumentsOf(language, known)}我什么也没做。`,
    `${name} のスキーマはこの値を受け付けません：${values}。${argumentsOf(language, known)}何もしていません。`,
  );
}

function unreadable(name: string, language: Language, known: Fields | undefined): string {
  return pick(
    language,
    `I cannot read the arguments of ${name}. Write it like this: use ${name} with name "text" and other 5. Texts stand in quotes; numbers, true, false, [...] and {...} are JSON. ${argumentsOf(language, known)} I did nothing.`,
    `我读不懂 ${name} 的参数。请这样写：用 ${name} 工具，参数 name "文本" 和 other 5。文本加引号；数字、true、false、[...]、{...} 按 JSON 写。${argumentsOf(language, known)}我什么也没做。`,
    `${name} の引数を読み取れません。書き方：${name} を name "テキスト" と other 5 で使って。テキストは引用符で囲み、数値・true・false・[...]・{...} は JSON で書きます。${argumentsOf(language, known)}何もしていません。`,
  );
}

/** Each argument with its type. */
function argumentsOf(language: Language, known: Fields = {}): string {
  const each = Object.entries(known).map(([key, schema]) => {
    const type = isFields(schema) && typeof schema.type === "string" ? schema.type : undefined;
    return type === undefined ? key : `${key} (${type})`;
  });
  const all = each.length === 0 ? "–" : row(language, each);
  return pick(language, `Its arguments: ${all}.`, `它的参数：${all}。`, `引数：${all}。`);
}
