// course/generate/readmeParts · the table of chapters shows the size of an idea beside that of the chapter.
import { expect, test } from "vitest";
import { useToy } from "../check/plant.ts";
import { writeAll } from "./generated.ts";

const toyOf = useToy();

const rows = () =>
  toyOf()
    .read("README.md")
    .split("\n")
    .filter((line) => line.startsWith("| ["));

test("a chapter with drafts shows the lines of the first one, any other all that are new", async () => {
  toyOf().edit(
    "s03_three/package.json",
    '"changes":',
    '"door": "three.ts", "drafts": [{ "file": "drafts/1.ts", "keeps": [], "en": "a" }], "changes":',
  );
  toyOf().write("s03_three/drafts/1.ts", "// one\n\nexport const three = 3;\n");
  await writeAll(toyOf().root);
  const [, two, three] = rows();
  expect(two).toMatch(/\| 7 \| 166 \|/);
  expect(three).toMatch(/\| \[2\]\(s03_three\/drafts\/1\.ts\) \| \d+ \|/);
});
