// practice/validate · whatever the SDK's types let a client send is accepted, or refused by a rule that is known.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { createPractice } from "./handler.ts";
import { sign } from "./signature.ts";
import { post } from "./testing.ts";

type Fields = Record<string, unknown>;

const SDK = join(import.meta.dirname, "..", "node_modules", "@anthropic-ai", "sdk", "resources");
const declarations = (file: string): string =>
  readFileSync(join(SDK, file), "utf8").replace(/\/\*\*[\s\S]*?\*\//g, "");
const stable = declarations("messages/messages.d.ts");
const beta = declarations("beta/messages/messages.d.ts");

/** The members of `export type NAME = A | B;`. */
function membersOf(source: string, name: string): string[] {
  const [, members = ""] = new RegExp(`^export type ${name} = (.+);$`, "m").exec(source) ?? [];
  return members.split(" | ");
}

const literalsIn = (type: string): string[] =>
  [...type.matchAll(/'([^']+)'/g)].map(([, word = ""]) => word);

/** The required fields of an interface, by their names, with their types. */
function requiredOf(source: string, name: string): Record<string, string> {
  const start = source.indexOf(`export interface ${name} {`);
  const body = source.slice(start, source.indexOf("\n}", start));
  const fields = [...body.matchAll(/^ {4}(\w+): (.+);$/gm)];
  return Object.fromEntries(fields.map(([, field = "", type = ""]) => [field, type]));
}

/** The simplest value of a type as the SDK writes it. */
function simplest(type: string): unknown {
  const [literal] = literalsIn(type);
  if (literal !== undefined) return literal;
  if (type === "string" || type.startsWith("string |")) return "x";
  if (type === "number") return 1;
  return type.startsWith("Array<") ? [] : {};
}

/** One value for each tag of an interface. */
function valuesOf(source: string, name: string): Fields[] {
  const { type = "", ...rest } = requiredOf(source, name);
  const values = Object.entries(rest).map(([field, written]) => [field, simplest(written)]);
  return literalsIn(type).map((tag) => ({ ...Object.fromEntries(values), type: tag }));
}

const BETAS = literalsIn(membersOf(declarations("beta/beta.d.ts"), "AnthropicBeta").join());

/** The rule that refuses a request; undefined when it is answered. */
async function refusedBy(body: Fields, betas: string[] = []): Promise<string | undefined> {
  const seen: Exchange[] = [];
  const practice = createPractice({
    reply: () => ({ text: "ok" }),
    observe: (exchange) => seen.push(exchange),
  });
  const more: Record<string, string> =
    betas.length > 0 ? { "anthropic-beta": betas.join(",") } : {};
  const whole = { model: "practice-1", max_tokens: 10, messages: [user("Hi")], ...body };
  const response = await practice.handle(post("/v1/messages", whole, more));
  const rule = seen[0]?.rule;
  expect(response.status === 200).toBe(rule === undefined);
  return rule;
}

const user = (content: unknown): Fields => ({ role: "user", content });
const assistant = (content: unknown): Fields => ({ role: "assistant", content });
const bash: Fields = { name: "bash", input_schema: { type: "object" } };

/** Members whose simplest value has to be a little more than its types say. */
const SAMPLES: Record<string, Fields> = {
  image: { source: { type: "url", url: "https://example.org/a.png" } },
  document: { source: { type: "text", media_type: "text/plain", data: "a" } },
  thinking: { thinking: "a", signature: sign("practice-1", "a", "a") },
  server_tool_use: { name: "web_search" },
  redacted_thinking: { data: sign("practice-1", "a", "") },
};

const OF_THE_USER = ["text", "image", "document", "search_result", "container_upload"];

/** A conversation in which the block may be. */
function around(block: Fields): Fields[] {
  const type = String(block.type);
  const call = { type: "tool_use", id: "x", name: "bash", input: {} };
  const answer = { type: "tool_result", tool_use_id: "x" };
  if (type === "tool_use") return [user("a"), assistant([block]), user([answer])];
  if (type === "tool_result") return [user("a"), assistant([call]), user([block])];
  if (type.startsWith("tool_") && !type.endsWith("_tool_result"))
    return [user("a"), { role: "system", content: [block] }];
  if (OF_THE_USER.includes(type)) return [user([block])];
  return [user("a"), assistant([block]), user("b")];
}

const tools = (source: string, union: string): Fields[] =>
  membersOf(source, union)
    .flatMap((name) => (/^(Beta)?Tool$/.test(name) ? [bash] : valuesOf(source, name)))
    .filter(({ type }) => type !== "custom");

const blocks = (source: string, union: string): Fields[] =>
  membersOf(source, union)
    .flatMap((name) => valuesOf(source, name))
    .map((block) => ({ ...block, ...SAMPLES[String(block.type)] }));

describe("the SDK's types", () => {
  test("are found", () => {
    expect(tools(stable, "ToolUnion").length).toBeGreaterThan(20);
    expect(tools(beta, "BetaToolUnion").length).toBeGreaterThan(27);
    expect(blocks(stable, "ContentBlockParam").length).toBeGreaterThan(15);
    expect(blocks(beta, "BetaContentBlockParam").length).toBeGreaterThan(22);
    expect(BETAS.length).toBeGreaterThan(40);
  });

  test.each(literalsIn(membersOf(stable, "Model").join()))("model %s is known", async (model) => {
    expect(await refusedBy({ model })).toBeUndefined();
  });

  test.each(tools(stable, "ToolUnion"))("tool $type is accepted", async (tool) => {
    expect(await refusedBy({ tools: [tool] })).toBeUndefined();
  });

  test.each(blocks(stable, "ContentBlockParam"))("block $type is accepted", async (block) => {
    expect(await refusedBy({ tools: [bash], messages: around(block) })).toBeUndefined();
  });

  const stableTools = tools(stable, "ToolUnion").map(({ type }) => type);
  test.each(tools(beta, "BetaToolUnion"))("tool $type is accepted with its beta", async (tool) => {
    expect(await refusedBy({ tools: [tool] }, BETAS)).toBeUndefined();
    const isStable = stableTools.includes(tool.type);
    expect(await refusedBy({ tools: [tool] })).toBe(isStable ? undefined : "tool-type");
  });

  const known = [...blocks(stable, "ContentBlockParam").map(({ type }) => type)];
  test.each(blocks(beta, "BetaContentBlockParam"))(
    "block $type is accepted with its beta",
    async (block) => {
      const body = { tools: [bash], messages: around(block) };
      expect(await refusedBy(body, BETAS)).toBeUndefined();
      const isStable =
        known.includes(block.type) || /^tool_(addition|removal)$/.test(`${block.type}`);
      expect(await refusedBy(body)).toBe(isStable ? undefined : "block-type");
    },
  );
});
