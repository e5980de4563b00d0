// course/view/lines · lines come out as they were, wherever the pieces of the stream end.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, linesOf } from "./lines.ts";

async function* stream(pieces: string[]) {
  yield* pieces;
}

async function read(pieces: string[], max?: number): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of linesOf(stream(pieces), max)) lines.push(line);
  return lines;
}

test("a stream in any pieces gives the lines of its text; only the last one may have no end", async () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom("a", "\n", "二") }));
  await fc.assert(
    fc.asyncProperty(pieces, async (some) => {
      const expected = some.join("").split("\n");
      const last = expected.pop();
      const lines = await read(some);
      expect(lines.filter(({ isEnded }) => isEnded).map(({ text }) => text)).toEqual(expected);
      expect(lines.filter(({ isEnded }) => !isEnded).map(({ text }) => text)).toEqual(
        last === "" ? [] : [last],
      );
    }),
  );
});

test("a line that is too long is left out, and those around it are read", async () => {
  expect(await read(["ab\n12", "3", "45\nc"], 3)).toEqual([
    { text: "ab", isEnded: true },
    { text: undefined, isEnded: true },
    { text: "c", isEnded: false },
  ]);
});
