// s04 · log – four small hooks that only look on.
import { note } from "../shared/terminal.ts";
import type { HookEvents } from "./hooks.ts";

const LARGE = 20_000;

/** Every call is seen before it runs, a refused one too. */
export function logCall({ call }: HookEvents["PreToolUse"]): void {
  note(`[hook] PreToolUse: ${call.name}`, "dim");
}

export function warnLargeOutput({ call, result }: HookEvents["PostToolUse"]): void {
  const size = JSON.stringify(result.content ?? "").length;
  if (size > LARGE) note(`[hook] PostToolUse: ${call.name} gave ${size} characters`, "yellow");
}

export function showWorkspace({ context }: HookEvents["UserPromptSubmit"]): void {
  note(`[hook] UserPromptSubmit: working in ${context.cwd}`, "dim");
}

/** How many calls were made since the program began: `count` is for PostToolUse, `report` for Stop. */
export function createCallCounter() {
  let calls = 0;
  return {
    count() {
      calls++;
    },
    report() {
      note(`[hook] Stop: ${calls} tool call${calls === 1 ? "" : "s"} in this session`, "dim");
    },
  };
}
