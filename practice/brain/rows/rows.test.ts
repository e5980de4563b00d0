// practice/brain/rows · a new tool's intent is one row, and nothing else.
import { expect, test } from "vitest";
import { think } from "../brain.ts";
import { phrasingsOf } from "../examples.ts";
import { TABLE } from "../intents/table.ts";
import type { IntentRow } from "./row.ts";
import { ROWS } from "./rows.ts";

const LANGUAGES = ["en", "zh", "ja"] as const;

/** A tool of no chapter. */
const WATER: IntentRow = {
  rule: "water",
  tools: ["water_bed"],
  examples: {
    en: ['water bed [name:"A 1"] with [number:5] litres', 'water bed [name:"roses"]'],
    zh: ["给[name:“A 1”]浇 [number:5] 升水", "给[name:“七号床”]浇水"],
    ja: ["[name:「A 1」]に [number:5] リットルの水をやって", "[name:「A 1」]に水をやって"],
  },
  input: { "bed|name": "{name}", litres: "{number}", gently: true },
  task: { en: "water {name}", zh: "给{name}浇水", ja: "{name}の水やり" },
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
/** What a list of rows has of examples is learned once for each list. */
const WITH_WATER = [...ROWS, WATER];
const asked = (
  content: string,
  tools: unknown[] = [TOOL],
  rows: readonly IntentRow[] = WITH_WATER,
) => think({ messages: [{ role: "user", content }], tools }, rows);

test.each([
  ['Water bed "A 1" with 5 litres.', "A 1"],
  ["给“A 1”浇５升水！", "A 1"],
  ["「A 1」に5リットルの水をやって。", "A 1"],
])("a row alone makes the call: %s", (say, bed) => {
  const input = { bed, litres: 5, gently: true };
  expect(asked(say)).toEqual({ calls: [{ name: "Water_Bed", input }], rule: "water" });
  expect(asked(say, [TOOL], ROWS).calls).toBeUndefined();
});

test("a slot that the words leave out is no property, and one that the schema needs makes no call", () => {
  expect(asked('water bed "B 7"').calls).toEqual([
    { name: "Water_Bed", input: { bed: "B 7", gently: true } },
  ]);
  expect(asked('water bed "B 7"', [toolOf(properties, ["bed", "litres"])])).toMatchObject({
    rule: "no-tool",
    text: expect.stringContaining("water B 7"),
  });
});

test("a property has the name and the type that the schema gives it", () => {
  const { bed: name, ...rest } = properties;
  expect(asked('water bed "B 7"', [toolOf({ name, ...rest }, ["name"])])).toMatchObject({
    calls: [{ input: { name: "B 7", gently: true } }],
  });
  expect(asked('water bed "B 7"', [toolOf({ ...rest, bed: { type: "array" } }, [])]).rule).toBe(
    "no-tool",
  );
  expect(asked('water bed "B 7"', []).rule).toBe("no-tool");
});

test.each([
  ['water bed "B 7"', "Water_Bed says: `It is wet.`"],
  ["给“七号床”浇水", "Water_Bed 说：`It is wet.`"],
])("the result is said in the row's words: %s", (say, text) => {
  const call = { type: "tool_use", id: "t1", name: "Water_Bed", input: {} };
  const result = { type: "tool_result", tool_use_id: "t1", content: "It is wet." };
  const messages = [
    { role: "user", content: say },
    { role: "assistant", content: [call] },
    { role: "user", content: [result] },
  ];
  expect(think({ messages, tools: [TOOL] }, WITH_WATER)).toEqual({ text, rule: "water" });
});

test("each row has examples in three languages, and each intent of the table is carried out or says why not", () => {
  for (const { rule, intent = rule } of ROWS)
    for (const language of LANGUAGES)
      expect([intent, Object.fromEntries(phrasingsOf(language))[intent]?.length ?? 0]).toEqual([
        intent,
        expect.toSatisfy((count: number) => count >= 20),
      ]);
  for (const language of LANGUAGES)
    expect(
      Object.keys(Object.fromEntries(phrasingsOf(language))).filter((intent) => !TABLE.has(intent)),
    ).toEqual([]);
});
