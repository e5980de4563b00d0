// site/views/step/compare · two agents beside each other in files, and what the address says of them.
import type { Agent, FileTexts, Versions } from "../data.ts";
import { allLines, diffLines, type Line } from "./lines.ts";

/** A file of two agents; undefined where one does not have it. */
export interface Change {
  file: string;
  kind: "added" | "changed" | "dropped" | "same";
  before: number;
  after: number;
}

/** What became of each file from one agent to another, in the order of the pages: new ones first, code.ts last. */
export function changesBetween(versions: Versions, from: string | undefined, to: string): Change[] {
  const [one, other] = [from, to].map((name) =>
    versions.agents.findIndex((it) => it.name === name),
  );
  return Object.entries(versions.files)
    .flatMap(([file, numbers]) => {
      const [before, after] = [numbers[one ?? -1] ?? -1, numbers[other ?? -1] ?? -1];
      if (before < 0 && after < 0) return [];
      return { file, before, after, kind: kindOf(before, after) };
    })
    .sort(byKind);
}

function kindOf(before: number, after: number): Change["kind"] {
  if (before < 0) return "added";
  if (after < 0) return "dropped";
  return before === after ? "same" : "changed";
}

const ORDER = { added: 0, changed: 1, dropped: 2, same: 3 };

function byKind(one: Change, other: Change): number {
  const rank = ({ file, kind }: Change) => (file === "code.ts" ? 9 : ORDER[kind]);
  return rank(one) - rank(other) || (one.file < other.file ? -1 : 1);
}

/** The lines of a change, as git sees it. */
export function linesOf({ kind, before, after }: Change, { texts, hunks }: FileTexts): Line[] {
  const [old = "", now = ""] = [texts[before], texts[after]];
  if (kind === "added") return allLines(now, "added");
  if (kind === "dropped") return allLines(old, "gone");
  return diffLines(old, now, hunks[`${before} ${after}`] ?? []);
}

/** The agents in which a file has another text than in the one before, of the chapters alone. */
export function historyOf(
  { agents, files }: Versions,
  file: string,
): { name: string; change: Change }[] {
  let before = -1;
  return agents.flatMap(({ name, draft }, at) => {
    const after = files[file]?.[at] ?? -1;
    if (draft !== undefined || after === before) return [];
    const change = { file, before, after, kind: kindOf(before, after) };
    before = after;
    return { name, change };
  });
}

/** What the address asks for: two agents, perhaps at a file, or the history of a file. */
export type Wanted =
  | { kind: "pair"; from: string | undefined; to: string; file: string | undefined }
  | { kind: "history"; file: string };

/**
 * Reads what stands behind the #: "s04", "s04.2", "s03..s10", each also with a file, "s04:loop.ts", or "file=loop.ts".
 * What it does not know is as if it were not there: then it is the step of the newest chapter.
 */
export function readWanted(hash: string, agents: Agent[]): Wanted {
  const [, history] = /^file=(.+)$/.exec(hash) ?? [];
  if (history !== undefined) return { kind: "history", file: history };
  const [, one, , second, file] =
    /^(s\d\d(\.\d)?)(?:\.\.(s\d\d(?:\.\d)?))?(?::(.+))?$/.exec(hash) ?? [];
  const at = (name: string | undefined) => agents.findIndex((agent) => agent.name === name);
  const first = at(one) >= 0 ? at(one) : agents.length - 1;
  if (second === undefined || at(second) < 0)
    return { kind: "pair", from: before(agents, first), to: agents[first]?.name ?? "", file };
  const [from, to] = [first, at(second)].sort((a, b) => a - b).map((it) => agents[it]?.name ?? "");
  return { kind: "pair", from, to: to ?? "", file };
}

/** What `course diff` compares an agent with: a draft with the draft before, the first one and a chapter with the chapter before. */
export function before(agents: Agent[], at: number): string | undefined {
  const { chapter, draft } = agents[at] ?? {};
  const earlier = agents.slice(0, at).findLast((one) => {
    if (draft === undefined) return one.draft === undefined;
    return one.chapter === chapter || one.draft === undefined;
  });
  return earlier?.name;
}
