import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { brokenRule } from "../practice/validation/validate.ts";
import { isMessage, isPaired, mended } from "./messageForm.ts";
import { plainly, withGoodIds } from "./plainMessages.ts";

type Message = Anthropic.MessageParam;

/** The rule of the API that a history breaks. */
function ruleBrokenBy(messages: Message[]): string | undefined {
  const tools = [{ name: "bash", input_schema: { type: "object" } }];
  const next = messages.at(-1)?.role === "user" ? [] : [{ role: "user", content: "on" }];
  const body = { model: "practice-1", max_tokens: 10, tools, messages: [...messages, ...next] };
  return brokenRule(body, { version: "2026-10-21", counting: false })?.rule.id;
}

const text = { type: "text", text: "On it." };
const call = { type: "tool_use", id: "toolu_1", name: "bash", input: { command: "ls" } };
const result = { type: "tool_result", tool_use_id: "toolu_1", content: "a.txt" };
const picture = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "AAAA" },
};
const round = (reply: unknown[], results: unknown[]) => [
  { role: "assistant", content: reply },
  { role: "user", content: results },
];
/** A conversation of one prompt, and what comes after it. */
const after = (...messages: unknown[]) => [{ role: "user", content: "hi" }, ...messages];

const hidden = { type: "thinking", thinking: "Hm.", signature: "of somebody else" };
const marked = { ...text, cache_control: { type: "ephemeral" } };
const withId = (id: string) => round([{ ...call, id }], [{ ...result, tool_use_id: id }]);

/** Histories that files were changed into, or that other endpoints had; the API refuses each. */
const REFUSED: Record<string, unknown[]> = {
  "an id of other characters": after(...withId("functions.bash:0")),
  "an id twice": after(...withId("toolu_1"), ...withId("toolu_1")),
  "an id twice in one reply": after(...round([call, call], [result, result])),
  "an empty id": after(...withId("")),
  "an id in the way of a new one": after(...withId("a_1"), ...withId("a.1"), ...withId("a_1")),
  "a name of other characters": after(...round([{ ...call, name: "a tool!" }], [result])),
  "no name": after(...round([{ ...call, name: "" }], [result])),
  "an input that is null": after(...round([{ ...call, input: null }], [result])),
  "an input that is a list": after(...round([{ ...call, input: ["ls"] }], [result])),
  "an input that is a text": after(...round([{ ...call, input: "ls" }], [result])),
  "an unknown field, in a text": after({ role: "assistant", content: [{ ...text, more: 1 }] }),
  "an unknown field, in a call": after(...round([{ ...call, more: 1 }], [result])),
  "an unknown field, in a result": after(...round([call], [{ ...result, more: 1 }])),
  "an unknown field, in a message": after({ role: "assistant", content: [text], more: 1 }),
  "five cache marks": after({ role: "user", content: [marked, marked, marked, marked, marked] }),
  "a signature of somebody else": after({ role: "assistant", content: [hidden, text] }),
  "no signature": after({ role: "assistant", content: [{ ...hidden, signature: null }, text] }),
  "an unknown kind of block": after({ role: "assistant", content: [{ type: "odd" }, text] }),
  "a picture that is none": after({ role: "user", content: [picture] }),
  "a picture that is none, in a result": after(
    ...round([call], [{ ...result, content: [{ type: "text", text: "this:" }, picture] }]),
  ),
  "thinking at the end": after({ role: "assistant", content: [text, hidden] }),
  "thinking and nothing else": after({ role: "assistant", content: [hidden] }),
  "a reply at the beginning": [{ role: "assistant", content: "hi" }],
  "a blank text": after({ role: "assistant", content: [{ type: "text", text: " " }, text] }),
  "a content that is null": after({ role: "assistant", content: null }),
};

test.each(Object.entries(REFUSED))("%s: refused when it is read, or mended", (_, history) => {
  const messages = history as Message[];
  expect(ruleBrokenBy(messages)).toBeDefined();
  const isRead = messages.every(isMessage) && messages[0]?.role === "user" && isPaired(messages);
  if (!isRead) return;
  const taken = mended(messages);
  const plain = plainly(taken) ?? taken;
  expect(ruleBrokenBy(plain)).toBeUndefined();
  expect(plainly(plain)).toBeUndefined();
  expect(isPaired(plain)).toBe(true);
});

test("what is right stays as it is, message for message", () => {
  const history = after(...withId("toolu_1"), { role: "assistant", content: [text] }) as Message[];
  expect(plainly(history)).toBeUndefined();
  mended(history).forEach((message, at) => {
    expect(message).toBe(history[at]);
  });
});

test("an id is replaced in its call and in its result, and nowhere else", () => {
  const history = after(...withId("functions.bash:0"), ...withId("functions.bash:0")) as Message[];
  const ids = withGoodIds(history).flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.map((block) =>
          "id" in block ? block.id : "tool_use_id" in block && block.tool_use_id,
        ),
  );
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).toBe(ids[3]);
  expect(new Set(ids).size).toBe(2);
});

test("in the plain form the words stay, and a picture is told of", () => {
  const shown = { ...result, content: [{ type: "text", text: "this:" }, picture] };
  const plain = JSON.stringify(
    plainly(after(...round([hidden, text, call], [shown])) as Message[]),
  );
  expect(plain).toContain("On it.");
  expect(plain).toContain("this:");
  expect(plain).toContain("A picture was here");
  expect(plain).not.toContain("Hm.");
});
