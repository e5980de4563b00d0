import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FLOOD, limitedFetch, TOO_MANY } from "./limitedFetch.ts";

/** Events that are no messages, without an end. */
function flood(response: ServerResponse) {
  const part = "data: {\n\n: hello\n\n".repeat(1000);
  const more = () => response.destroyed || response.write(part, () => setImmediate(more));
  more();
}

/** Answers with `count` parts of 1,000 bytes; as events, each part ends with a blank line, of which a half may be in the next one. */
const server = createServer((request, response) => {
  const { searchParams, pathname } = new URL(request.url ?? "", "http://localhost");
  if (pathname === "/silent") return;
  const isStream = pathname !== "/text";
  response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "text/plain" });
  if (pathname === "/flood") return void flood(response);
  const end = pathname === "/events" ? "\n\n" : "--";
  const part = pathname === "/halves" ? `\n${"x".repeat(998)}\n` : `${"x".repeat(998)}${end}`;
  let left = Number(searchParams.get("count"));
  const more = () => (left-- > 0 ? response.write(part, () => setImmediate(more)) : response.end());
  more();
});
let url = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const get = async (path: string) => (await limitedFetch(5000, "too long")(`${url}${path}`)).text();

test("an answer of the allowed length comes whole", async () => {
  expect(await get("/text?count=5")).toHaveLength(5000);
  expect(await get("/text?count=0")).toBe("");
});

test("a longer one fails, also when it has no end", async () => {
  await expect(get("/text?count=6")).rejects.toThrow("too long");
  await expect(get("/text?count=Infinity")).rejects.toThrow("too long");
});

test("a stream of events may be long, one event may not", async () => {
  expect(await get("/events?count=50")).toHaveLength(50_000);
  expect(await get("/halves?count=50")).toHaveLength(50_000);
  await expect(get("/one-event?count=Infinity")).rejects.toThrow("too long");
});

test("an event that is too long ends the connection: no request may be waiting for it", async () => {
  const why: string[] = [];
  const limited = limitedFetch(5000, "too long", (reason) => why.push(reason));
  await (await limited(`${url}/one-event?count=Infinity`)).text().catch(() => {});
  expect(why).toEqual(["too long"]);
});

test("a stream whose events have no end is given up, also when none of them is a message", async () => {
  const why: string[] = [];
  const limited = limitedFetch(5000, "too long", (reason) => why.push(reason));
  await expect((await limited(`${url}/flood`)).text()).rejects.toThrow(FLOOD);
  expect(why).toEqual([FLOOD]);
});

test("when too many requests wait for an answer, the server is given up, and the next ones fail", async () => {
  let given = 0;
  const controller = new AbortController();
  const limited = limitedFetch(5000, "too long", () => given++);
  const ask = () => limited(`${url}/silent`, { signal: controller.signal });
  const first = Array.from({ length: 50 }, ask);
  expect(given).toBe(0);
  await expect(ask()).rejects.toThrow(TOO_MANY);
  expect(given).toBe(1);
  controller.abort();
  await Promise.allSettled(first);
  expect(await (await limited(`${url}/text?count=1`)).text()).toHaveLength(1000);
});
