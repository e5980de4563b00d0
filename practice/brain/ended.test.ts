// practice/brain/ended.test · what is said when commands in the background have ended.
import { expect, test } from "vitest";
import { think } from "./brain.ts";

const news = {
  id: "bg_2",
  command: "npm test",
  status: "failed",
  exit_code: 3,
  output_ends: "2 red",
};
const note = (list: unknown) => `<note kind="background">\n${JSON.stringify(list)}\n</note>`;

function reply(content: unknown, before = "Run ls") {
  const first = { role: "user", content: before };
  const said = { role: "assistant", content: [{ type: "text", text: "Done." }] };
  return think({ messages: [first, said, { role: "user", content }], tools: [] });
}

test("a turn that is only a note of ended commands is answered with what the note says", () => {
  const other = {
    ...news,
    id: "bg_3",
    status: "killed",
    exit_code: undefined,
    reason: "signal SIGKILL",
  };
  for (const content of [note([news, other]), [{ type: "text", text: note([news, other]) }]]) {
    const { text, rule } = reply(content);
    expect(rule).toBe("background");
    expect(text).toMatch(/bg_2 has ended: `?failed`?, `?exit code 3[\s\S]*npm test[\s\S]*2 red/);
    expect(text).toMatch(/bg_3 has ended[\s\S]*killed[\s\S]*SIGKILL/);
    expect(text).not.toContain("completed");
  }
});

test("the answer is in the language of the last request", () => {
  expect(reply(note([news]), "运行 ls").text).toContain("bg_2 已结束");
  expect(reply(note([news]), "`ls` を実行して").text).toContain("bg_2 が終わりました");
});

test("a note that comes with words or results is left to the request", () => {
  const { rule } = reply(`Read a.txt\n\n${note([news])}`);
  expect(rule).not.toBe("background");
});

test("a note that is no JSON breaks nothing", () => {
  expect(reply('<note kind="background">\nbroken {\n</note>').text).toContain("broken {");
});
