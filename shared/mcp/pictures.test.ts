import type Anthropic from "@anthropic-ai/sdk";
import { expect, test, vi } from "vitest";
import { leaveOutOld } from "./pictures.ts";

const picture = (data: string): Anthropic.ImageBlockParam => ({
  type: "image",
  source: { type: "base64", media_type: "image/png", data },
});
const result = (id: string, ...content: (string | Anthropic.ImageBlockParam)[]) => ({
  role: "user" as const,
  content: [
    {
      type: "tool_result" as const,
      tool_use_id: id,
      content: content.map((one) =>
        typeof one === "string" ? { type: "text" as const, text: one } : one,
      ),
    },
  ],
});

/** The beginning of the data of each picture that is left. */
const left = (messages: Anthropic.MessageParam[]) =>
  [...JSON.stringify(messages).matchAll(/"data":"(\w{2})/g)].map(([, data]) => data);

const shown = vi.spyOn(process.stdout, "write").mockReturnValue(true);

test("pictures that a request has room for stay, and so does every other message", () => {
  const messages = [
    { role: "user" as const, content: "hello" },
    result("a", "text", picture("aa")),
  ];
  const before = structuredClone(messages);
  leaveOutOld(messages);
  expect(messages).toEqual(before);
  expect(shown).not.toHaveBeenCalled();
});

test("when pictures are too large together, the newest stay, and words take the place of the others", () => {
  const large = (mark: string) => picture(mark.padEnd(4_600_000, "A"));
  const messages = ["a1", "a2", "a3", "a4"].map((mark) =>
    result(mark, `text ${mark}`, large(mark)),
  );
  leaveOutOld(messages);
  expect(left(messages)).toEqual(["a3", "a4"]);
  const [first] = messages;
  expect(JSON.stringify(first)).toMatch(/"text a1".*"\[A picture was here/);
  expect(JSON.stringify(messages).length).toBeLessThan(10_000_000);
  expect(String(shown.mock.calls)).toContain("2 old pictures");
});

test("very many pictures are too much, however small they are", () => {
  const messages = Array.from({ length: 21 }, (_, at) => result(`${at}`, picture(`p${at % 10}`)));
  leaveOutOld(messages);
  expect(left(messages)).toHaveLength(10);
  expect(left(messages).at(-1)).toBe("p0");
});
