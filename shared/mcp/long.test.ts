import { expect, test } from "vitest";
import { leaveOutLong } from "./long.ts";

/** What is read on of these lines when they come in pieces of `size` bytes, and which questions the others answered. */
function readIn(size: number, lines: string[]) {
  let kept = Buffer.alloc(0);
  const ids: unknown[] = [];
  const long = leaveOutLong({
    max: 30,
    forget() {
      kept = kept.subarray(0, kept.lastIndexOf("\n") + 1);
    },
    onLong: (id) => ids.push(id),
  });
  const all = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  for (let at = 0; at < all.length; at += size) {
    const rest = long.read(all.subarray(at, at + size)); // it may forget
    kept = Buffer.concat([kept, rest]);
  }
  return { kept: kept.toString().trimEnd().split("\n"), ids };
}

const x = "x".repeat(40);
const LINES = [
  `{"jsonrpc": "2.0", "id": 1, "result": "${x}"}`,
  '{"id":2,"result":"short"}',
  `{"result":{"id":9,"text":"${x}"},"jsonrpc":"2.0","id":3}`,
  `{"result":"\\"id\\":9${x}","id":4,"jsonrpc":"2.0"}`,
  `{"method":"of nobody's question","params":"${x}"}`,
  '{"id":5,"result":"short"}',
];

test.each([1, 2, 7, 20, 29])(
  "lines that are too long are left out, in pieces of %i bytes, and their questions are known",
  (size) => {
    expect(readIn(size, LINES)).toEqual({ kept: [LINES[1], LINES[5]], ids: [1, 3, 4, undefined] });
  },
);
