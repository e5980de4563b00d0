import type Anthropic from "@anthropic-ai/sdk";
import { APIError, APIUserAbortError } from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throwIfDeclined } from "./decline.ts";
import { unlessRefused } from "./refused.ts";

type Messages = Anthropic.MessageParam[];

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());

const source = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } as const;
const shot = () =>
  [
    { role: "user", content: "look" },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "screen", input: {} }],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          content: [
            { type: "text", text: "the screen" },
            { type: "image", source },
          ],
        },
      ],
    },
  ] satisfies Messages;

/** What llama-server answers each time when the model cannot see: a failure of the server, by its status. */
const NO_EYES = {
  error: {
    code: 500,
    message:
      "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
    type: "server_error",
  },
};

test("a server that fails at each picture gets the history without it, and the session goes on", async () => {
  const history: Messages = shot();
  const reply = Object({ role: "assistant", content: [{ type: "text", text: "A screen." }] });
  const asked: string[] = [];
  const ask = async (messages: Messages): Promise<Anthropic.Message> => {
    asked.push(JSON.stringify(messages));
    if (asked.at(-1)?.includes('"image"'))
      throw APIError.generate(500, NO_EYES, undefined, new Headers());
    return reply;
  };
  expect(await unlessRefused(ask, history)).toBe(reply);
  expect(asked).toHaveLength(2);
  expect(lines.join("")).toMatch(
    /API error 500 .*image input is not supported.*Asking once more without pictures/,
  );
  expect(JSON.stringify(history)).toContain("the screen");
  history.push(reply, { role: "user", content: "and now?" });
  await unlessRefused(ask, history);
  expect(asked).toHaveLength(3); // what the server cannot read is not sent again
});

test("when the server fails without a picture, too, the history stays as it was", async () => {
  const history: Messages = [{ role: "user", content: "hello" }];
  const ask = async () => {
    throw APIError.generate(500, NO_EYES, undefined, new Headers());
  };
  await expect(unlessRefused(ask, history)).rejects.toThrow("image input is not supported");
  expect(history).toEqual([{ role: "user", content: "hello" }]);
});

test("when a try in another form is interrupted, the history stays as it was", async () => {
  const history: Messages = shot();
  const ask = async (messages: Messages) => {
    throw messages === history
      ? APIError.generate(500, NO_EYES, undefined, new Headers())
      : new APIUserAbortError();
  };
  await expect(unlessRefused(ask, history)).rejects.toThrow(APIUserAbortError);
  expect(history).toEqual(shot());
});

test("what the model declines in another form is not in the history any more", async () => {
  const history: Messages = shot();
  const ask = async (messages: Messages) => {
    if (messages === history) throw APIError.generate(500, NO_EYES, undefined, new Headers());
    throwIfDeclined(Object({ stop_reason: "refusal" }), messages);
    return Object();
  };
  await expect(unlessRefused(ask, history)).rejects.toThrow("declined");
  expect(JSON.stringify(history.at(-1))).toMatch(/Left out: the model could not continue/);
});
