// docs/judge/README.md says what is so: its launch.json, its client, its tools, its symptoms.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { newToolsOf } from "../build/contract.ts";
import { listChapters } from "../chapters/list.ts";
import { KEYS, parseLaunchFile } from "./launchFile.ts";

const PAGE = readFileSync(join(ROOT, "docs", "judge", "README.md"), "utf8");
const blocks = (language: string) =>
  [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text = ""]) =>
    found === language ? [text] : [],
  );
const rowsAfter = (heading: string) =>
  (PAGE.split(`\n${heading}\n`)[1] ?? "")
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
  const symptoms = rowsAfter("## Symptoms").map(([, cell = ""]) => /`(.*?)`/.exec(cell)?.[1] ?? "");
  const parts = symptoms.flatMap((symptom) => symptom.split(/…|"half"|\d+/));
  const words = parts.filter((part): part is string => (part?.trim().length ?? 0) > 3);
  expect(words.length).toBeGreaterThan(12);
  expect(words.filter((part) => !code.includes(part.trim()))).toEqual([]);
});
