// practice/brain/rows · a new tool's intent is one row, and nothing else.
import { expect, test } from "vitest";
import { think } from "../brain.ts";
import phrases from "../phrases.json" with { type: "json" };
import type { IntentRow } from "./row.ts";
import { ROWS } from "./rows.ts";

const LANGUAGES = ["en", "zh", "ja"] as const;

/** A tool of no chapter. */
const WATER: IntentRow = {
  rule: "water",
  tools: ["water_bed"],
  words: {
    en: ["water bed (?<bed>.+?)(?: with (?<litres>\\d+) litres)?"],
    zh: ["给(?<bed>.+?)浇(?:(?<litres>\\d+) ?升)?水"],
    ja: ["(?<bed>.+?)に(?:(?<litres>\\d+) ?リットルの)?水をやって"],
  },
  input: { "bed|name": "{bed:text}", litres: "{litres}", gently: true },
  task: { en: "water {bed:text}", zh: "给{bed:text}浇水", ja: "{bed:text}の水やり" },
  says: { en: "{tool} says:", zh: "{tool} 说：", ja: "{tool}：" },
};

const properties = {
  bed: { type: "string" },
  litres: { type: "integer" },
  gently: { type: "boolean" },
};
const toolOf = (fields: Record<string, object>, required: string[]) => ({
  name: "Water_Bed",
  input_schema: { type: "object", properties: fields, required },
});
const TOOL = toolOf(properties, ["bed"]);
const asked = (content: string, tools: unknown[] = [TOOL], rows = [...ROWS, WATER]) =>
  think({ messages: [{ role: "user", content }], tools }, rows);

test.each([
  ['Water bed "A 1" with 5 litres.', "A 1"],
  ["给“A 1”浇５升水！", "A 1"],
  ["「A 1」に5リットルの水をやって。", "A 1"],
])("a row alone makes the call: %s", (say, bed) => {
  const input = { bed, litres: 5, gently: true };
  expect(asked(say)).toEqual({ calls: [{ name: "Water_Bed", input }], rule: "water" });
  expect(asked(say, [TOOL], [...ROWS]).calls).toBeUndefined();
});

test("a slot that the words leave out is no property, and one that the schema needs makes no call", () => {
  expect(asked("water bed 7").calls).toEqual([
    { name: "Water_Bed", input: { bed: "7", gently: true } },
  ]);
  expect(asked("water bed 7", [toolOf(properties, ["bed", "litres"])])).toMatchObject({
    rule: "no-tool",
    text: expect.stringContaining("water 7"),
  });
});

test("a property has the name and the type that the schema gives it", () => {
  const { bed: name, ...rest } = properties;
  expect(asked("water bed 7", [toolOf({ name, ...rest }, ["name"])])).toMatchObject({
    calls: [{ input: { name: "7", gently: true } }],
  });
  expect(asked("water bed 7", [toolOf({ ...rest, bed: { type: "array" } }, [])]).rule).toBe(
    "no-tool",
  );
  expect(asked("water bed 7", []).rule).toBe("no-tool");
});

test.each([
  ["water bed 7", "Water_Bed says: `It is wet.`"],
  ["给七号床浇水", "Water_Bed 说：`It is wet.`"],
])("the result is said in the row's words: %s", (say, text) => {
  const call = { type: "tool_use", id: "t1", name: "Water_Bed", input: {} };
  const result = { type: "tool_result", tool_use_id: "t1", content: "It is wet." };
  const messages = [
    { role: "user", content: say },
    { role: "assistant", content: [call] },
    { role: "user", content: [result] },
  ];
  expect(think({ messages, tools: [TOOL] }, [WATER])).toEqual({ text, rule: "water" });
});

test("a wish behind another one is no part of a slot, where a row says so", () => {
  const say = "water bed 7. Then read a.txt";
  expect(asked(say).calls?.[0]?.input).toMatchObject({ bed: "7. Then read a.txt" });
  expect(asked(say, [TOOL], [{ ...WATER, isAlone: true }]).calls).toBeUndefined();
});

test("each row has words in three languages, which compile, and phrases that are published", () => {
  const published: string[] = phrases.intents.flatMap(({ rules }) => rules);
  for (const { rule, words } of ROWS) {
    for (const language of LANGUAGES) {
      expect(words[language].length).toBeGreaterThan(0);
      for (const form of words[language]) expect(() => new RegExp(form, "di")).not.toThrow();
    }
    expect(published).toContain(rule);
  }
});
