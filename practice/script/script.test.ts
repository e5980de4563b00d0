// practice/script/script · scripts answer conversations in order, and files that are wrong say where.
import { describe, expect, test } from "vitest";
import type { MessageRequest, Reply } from "../protocol/reply.ts";
import { createScript, parseScript, type ScriptReply } from "./script.ts";

type Messages = MessageRequest["messages"];

const asking = (messages: Messages, more: Partial<MessageRequest> = {}): MessageRequest => ({
  model: "practice-1",
  max_tokens: 100,
  messages,
  stream: false,
  ...more,
});
const saying = (content: string, more?: Partial<MessageRequest>) =>
  asking([{ role: "user", content }], more);
const scripted = (replies: ScriptReply[], side?: Record<string, Reply>) =>
  createScript({ version: 1, replies, side });

describe("createScript", () => {
  test("the replies of one conversation come in order, whatever is appended to it", () => {
    const script = scripted([{ text: "one" }, { text: "two" }]);
    expect(script.reply(saying("Hello")).text).toBe("one");
    const longer: Messages = [
      {
        role: "user",
        content: [{ type: "text", text: "Hello", cache_control: { type: "ephemeral" } }],
      },
      { role: "assistant", content: "one" },
      { role: "user", content: "more" },
    ];
    expect(script.reply(asking(longer)).text).toBe("two");
    expect(script.unused()).toEqual([]);
  });

  test("a new conversation takes the first unconsumed script that is for it", () => {
    const script = scripted([
      { text: "lead 1" },
      { text: "lead 2" },
      { for: "tests", text: "tester 1" },
      { text: "tester 2" },
      { for: "docs", text: "writer 1" },
    ]);
    expect(script.reply(saying("Start")).text).toBe("lead 1");
    expect(script.reply(saying("Write the docs")).text).toBe("writer 1");
    expect(script.reply(saying("Run the tests")).text).toBe("tester 1");
    expect(script.reply(saying("Start")).text).toBe("lead 2");
    expect(script.reply(saying("Run the tests")).text).toBe("tester 2");
  });

  test("a script with times serves that many conversations, each from its beginning", () => {
    const script = scripted([
      { text: "lead 1" },
      { for: "search", times: 3, text: "looking" },
      { text: "found" },
      { for: "search", text: "the last one" },
    ]);
    const ended = (first: string): Messages => [
      { role: "user", content: first },
      { role: "assistant", content: "looking" },
      { role: "user", content: "go on" },
    ];
    expect(script.reply(saying("Start")).text).toBe("lead 1");
    expect(script.reply(saying("search a")).text).toBe("looking");
    expect(script.reply(saying("search b")).text).toBe("looking");
    expect(script.reply(asking(ended("search b"))).text).toBe("found");
    expect(script.reply(asking(ended("search a"))).text).toBe("found");
    // The same words again, after a conversation that has ended, begin another one.
    expect(script.reply(saying("search a")).text).toBe("looking");
    expect(script.reply(asking(ended("search a"))).text).toBe("found");
    expect(script.reply(asking(ended("search a"))).fault?.kind).toBe("invalid_request");
    expect(script.reply(saying("search c")).text).toBe("the last one");
    expect(script.reply(saying("search d")).fault?.kind).toBe("invalid_request");
    expect(script.unused()).toEqual([]);
  });

  test("a conversation without a reply left is a 400 that quotes it, and is noted", () => {
    const script = scripted([{ text: "one" }]);
    script.reply(saying("Hello"));
    const reply = script.reply(saying("Hello"));
    expect(reply.fault).toMatchObject({
      kind: "invalid_request",
      message: expect.stringContaining("Hello"),
    });
    expect(script.reply(saying("Another")).fault?.message).toContain("Another");
    expect(script.exhausted()).toEqual(["Hello", "Another"]);
  });

  test("a conversation that begins anew goes on with the first script where that is allowed", () => {
    const replies = [{ text: "one" }, { text: "two" }, { for: "tests", text: "tester" }];
    const script = createScript({ version: 1, replies }, { goesOn: true });
    expect(script.reply(saying("Hello")).text).toBe("one");
    expect(script.reply(saying("run the tests")).text).toBe("tester");
    expect(script.reply(saying("Hello again")).text).toBe("two");
    expect(script.reply(saying("And again")).fault?.kind).toBe("invalid_request");
  });

  test("the last user text is quoted even when the last message holds only results", () => {
    const script = scripted([]);
    const messages: Messages = [
      { role: "user", content: "Look around" },
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "bash", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "a.txt" }] },
    ];
    script.reply(asking(messages));
    expect(script.exhausted()).toEqual(["Look around"]);
  });

  test("unused replies are told apart even when they are the same object", () => {
    const same = { text: "again" };
    const script = scripted([same, same, { for: "never", text: "x" }]);
    script.reply(saying("Hello"));
    expect(script.unused()).toEqual([same, { for: "never", text: "x" }]);
  });

  test("a side question takes its own reply and uses up no other", () => {
    const script = scripted([{ text: "one" }], { title: { text: "A title" } });
    const side = (name: string, more?: Partial<MessageRequest>) =>
      script.reply(saying("Hello", { metadata: { user_id: `side:${name}` }, ...more }));
    expect(side("title").text).toBe("A title");
    expect(side("other").text).toBe("ok");
    const schema = {
      type: "object",
      properties: { files: { type: "array" } },
      required: ["files"],
    };
    const format = { type: "json_schema", schema } as const;
    expect(side("other", { output_config: { format } }).text).toBe('{"files":[]}');
    expect(script.unused()).toHaveLength(1);
  });
});

