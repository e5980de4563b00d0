// site/build/starts · "Build it" begins in a page with the draft that the chapter's page names.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../course/base/root.ts";
import { listChapters } from "../../course/chapters/list.ts";
import { importedAs } from "../host/imported.ts";
import { startOf } from "./starts.ts";

const pageOf = (chapter: string) => readFileSync(join(ROOT, chapter, "README.md"), "utf8");

test.each(listChapters(ROOT))(
  "%s begins with a draft, and all that it imports is there",
  (name) => {
    const chapter = join(ROOT, name);
    const start = startOf(chapter, pageOf(name));
    expect(start?.files).toContain(start?.file);
    for (const file of start?.files ?? []) {
      const text = file === start?.file ? start.text : readFileSync(join(chapter, file), "utf8");
      const targets = text.matchAll(/^(?:import|export) (?!type\b)(?:[^;"]*? from )?"(\.[^"]+)"/gm);
      for (const [, target = ""] of targets) {
        const path = importedAs(`${name}/${file}`, target);
        const own = path.slice(name.length + 1);
        const isThere = path.startsWith(`${name}/`)
          ? start?.files.includes(own)
          : existsSync(join(ROOT, path));
        expect(isThere, `${file} imports ${target}`).toBe(true);
      }
    }
  },
);

test("the files that the page has its reader copy are there, too", () => {
  const start = startOf(join(ROOT, "s03_permission"), pageOf("s03_permission"));
  expect(start?.files).toContain("permission/asked.ts");
});

test("a page that names no draft has no start", () => {
  expect(startOf(join(ROOT, "s03_permission"), "## Build it\n")).toBeUndefined();
});
