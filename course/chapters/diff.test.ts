// course/chapters/diff.test · the diff of two chapters is git's own, without what belongs to a chapter alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToy, type Toy } from "../check/toy.ts";
import { diffCommand } from "./diff.ts";

let toy: Toy;
beforeAll(async () => {
  toy = await createToy();
});
afterAll(() => toy.end());

async function diff(...args: string[]) {
  const lines: string[] = [];
  const code = await diffCommand(args, toy.root, (line) => lines.push(line));
  return { code, text: lines.join("\n") };
}

const filesIn = (text: string) =>
  [...text.matchAll(/^diff --git a\/(\S+) b\/(\S+)$/gm)].map(([, , file]) => file);

test("two chapters: what differs, new files whole, own files left out", async () => {
  const { code, text } = await diff("s02", "3");
  expect(code).toBe(0);
  expect(filesIn(text)).toEqual(["s03_three/code.ts", "s03_three/three.ts", "s03_three/tools.ts"]);
  expect(text).toContain("new file mode");
  expect(text).toContain("+export const three = {");
  expect(text).toContain('-const tool30 = 30;\n+const tool30 = "revised";');
});

test("one chapter is compared with the one before, none means the newest", async () => {
  const both = await diff("s02", "s03");
  expect(await diff("s03_three")).toEqual(both);
  expect(await diff()).toEqual(both);
});

test("the first chapter is new as a whole", async () => {
  const { text } = await diff("s01");
  expect(filesIn(text)).toEqual(
    ["code.ts", "loop.ts", "one.ts", "tools.ts"].map((file) => `s01_one/${file}`),
  );
  expect(text).not.toContain("\n-const");
});

test("chapters far apart, and options for git", async () => {
  const { text } = await diff("s01", "s03", "--name-only");
  expect(text.split("\n").sort()).toEqual(
    ["code.ts", "three.ts", "tools.ts", "two.ts"].map((file) => `s03_three/${file}`),
  );
});

test("a folder of one's own is compared too, and what a program left there is not", async () => {
  toy.write("mine/s03_three/loop.ts", `${toy.read("s03_three/loop.ts")}// mine\n`);
  toy.write("mine/s03_three/.turbo/log.txt", "left");
  const { text } = await diff("s03", `${toy.root}/mine/s03_three`);
  expect(text).toContain("+// mine");
  expect(text).not.toContain("turbo");
  expect((await diff("s02", "s02")).text).toBe("");
});

test.each([[["s07"]], [["s01", "s02", "s03"]], [["s01", "--no-such-option"]]])(
  "%j is misuse",
  async (args) => {
    await expect(diff(...args)).rejects.toThrow(/There is no chapter "s07"|Usage:|no-such-option/);
  },
);
