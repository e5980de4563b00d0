// s25 · soul/words – what is said when something cannot be done, and of a text that has come past soul_propose.
import type { News } from "./history.ts";

export const CHANGED = "SOUL.md has changed meanwhile. Read it in soul_status, and propose again.";
export const STALE =
  "It was written for an earlier SOUL.md, and would undo what came since. Ask for it anew.";
export const NOT_WRITTEN = "SOUL.md does not say what was just written. Try again.";
/** No check has looked at it. */
export const NO_CONTRACT = "none";
/** What a tool has written into SOUL.md is kept, and can never be approved. */
export const WRITTEN_BY_TOOL = {
  type: "proposed",
  intent: "written into SOUL.md by a tool call, past soul_propose",
  why: "",
  contract: NO_CONTRACT,
  findings: [{ name: "way", verdict: "failed", why: "it was not proposed with soul_propose" }],
} as const satisfies Partial<News>;
