// practice/brain/intents/takeBack · changes taken back: those of this conversation, and those since the last commit.
import { stringOf } from "../blocks.ts";
import { filesOf } from "../clauses.ts";
import { tell } from "../project/tell.ts";
import { quotePath } from "../shell.ts";
import type { Call, Clause, Language, Offer, PlanContext, Reading } from "../types.ts";
import { type Script, unfolding } from "../unfold.ts";
import { isEmpty, quoted, row } from "../words.ts";
import { runStep } from "./run.ts";

/** "Discard my changes in a.txt": shows what goes, then lets git bring the file back. */
export function gitUndo(clause: Clause, { language, file }: PlanContext): Reading {
  const named = filesOf(clause);
  const isPointed = named.length === 0 && /\bit\b|它|それ/i.test(clause.text) && file !== undefined;
  const files = isPointed ? [file] : named;
  if (files.length === 0) return { kind: "decline", reason: tell(language, "nameFiles") };
  const places = files.map(quotePath).join(" ");
  return unfolding("git-undo", function* () {
    const stat = yield runStep(language, "git-diff", `git diff --stat HEAD -- ${places}`);
    if (/\[exit code \d+\]$/.test(stat)) return tell(language, "noGit") + quoted(language, stat);
    if (isEmpty(stat)) return tell(language, "asCommitted", { files: row(language, files) });
    const line = `git checkout HEAD -- ${places}`;
    const task = tell(language, "throwAway", { line, stat: stat.split("\n").at(-1)?.trim() ?? "" });
    const result = yield { ...runStep(language, "git-undo", line), task };
    const failed = /\[exit code \d+\]$/.test(result);
    return (
      tell(language, failed ? "notBack" : "back", { files: row(language, files) }) +
      quoted(language, failed ? result : stat)
    );
  });
}

interface Change {
  path: string;
  old: string;
  next: string;
}

/** "Undo": the edits of the turn that changed something last, the other way round; where these are not known, git. */
export function undo(_: Clause, { language, earlier, offer }: PlanContext): Reading {
  const turn = earlier.findLast(({ outcomes = [] }) =>
    outcomes.some(({ call, failed }) => !failed && !isLooking(call)),
  );
  const calls = (turn?.outcomes ?? []).filter(({ call, failed }) => !failed && !isLooking(call));
  if (turn === undefined) return { kind: "decline", reason: tell(language, "nothingToUndo") };
  const edits = calls.map(({ call, text = "" }) => editIn(call, text, offer));
  const changes = edits.reduce<Change[]>(without, []);
  const strange = calls.findLast((__, at) => edits[at] === undefined)?.call;
  if (strange !== undefined)
    return { kind: "decline", reason: tell(language, "cannotUndo", { what: named(strange) }) };
  return unfolding("undo", () => takeBack(language, changes.toReversed()));
}

/** What an edit did that the next one took back is not there. */
function without(changes: Change[], change: Change | undefined): Change[] {
  const last = changes.at(-1);
  if (change === undefined) return changes;
  const isBack = last?.path === change.path && last.old === change.next && last.next === change.old;
  return isBack ? changes.slice(0, -1) : [...changes, change];
}

function* takeBack(language: Language, changes: Change[]): Script {
  for (const { path, old, next } of changes)
    yield {
      rule: "edit-file",
      task: tell(language, "change", { file: path }),
      call: (offer) => offer.edit?.(path, next, old, true),
      say: () => "",
    };
  const [last] = changes.slice(-1);
  const files = [...new Set(changes.map(({ path }) => path))];
  return (
    tell(language, "undone", { files: row(language, files), count: changes.length }) +
    quoted(language, last?.old ?? "")
  );
}

const LOOKING =
  /^(?:ls|cat|grep|find|head|tail|wc|pwd|sed -n|git (?:status|diff|log|branch|blame)|npm test|node --test|python3 -m (?:pytest|unittest)|(?:node|python3) (?:[\w./-]+$|-e 'import\(|-c 'from )|\w+ --version)/;
const LOOKING_TOOLS = /^(?:read|view|open|glob|find|list|todo|load|grep)/i;

function isLooking({ name, input }: Call): boolean {
  const command = stringOf(input.command);
  return command === ""
    ? LOOKING_TOOLS.test(name)
    : LOOKING.test(command) && !/&&|>>|^[^']*[>;]/.test(command);
}

/** What an edit put where; undefined for another call, and for an edit of several places. */
function editIn({ name, input }: Call, result: string, { edit }: Offer): Change | undefined {
  const made = edit?.("path", "old", "next");
  const keyOf = (value: string) =>
    Object.entries(made?.input ?? {}).find(([, own]) => own === value)?.[0];
  const [path, old, next] = ["path", "old", "next"].map((part) => input[keyOf(part) ?? ""]);
  const isOnce = !/\b(?!1\b)\d+ replacement/.test(result);
  if (name !== made?.name || typeof path !== "string" || !isOnce) return undefined;
  return typeof old === "string" && typeof next === "string" && next !== ""
    ? { path, old, next }
    : undefined;
}

const named = ({ name, input }: Call): string =>
  `\`${(stringOf(input.command) || `${name} ${stringOf(input.path)}`).split("\n")[0]}\``;
