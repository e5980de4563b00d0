// course/check/types · every file of a chapter is really type-checked: a glob that matches nothing passes silently.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";
import type { Fault } from "../base/fault.ts";
import { type Chapter, linesOf } from "../chapters/files.ts";

/** The chapters' files that `tsc -p .` does not look at. */
export async function typeFaults(chapters: Chapter[], root: string): Promise<Fault[]> {
  const checked = await checkedFiles(root);
  return chapters.flatMap((chapter) =>
    [...chapter.files.keys()]
      .map((file) => `${chapter.name}/${file}`)
      .filter((file) => file.endsWith(".ts") && !checked.has(file))
      .map((file) => ({
        file,
        line: 1,
        says: "is not type-checked: tsc does not list it",
        mend: 'mend "include" in tsconfig.json; npx tsc -p . --listFilesOnly shows what it takes',
      })),
  );
}

/** What tsc would check, named from the root. */
function checkedFiles(root: string): Promise<Set<string>> {
  const require = createRequire(import.meta.url);
  const tsc = join(require.resolve("typescript/package.json"), "..", "bin", "tsc");
  const args = [tsc, "-p", root, "--listFilesOnly"];
  return new Promise((resolve) => {
    // Its exit code is ignored: it also reports type errors, which another check finds.
    execFile(process.execPath, args, { cwd: root, maxBuffer: 16 * 1024 * 1024 }, (_, stdout) => {
      const paths = linesOf(stdout).map((path) => relative(root, path).split(sep).join("/"));
      resolve(new Set(paths));
    });
  });
}
