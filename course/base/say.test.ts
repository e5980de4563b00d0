// course/base/say · every sentence has a translation, and every translation belongs to a sentence.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { isTest, listFiles } from "../chapters/files.ts";
import { readTerms } from "../readme/terms.ts";
import { avoidedBy, wordsToAvoid } from "../readme/words.ts";
import { ROOT } from "./root.ts";
import { keyOf, LANGUAGE, say, sayIn } from "./say.ts";
import words from "./words.json" with { type: "json" };

afterEach(() => void vi.unstubAllEnvs());

/** The key of the template whose text begins at `start`, and where the template ends. */
function templateAt(code: string, start: number): { key: string; end: number } {
  const parts = [""];
  const add = (text: string) => parts.push((parts.pop() ?? "") + text);
  for (let at = start; at < code.length; at++) {
    if (code[at] === "`") return { key: keyOf(parts), end: at };
    if (code[at] === "\\") add(code[++at] === "n" ? "\n" : (code[at] ?? ""));
    else if (!code.startsWith("${", at)) add(code[at] ?? "");
    else {
      parts.push("");
      at = endOfValue(code, at + 2);
    }
  }
  throw new Error(`A template has no end: ${code.slice(start, start + 60)}`);
}

/** Where the braces around a value are closed; a value may have strings, braces and templates of its own. */
function endOfValue(code: string, start: number): number {
  let open = 1;
  for (let at = start; at < code.length; at++) {
    if (code[at] === "`") at = templateAt(code, at + 1).end;
    else if (code[at] === '"') at = code.indexOf('"', at + 1);
    else if (code[at] === "{") open++;
    else if (code[at] === "}" && --open === 0) return at;
  }
  return code.length;
}

const keysIn = (code: string): string[] =>
  [...code.matchAll(/\bsay(?:In\(\w+\))?`/g)].map(
    ({ 0: tag, index }) => templateAt(code, index + tag.length).key,
  );

const COURSE = join(ROOT, "course");
const sources = listFiles(COURSE).filter(
  (file) => file.endsWith(".ts") && !isTest(file) && file !== "base/say.ts",
);
const used = new Set(sources.flatMap((file) => keysIn(readFileSync(join(COURSE, file), "utf8"))));

test("the keys of a text are those that its templates have", () => {
  const code = 'say`One ${a ? `x ${b}` : say`two\\n${{ c: "}" }.c}`} \\`three\\`.`';
  expect(keysIn(code)).toEqual(["One {0} `three`.", "two\n{0}"]);
});

test("every sentence is translated, and nothing else is", () => {
  expect(used.size).toBeGreaterThan(200);
  const translated = new Set(Object.keys(words));
  expect([...used].filter((key) => !translated.has(key))).toEqual([]);
  expect([...translated].filter((key) => !used.has(key))).toEqual([]);
});

test("every translation has the values of its sentence, each once", () => {
  const valuesOf = (text: string | string[]) =>
    String(text)
      .match(/\{\d+\}/g)
      ?.sort() ?? [];
  const wrong = Object.entries(words).flatMap(([key, { zh, ja }]) =>
    [zh, ja].filter((text) => `${valuesOf(text)}` !== `${valuesOf(key)}`),
  );
  expect(wrong).toEqual([]);
});

test.each(["zh", "ja"] as const)(
  "the words for it in %s are those of docs/terms.yml",
  (language) => {
    const avoided = avoidedBy(readTerms(ROOT).table);
    const said = Object.values(words).map((one) => [one[language]].flat().join("\n"));
    expect(said.flatMap((text) => wordsToAvoid(text, language, avoided))).toEqual([]);
  },
);

test("a sentence is in the person's language, and in English for any other", () => {
  const inLocale = (LC_ALL: string, given = "") => {
    vi.stubEnv("LC_ALL", LC_ALL);
    vi.stubEnv(LANGUAGE, given);
    return say`${3} of ${5} promises kept`;
  };
  expect(inLocale("de_DE.UTF-8")).toBe("3 of 5 promises kept");
  expect(inLocale("zh_CN.UTF-8")).toBe("5 项断言守住 3 项");
  expect(inLocale("ja_JP.UTF-8")).toBe("5 個中 3 個の約束が守られています");
  expect(inLocale("ja_JP.UTF-8", "en")).toBe("3 of 5 promises kept");
  expect(sayIn("zh")`not in words.json: ${1}`).toBe("not in words.json: 1");
});
