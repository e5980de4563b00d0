import { expect, test } from "vitest";
import { formatFrontMatter, parseFrontMatter } from "./frontMatter.ts";

test.each([
  ["LF", "---\nname: a\n---\nbody\n"],
  ["CRLF", "---\r\nname: a\r\n---\r\nbody\n"],
  ["a byte order mark", "\uFEFF---\nname: a\n---\nbody\n"],
  ["spaces behind the dashes", "--- \nname: a\n---\t\nbody\n"],
])("fields and body are told apart with %s", (_, text) => {
  expect(parseFrontMatter(text)).toEqual({ fields: { name: "a" }, body: "body\n" });
});

test("dashes in a value do not end the front matter", () => {
  const text = "---\nnote: |\n  one\n  ---\n  two\nname: a --- b\n---\n---\nrest\n";
  expect(parseFrontMatter(text)).toEqual({
    fields: { note: "one\n---\ntwo\n", name: "a --- b" },
    body: "---\nrest\n",
  });
});

test.each([
  ["no front matter", "# Title\n\n---\nname: a\n---\n"],
  ["an empty text", ""],
  ["four dashes", "----\nname: a\n----\n"],
])("with %s the whole text is the body", (_, text) => {
  expect(parseFrontMatter(text)).toEqual({ fields: {}, body: text });
});

test.each(["[1, 2]", "just words", "", "null"])(
  "YAML that is not a mapping gives no fields: %j",
  (yaml) => {
    expect(parseFrontMatter(`---\n${yaml}\n---\nbody`)).toEqual({ fields: {}, body: "body" });
  },
);

test("YAML that cannot be read throws with its place, and what to do about the usual mistake", () => {
  expect(() => parseFrontMatter("---\nname: [a\n---\nbody")).toThrow(/line \d/);
  const colon = "---\ndescription: Use when: brewing\n---\nbody";
  expect(() => parseFrontMatter(colon)).toThrow(/^its front matter is not YAML: .* in quotes\.$/);
});

test("front matter that would keep the parser busy is refused", () => {
  const text = `---\ntags: [${",".repeat(3000)}]\n---\nbody`;
  expect(() => parseFrontMatter(text)).toThrow("longer than 3000 characters");
});

test("front matter without an end is an error", () => {
  expect(() => parseFrontMatter("---\nname: a\n# Title\n")).toThrow("no end");
});

test("what is written can be read again, whatever the fields hold", () => {
  const fields = { name: "a: b", description: "line\n---\nline", quote: `"'# `, type: "yes", n: 1 };
  const body = "\n---\nbody\n";
  expect(parseFrontMatter(formatFrontMatter({ fields, body }))).toEqual({ fields, body });
});

test("front matter that is nested too deep is an error, and does not end the program", () => {
  for (const sign of ["{", "? "])
    expect(() => parseFrontMatter(`---\n${sign.repeat(15_000)}\n---\nbody`)).toThrow(
      "its front matter is not YAML: it is longer than",
    );
});
