// s04 · log – hooks that only watch: they print what happens.
import { explain, note } from "../shared/terminal.ts";
import type { Mechanism } from "./agent.ts";
import type { HookEvents } from "./hooks.ts";

const LARGE = 20_000;

/** For every agent: prints each tool call before it runs or is refused, and warns about a large result. */
export const log: Mechanism = {
  hooks: { PreToolUse: showCall, PostToolUse: warnOfLargeResult },
};

function showCall({ call }: HookEvents["PreToolUse"]): void {
  explain(`[hook] PreToolUse: ${call.name}`);
}

function warnOfLargeResult({ call, result }: HookEvents["PostToolUse"]): void {
  const size = JSON.stringify(result.content ?? "").length;
  if (size > LARGE) note(`[hook] PostToolUse: ${call.name} gave ${size} characters`, "yellow");
}

/** For the agent that the person talks to: prints where it works, and how many tool calls it has made. */
export function createSessionLog(): Mechanism {
  let calls = 0;
  return {
    hooks: {
      UserPromptSubmit({ source, context }) {
        explain(`[hook] UserPromptSubmit: working in ${context.cwd}, from ${source}`);
      },
      PostToolUse() {
        calls++;
      },
      Stop() {
        explain(`[hook] Stop: ${calls} tool call${calls === 1 ? "" : "s"} in this session`);
      },
    },
  };
}
