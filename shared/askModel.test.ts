import { expect, test } from "vitest";
import { z } from "zod";
import { readAnswer } from "./askModel.ts";

const schema = z.object({ files: z.array(z.string()) });
const wanted = { files: ["a", "b"] };
const json = JSON.stringify(wanted);

test.each([
  ["alone", json],
  ["in a fence", `\`\`\`json\n${json}\n\`\`\``],
  ["among words with brackets", `Well [1], here {it} is: ${json} – as {asked}.`],
  ["behind one of another form", `{"file": "a"} ${json}`],
  ["behind one that is broken", `{"files": [} ${json}`],
])("an answer is found %s", (_, text) => {
  expect(readAnswer(schema, text)).toEqual(wanted);
});

test("brackets and quotes in strings are part of them", () => {
  const odd = { files: ['}]"{', "\\"] };
  expect(readAnswer(schema, `so: ${JSON.stringify(odd)}`)).toEqual(odd);
});

test.each(["", "no", "{", '{"files": "a"}', '{"files": ["a"', "[[[[", '"{}'])(
  "without an answer in it, %j is refused",
  (text) => {
    expect(() => readAnswer(schema, text)).toThrow("not in the form");
  },
);

test("reading a long text of brackets ends after a limited number of tries", () => {
  expect(() => readAnswer(schema, "[".repeat(2000))).toThrow("not in the form");
});

test("an answer of nothing but brackets is given up, and not looked through for ever", () => {
  const text = `${"[".repeat(300)}{"notes": []}`;
  expect(() => readAnswer(z.object({ notes: z.array(z.string()) }), text)).toThrow(
    "not in the form",
  );
});
