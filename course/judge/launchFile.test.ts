// course/judge/launchFile.test · what launch.json may say, and what is said about one that is wrong.
import { expect, test } from "vitest";
import { parseLaunchFile } from "./launchFile.ts";

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
  ["{}", '"command" must be a list of words'],
  ['{\n  "command": "python3 agent.py"\n}', 'launch.json:2: "command" must be a list of words'],
  ['{ "command": [] }', '"command" must be a list of words'],
  ['{ "command": ["x", 7] }', '"command" must be a list of words'],
  [
    '{\n "command": ["x"],\n "speak": "lines"\n}',
    'launch.json:3: "speak" is not known here. There are: command, speaks, once, prompt, patience.',
  ],
  ['{\n "comand": ["x"], "speaks": "line"\n}', 'launch.json:2: "comand" is not known here.'],
  ['{ "command": ["x"], "speaks": "http" }', '"speaks" must be "once" or "lines" or "control".'],
  ['{ "command": ["x"], "speaks": "lines" }', '"speaks": "lines" needs "prompt"'],
  ['{ "command": ["x"], "speaks": "lines", "prompt": "" }', '"prompt" must be a string'],
  ['{ "command": ["x"], "once": "-p" }', '"once" must be a list of words, such as ["-p"]'],
  ['{ "command": ["x"], "patience": "long" }', '"patience" must be a number of seconds'],
])("%s is refused in one line that says what to write", (text, words) => {
  expect(() => parse(text)).toThrow(words);
  expect(() => parse(text)).toThrow(/^launch\.json:\d+: .*$/);
});
