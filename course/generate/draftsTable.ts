// course/generate/draftsTable · which promises of the spec hold with which draft.
import { basename } from "node:path";
import { promisesOf } from "../build/promises.ts";
import { draftsOf } from "../chapters/drafts.ts";

/** What is between the `drafts` marks of a chapter's README; the sentences are those of the spec, in English. */
export function draftsTable(chapter: string): string {
  const drafts = draftsOf(chapter);
  if (drafts.length === 0) return "";
  const promises = promisesOf(chapter);
  const shown = promises.flatMap((sentence, at) =>
    drafts.some(({ keeps }) => keeps.includes(at + 1)) ? [{ sentence, number: at + 1 }] : [],
  );
  const names = [...drafts.map(({ name }) => name), basename(chapter).slice(0, 3)];
  const rows = shown.map(({ sentence, number }) => [
    sentence,
    ...drafts.map(({ keeps }) => (keeps.includes(number) ? "✓" : "–")),
    "✓",
  ]);
  const left = promises.length - shown.length;
  const rest = left > 0 ? [[`+ ${left}`, ...drafts.map(() => "–"), "✓"]] : [];
  const head = [
    ["`spec.test.ts`", ...names],
    ["---", ...names.map(() => "---")],
  ];
  return [...head, ...rows, ...rest].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
