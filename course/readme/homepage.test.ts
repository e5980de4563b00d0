// The first screen of each root README says that the course runs in the browser where, and only where, it is published.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES, type Language, readmeName } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";

/** The line with the address of the site. */
const LINES: Record<Language, (homepage: string) => string> = {
  en: (homepage) => `Or [try it in the browser](${homepage}), with nothing to install.`,
  zh: (homepage) => `也可以[直接在浏览器里试](${homepage})，什么都不用安装。`,
  ja: (homepage) => `[ブラウザーで試す](${homepage})こともできます。インストールは不要です。`,
};

/** The line without its address, up to it. */
const beginning = (language: Language) => LINES[language]("").split("(")[0] ?? "";

/** What is wrong with a root README: the line is missing, or is there without a site. */
function wrong(text: string, language: Language, homepage: string | undefined): string | undefined {
  const [first = ""] = text.split("\n## ");
  if (homepage !== undefined)
    return first.includes(LINES[language](homepage))
      ? undefined
      : `write before its first heading of level 2: ${LINES[language](homepage)}`;
  return text.includes(beginning(language))
    ? 'takes the line about the browser out, or package.json gets a "homepage"'
    : undefined;
}

const { homepage } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

test.each(LANGUAGES)("the README in %s names the site where there is one", (language) => {
  const text = readFileSync(join(ROOT, readmeName(language)), "utf8");
  expect(wrong(text, language, homepage)).toBeUndefined();
});

test("the line is missed, and one too many is seen", () => {
  const site = "https://owner.github.io/course/";
  const line = LINES.en(site);
  expect(wrong("# Course\n\nNo site.\n\n## One", "en", site)).toContain(line);
  expect(wrong(`# Course\n\n## One\n\n${line}`, "en", site)).toContain(line);
  expect(wrong(`# Course\n\n${line}\n\n## One`, "en", site)).toBeUndefined();
  expect(wrong(`# Course\n\n${line}`, "en", undefined)).toContain("homepage");
  expect(wrong("# Course", "en", undefined)).toBeUndefined();
});

test("a homepage is an address whose folder ends with a slash", () => {
  expect(homepage ?? "https://owner.github.io/course/").toMatch(/^https:\/\/.+\/$/);
});
