import { expect, test } from "vitest";
import { reasonOf } from "./reason.ts";

const http = (status: number, words: string) =>
  Object.assign(new Error(`Error POSTing to endpoint: ${words}`), { status });

test("a status is named, with what can be done about it and the words of the server", () => {
  expect(reasonOf(http(401, ""))).toBe(
    'status 401; it wants a token: put an "Authorization" into the "headers" of its entry',
  );
  expect(reasonOf(http(500, "closed"))).toBe("status 500; closed");
});

test("a request that reached nobody says why", () => {
  const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(reasonOf(new TypeError("fetch failed", { cause }))).toBe("fetch failed: ECONNREFUSED");
  expect(reasonOf(new Error("Connection closed"))).toBe("Connection closed");
});

test.each([
  ["other side closed", { code: "UND_ERR_SOCKET" }, "other side closed"],
  ["self-signed certificate", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "self-signed certificate"],
  [
    "0A:error:ssl3_get_record",
    { code: "ERR_SSL_WRONG_VERSION_NUMBER" },
    "ERR_SSL_WRONG_VERSION_NUMBER",
  ],
  ["bad port", {}, "bad port"],
])("a request that was broken off says why: %s", (message, more, said) => {
  const cause = Object.assign(new Error(message), more);
  expect(reasonOf(new TypeError("fetch failed", { cause }))).toBe(`fetch failed: ${said}`);
});

test("what answers with a page says what to look at", () => {
  expect(reasonOf(new Error("Unexpected content type: text/html"))).toBe(
    'Unexpected content type: text/html; check the "url" of its entry',
  );
});

test("what npx has left behind when it was broken off is named, with what to do", () => {
  const words =
    "npm error path /home/me/.npm/_npx/d193471a/package.json npm error enoent Could not read package.json";
  expect(
    reasonOf(new Error(`its program has ended (exit code 254; its last words: ${words})`)),
  ).toBe(
    `an earlier start of npx was broken off while it installed: delete the folder /home/me/.npm/_npx/d193471a, and connect it again; its program has ended (exit code 254; its last words: ${words})`,
  );
});

test("an answer that is not as the protocol wants it says so first, and not every detail", () => {
  const details = `[\n  {\n "code": "invalid_union", ${"x".repeat(5000)} ]`;
  const said = reasonOf(new Error(`Invalid result for tools/call: ${details}`));
  expect(said).toMatch(/^its answer to tools\/call is not as the protocol wants it: \[ \{ "code"/);
  expect(said.length).toBeLessThan(300);
});
