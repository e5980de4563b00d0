import headless from "@xterm/headless";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createWrapper } from "./wrap.ts";

function wrapped(text: string, width: number | undefined, at: number[] = []) {
  const wrapper = createWrapper(() => width);
  const cuts = [0, ...at.toSorted((a, b) => a - b), text.length];
  const parts = cuts.slice(1).map((cut, index) => wrapper.add(text.slice(cuts[index], cut)));
  wrapper.end();
  return parts.join("");
}

/** What a window of this width shows for the text. */
async function shown(text: string, columns: number) {
  const window = new headless.Terminal({ cols: columns, rows: 200, allowProposedApi: true });
  await new Promise<void>((resolve) => window.write(text.replaceAll("\n", "\r\n"), resolve));
  const rows = Array.from({ length: 200 }, (_, row) => window.buffer.active.getLine(row));
  return rows
    .map((row) => row?.translateToString(true) ?? "")
    .join("\n")
    .trimEnd();
}

test.each([
  ["one two three", 9, "one two \nthree"],
  ["one two three", 8, "one two \nthree"],
  ["one two\nthree four", 10, "one two\nthree four"],
  ["abcdefghij k", 4, "abcdefghij k"],
  ["a abcdefghij", 4, "a \nabcdefghij"],
  ["我们的文件夹", 5, "我们\n的文\n件夹"],
  ["我们，的", 5, "我\n们，\n的"],
  ["見る file.txt を", 10, "見る \nfile.txt \nを"],
  ["x\ty abc", 10, "x\ty \nabc"],
  ["no width at all, however long", undefined, "no width at all, however long"],
])("%j in %s columns is %j", (text, width, lines) => {
  expect(wrapped(text, width)).toBe(lines);
});

test("a word that is there in part is moved when the rest does not fit", async () => {
  const wrapper = createWrapper(() => 9);
  expect(["one two thr", "ee"].map((part) => wrapper.add(part))).toEqual(["one two \nthr", "ee"]);
  const other = createWrapper(() => 9);
  const parts = ["one two", "fold three"].map((part) => other.add(part));
  expect(parts).toEqual(["one two", "\u001b[3D\u001b[K\ntwofold \nthree"]);
  expect(await shown(parts.join(""), 10)).toBe("one \ntwofold \nthree");
});

test.each([
  ["aa ⚠️ok⚠️ok", 10],
  ["漢字☺️wordthatislonger", 12],
  ["abcdefgh longer", 5],
])(
  "%j in %s columns loses nothing and shows nothing twice, even if the window measures otherwise",
  async (text, columns) => {
    const wrapper = createWrapper(() => columns - 1);
    const parts = [...text].map((part) => wrapper.add(part));
    const rows = await shown(parts.join(""), columns);
    expect(rows.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
  },
);

test("a word that is there in part stays where it is when the width of the window has changed", () => {
  let width = 20;
  const wrapper = createWrapper(() => width);
  expect(wrapper.add("one two thr")).toBe("one two thr");
  width = 9;
  expect(wrapper.add("ee four")).toBe("ee four");
});

test("in whatever pieces the text comes, the window shows the same, and nothing is lost", async () => {
  const letters = fc.constantFrom("a", "bc", " ", "\n", "文", "、", "é", "-");
  const texts = fc.array(letters, { maxLength: 60 }).map((parts) => parts.join(""));
  const cuts = fc.array(fc.nat(80), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 0, max: 30 }), cuts, async (text, width, at) => {
      const inside = at.filter((cut) => cut <= text.length);
      const lines = wrapped(text, width);
      expect(await shown(wrapped(text, width, inside), width + 1)).toBe(
        await shown(lines, width + 1),
      );
      expect(lines.replaceAll("\n", "")).toBe(text.replaceAll("\n", ""));
    }),
    { numRuns: 50 },
  );
});