describe("parseScript", () => {
  test("a good file is a script", () => {
    const reply = {
      for: "x",
      times: 2,
      text: "a",
      calls: [{ name: "bash", input: { command: "ls" } }],
      stop: "tool_use",
      usage: { output_tokens: 5 },
      delay_ms: 1,
      fault: { kind: "overloaded", retry_after_ms: 10 },
    };
    const script = { version: 1, replies: [reply], side: { title: { text: "t" } } };
    expect(parseScript(JSON.stringify(script), "f.json")).toEqual(script);
  });

  test.each([
    ['{\n  "version": 1\n}', 'f.json:1: the file "replies" is missing'],
    ['{\n  "version": 2,\n  "replies": []\n}', "f.json:2: version should be 1"],
    [
      '{ "version": 1,\n"replies": [\n{ "text": "a" },\n{ "text": 5 }] }',
      "f.json:4: replies[1].text should be text",
    ],
    [
      '{ "version": 1, "replies": [{ "texts": "a" }] }',
      "f.json:1: replies[0].texts is not known here",
    ],
    [
      '{ "version": 1, "replies": [{ "constructor": 1 }] }',
      "replies[0].constructor is not known here",
    ],
    [
      '{ "version": 1, "replies": [\n{ "calls": [{ "name": "bash" }] }] }',
      'f.json:2: replies[0].calls[0] "input" is missing',
    ],
    [
      '{ "version": 1, "replies": [\n{ "times": 2 }] }',
      'f.json:2: replies[0].times is known only beside "for"',
    ],
    [
      '{ "version": 1, "replies": [\n{ "for": "x", "times": 0 }] }',
      "f.json:2: replies[0].times should be a whole number from 1 to 1000",
    ],
    [
      '{ "version": 1, "replies": [\n{ "stop": "done" }] }',
      "f.json:2: replies[0].stop should be one of end_turn",
    ],
    [
      '{ "version": 1, "replies": [\n\n{ "fault": { "kind": "fire" } }] }',
      "f.json:3: replies[0].fault.kind should be one of",
    ],
    [
      '{ "version": 1, "replies": [], "side": { "a": "b" } }',
      "f.json:1: side.a should be an object",
    ],
    ['{\n  "version": 1,\n  "replies": [\n  }', "f.json:4: not JSON"],
    ['{\n  "version": 1,\n  "replies": [],\n}', "f.json:4: not JSON"],
    ['{\n  "version": 1\n  "replies": []\n}', "f.json:3: not JSON"],
    ["", "f.json:1: not JSON"],
  ])("%j says where it is wrong", (text, message) => {
    expect(() => parseScript(text, "f.json")).toThrow(message);
  });
});
