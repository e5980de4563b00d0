import { afterEach, expect, test, vi } from "vitest";
import { clock } from "../clock.ts";
import { failAtMany, failAtTaken, takeUpLater } from "./answers.ts";

afterEach(() => vi.restoreAllMocks());

const URL = "http://127.0.0.1/mcp";
const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const notice = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

/** A server that answers every request with this status. */
const server = (status: number) => failAtTaken(async () => new Response(null, { status }));

test("a request that is only taken fails, and a notification that is taken does not", async () => {
  const ask = server(202);
  await expect(ask(URL, { method: "POST", body: request })).rejects.toThrow("sends no answer");
  expect(await ask(URL, { method: "POST", body: notice })).toMatchObject({ status: 202 });
});

test("what has no body, such as the end of a session, may be taken", async () => {
  expect(await server(202)(URL, { method: "DELETE" })).toMatchObject({ status: 202 });
});

test("with an open stream, the answer to a request that was taken may still come", async () => {
  let status = 200;
  const ask = failAtTaken(async () => new Response(null, { status }));
  await ask(URL, { method: "GET" });
  status = 202;
  expect(await ask(URL, { method: "POST", body: request })).toMatchObject({ status: 202 });
});

test("an answer with very many messages fails before one of them is looked at", async () => {
  const answer = (count: number) =>
    failAtMany(async () => Response.json(Array.from({ length: count }, () => ({}))))(URL);
  await expect((await answer(1001)).json()).rejects.toThrow("more than 1000 messages at once");
  expect(await (await answer(1000)).json()).toHaveLength(1000);
});

test.each([
  [0, 999],
  [1e12, 599_999],
])(
  "a stream is taken up again neither at once nor never, when the server says %i ms",
  (ms, before) => {
    vi.spyOn(performance, "now").mockReturnValue(performance.now()); // nothing passes but what the clock is moved by
    const reconnect = vi.fn();
    takeUpLater(reconnect, ms);
    clock.advance(before);
    expect(reconnect).not.toHaveBeenCalled();
    clock.advance(1);
    expect(reconnect).toHaveBeenCalledOnce();
  },
);
