// practice/brain/rows/rows · the intents of rows.json: those that are known by their examples, and those that forms.json has the forms of.
import type { IntentRow } from "./row.ts";
import DATA from "./rows.json" with { type: "json" };

const rowsOf = (rows: Readonly<Record<string, Omit<IntentRow, "rule">>>): IntentRow[] =>
  Object.entries(rows).map(([rule, row]) => ({ rule, ...row }));

export const ROWS: readonly IntentRow[] = rowsOf(DATA.byExample);

/** For a team's lead and its mates, for worktrees and for servers of others. */
export const FORMED_ROWS: readonly IntentRow[] = rowsOf(DATA.byForm);

/** What a mate sends; no wish of a person asks for it. */
export const submitPlan: IntentRow = { rule: "submit-plan", ...DATA.byForm["submit-plan"] };
