// practice/brain/wishes · each language says each thing many times, each phrasing once, with parts of known kinds.
import { expect, test } from "vitest";
import { KINDS, typed, WISHES } from "./wishes.ts";

test.each(Object.entries(WISHES))("%s has each intent, 26 times or more", (_, intents) => {
  expect(Object.keys(intents).sort()).toEqual(Object.keys(WISHES.en ?? {}).sort());
  for (const [intent, wishes] of Object.entries(intents))
    expect(wishes.length, intent).toBeGreaterThanOrEqual(26);
});

test.each(Object.entries(WISHES))("%s has variable parts of known kinds alone", (_, intents) => {
  const kinds = Object.values(intents)
    .flat()
    .flatMap((wish) => [...wish.matchAll(/\[(\w+):/g)].map(([, kind]) => kind));
  expect([...new Set(kinds)].filter((kind) => !KINDS.includes(kind ?? ""))).toEqual([]);
});

test("a phrasing is typed without its brackets", () => {
  expect(typed("read [file:notes/1.md], please")).toBe("read notes/1.md, please");
});
