// course/judge/launchFile.test · what launch.json may say, and what is said about one that is wrong.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launchSchema, parseLaunchFile } from "./launchFile.ts";

const parse = (text: string) => parseLaunchFile(text, "launch.json");

test("a command alone is an agent that speaks the control protocol", () => {
  expect(parse('{ "command": ["python3", "agent.py"] }')).toEqual({
    command: ["python3", "agent.py"],
    speaks: "control",
    once: ["-p"],
    patience: 10,
  });
});

test.each([
  ['{\n  "command": ["x"],\n}', "launch.json:3: not JSON"],
  ["[]", "launch.json:1: It must be an object such as"],
  ["{}", '"command" is missing: a list of words'],
  [
    '{\n  "command": "python3 agent.py"\n}',
    'launch.json:2: "command" must be a list of words, not a string. Write "command": ["python3","agent.py"].',
  ],
  ['{ "command": [] }', '"command" must be a list of words'],
  ['{ "command": ["x", 7] }', '"command" must be a list of words'],
  [
    '{\n "command": ["x"],\n "speak": "lines"\n}',
    'launch.json:3: "speak" is not known here. Did you mean "speaks"?',
  ],
  [
    '{\n "comand": ["x"], "speaks": "line"\n}',
    'launch.json:2: "comand" is not known here. Did you mean "command"?',
  ],
  [
    '{ "command": ["x"], "cwd": "." }',
    'There are: "command", "speaks", "once", "prompt", "tools", "patience".',
  ],
  [
    '{ "command": ["x"],\n "tool": {} }',
    'launch.json:2: "tool" is not known here. Did you mean "tools"?',
  ],
  ['{ "command": ["x"], "tools": ["Bash"] }', '"tools" must give the agent\'s name for each tool'],
  ['{ "command": ["x"], "tools": { "bash": 7 } }', '"tools" must give the agent\'s name'],
  [
    '{ "command": ["x"], "tools": {\n "bsh": "Bash" } }',
    'launch.json:2: "bsh" is not a tool of the specs. Did you mean "bash"?',
  ],
  [
    '{ "command": ["x"], "tools": { "bash": {\n "nme": "Bash" } } }',
    'launch.json:2: "nme" is not known here. Did you mean "name"?',
  ],
  [
    '{ "command": ["x"], "tools": { "bash": { "name": "Bash", "input": {\n "comand": "cmd" } } } }',
    'launch.json:2: "comand" is not a field of bash. Did you mean "command"?',
  ],
  [
    '{ "command": ["x"], "tools": { "read_file": "Read",\n "glob": "Read" } }',
    'launch.json:2: "read_file" and "glob" cannot both be "Read".',
  ],
  ['{ "command": ["x"], "speaks": "http" }', '"speaks" must be "once" or "lines" or "control".'],
  ['{ "command": ["x"], "speaks": "lines" }', '"speaks": "lines" needs "prompt"'],
  ['{ "command": ["x"], "speaks": "lines", "prompt": "" }', '"prompt" must be a string'],
  ['{ "command": ["x"], "once": "-p" }', '"once" must be a list of words, such as ["-p"]'],
  ['{ "command": ["x"], "patience": "long" }', '"patience" must be a number of seconds'],
])("%s is refused in one line that says what to write", (text, words) => {
  expect(() => parse(text)).toThrow(words);
  expect(() => parse(text)).toThrow(/^launch\.json:\d+: .*$/);
});

test("launch.schema.json is what the reader knows (WRITE=1 renews it)", () => {
  const path = join(import.meta.dirname, "launch.schema.json");
  if (process.env.WRITE) writeFileSync(path, `${JSON.stringify(launchSchema(), undefined, 2)}\n`);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(launchSchema());
});
