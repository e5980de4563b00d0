// docs/judge/README.md says what is so: its launch.json, its client, its tools, its symptoms.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Language, readmeName } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";
import words from "../base/words.json" with { type: "json" };
import { newToolsOf } from "../build/contract.ts";
import { listChapters } from "../chapters/list.ts";
import { KEYS, parseLaunchFile } from "./launchFile.ts";

const pageIn = (language: Language) =>
  readFileSync(join(ROOT, "docs", "judge", readmeName(language)), "utf8");
const PAGE = pageIn("en");
const blocks = (language: string) =>
  [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text = ""]) =>
    found === language ? [text] : [],
  );
const rowsAfter = (heading: string, page = PAGE) =>
  (page.split(`\n${heading}\n`)[1] ?? "")
    .split(/\n##/)[0]
    ?.split("\n")
    .filter((line) => /^\| `/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim())) ?? [];

test("its launch.json is one, and its table has every key", () => {
  for (const text of blocks("json")) parseLaunchFile(text, "launch.json");
  expect(blocks("json")).toHaveLength(1);
  const keys = rowsAfter("## launch.json").map(([, key = ""]) => key.replaceAll("`", ""));
  expect(keys).toEqual(KEYS);
});

test("its client is the one of the starters", () => {
  const client = readFileSync(join(ROOT, "course", "starters", "python", "control.py"), "utf8");
  expect(blocks("python")).toEqual([client]);
});

test("its tools are those of s02", async () => {
  const [first = "", second = ""] = listChapters(ROOT).map((name) => join(ROOT, name));
  const tools = await newToolsOf(second, first);
  const said = rowsAfter("## Tools").map(([, name = "", input = "", required = ""]) => ({
    name: name.replaceAll("`", ""),
    input: input.replaceAll("`", "").split(", "),
    required: required.replaceAll("`", "").split(", "),
  }));
  const sent = tools.flatMap((tool) =>
    "input_schema" in tool
      ? [
          {
            name: tool.name,
            input: Object.keys(tool.input_schema.properties ?? {}),
            required: tool.input_schema.required,
          },
        ]
      : [],
  );
  expect(said).toEqual(sent);
});

test("every symptom is something that the tool says", () => {
  const here = import.meta.dirname;
  const files = [here, join(here, "../spec")].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );
  const sources = files.filter((name) => /(?<!\.test)\.ts$/.test(name));
  const code = sources.map((name) => readFileSync(name, "utf8")).join("\n");
  const parts = symptomsIn(rowsAfter("## Symptoms"));
  expect(parts.length).toBeGreaterThan(12);
  expect(parts.filter((part) => !code.includes(part))).toEqual([]);
});

/** The words of the first cells, without what differs from case to case. */
function symptomsIn(rows: string[][]): string[] {
  const symptoms = rows.map(([, cell = ""]) => /`(.*?)`/.exec(cell)?.[1] ?? "");
  const parts = symptoms.flatMap((symptom) => symptom.split(/…|"half"|\d+/));
  return parts.map((part) => part.trim()).filter((part) => part.length > 3);
}

test.each([
  ["zh", "## 症状"],
  ["ja", "## 症状と原因"],
] as const)("and it says so in %s where the page is in that language", (language, heading) => {
  const said = Object.values(words).map((one) => String(one[language]));
  const parts = symptomsIn(rowsAfter(heading, pageIn(language)));
  expect(parts.length).toBeGreaterThan(12);
  expect(parts.filter((part) => !said.some((text) => text.includes(part)))).toEqual([]);
});
