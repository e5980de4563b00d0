// practice/brain/intents/review · what has changed since the last commit, with what a rule can see in the lines that were added.
import { filesOf, says } from "../clauses.ts";
import { listed, paragraphs, tell } from "../project/tell.ts";
import { quotePath } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { type Script, unfolding } from "../unfold.ts";
import { isEmpty, quoted, sentences } from "../words.ts";
import { needsModel } from "./leads.ts";
import { runStep } from "./run.ts";

const CHANGES = /chang|edit|diff|改|変更|差分/i;

/** "Review my changes", "review the changes in a.js". */
export function reviewChanges(clause: Clause, { language }: PlanContext): Reading {
  const files = filesOf(clause);
  if (files.length > 0 && !says(clause, CHANGES))
    return { kind: "decline", reason: needsModel(language, "review-changes") };
  const place = files.length === 0 ? "" : ` -- ${files.map(quotePath).join(" ")}`;
  return unfolding("review-changes", () => review(language, place));
}

function* review(language: Language, place: string): Script {
  const status = yield runStep(language, "git-status", `git status --short${place}`);
  if (/\[exit code \d+\]$/.test(status)) return tell(language, "noGit") + quoted(language, status);
  if (isEmpty(status)) return tell(language, "noChanges");
  const diff = yield runStep(language, "git-diff", `git diff HEAD${place}`);
  if (/\[exit code \d+\]$/.test(diff)) return tell(language, "noGit") + quoted(language, diff);
  const files = changesIn(diff);
  const notes = files.flatMap((file) => notesOn(language, file));
  const fresh = [...status.matchAll(/^\?\? (.+)$/gm)].map(([, name = ""]) =>
    tell(language, "newFile", { file: name }),
  );
  return paragraphs([
    tell(language, "changed"),
    listed([
      ...files.map(({ file, added, removed }) => `${file}: +${added.length} −${removed}`),
      ...fresh,
    ]),
    tell(language, notes.length === 0 ? "noNotes" : "notes"),
    listed(notes.slice(0, MOST_NOTES)),
    tell(language, "onlyRules"),
  ]);
}

const MOST_NOTES = 12;

interface Changed {
  file: string;
  added: { line: number; text: string }[];
  removed: number;
}

/** What a diff says of each file. */
function changesIn(diff: string): Changed[] {
  const files: Changed[] = [];
  let line = 0;
  for (const text of diff.split("\n")) {
    const file = /^diff --git a\/(?:.*) b\/(.*)$/.exec(text)?.[1];
    const start = /^@@ -\S+ \+(\d+)/.exec(text)?.[1];
    if (file !== undefined) files.push({ file, added: [], removed: 0 });
    if (start !== undefined) line = Number(start);
    const here = files.at(-1);
    if (here === undefined || start !== undefined || /^(?:\+\+\+|---) /.test(text)) continue;
    if (text.startsWith("+")) here.added.push({ line, text: text.slice(1) });
    if (text.startsWith("-")) here.removed++;
    if (/^[+ ]/.test(text)) line++;
  }
  return files;
}

/** What a rule can see in a line. */
const SEEN = [
  ["seenPrint", /\bconsole\.(?:log|debug)\(|^\s*print\(/],
  ["seenDebugger", /^\s*debugger\b|\bbreakpoint\(\)|\bpdb\.set_trace/],
  ["seenTodo", /\b(?:TODO|FIXME|XXX|HACK)\b/],
  ["seenSkip", /\b(?:it|test|describe)\.(?:skip|only)\(|@unittest\.skip|mark\.skip/],
  [
    "seenSecret",
    /(?:key|secret|passw(?:or)?d|token)\w*["']?\s*[:=]\s*["'][^"']{6,}|AKIA[0-9A-Z]{16}|PRIVATE KEY-/i,
  ],
  ["seenConflict", /^(?:<{7}|>{7})/],
  ["seenLong", /^.{121,}$/],
] as const;

function notesOn(language: Language, { file, added }: Changed): string[] {
  return added.flatMap(({ line, text }) =>
    SEEN.filter(([, form]) => form.test(text)).map(
      ([key]) =>
        `${file}:${line} ${sentences(language, [tell(language, key), `\`${text.trim().slice(0, 80)}\``])}`,
    ),
  );
}
