// s04 · log – hooks that change nothing: they print what happens.
import { explain, note } from "../shared/terminal.ts";
import type { Mechanism } from "./agent.ts";
import type { HookEvents } from "./hooks.ts";

const LARGE = 20_000;

/** For every agent: prints each tool call before it is judged, and warns about a large result. */
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

/** For the agent that the person talks to: prints its folder at each prompt, and counts its tool calls. */
export function createSessionLog(): Mechanism {
  let calls = 0;
  return {
    hooks: {
      UserPromptSubmit({ context }) {
        explain(`[hook] UserPromptSubmit: working in ${context.cwd}`);
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
