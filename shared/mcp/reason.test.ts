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
