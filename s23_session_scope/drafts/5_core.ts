// s23 · scope, draft 5 – the core, with nothing around it.
import { scopeIn } from "../../shared/flags.ts";
import { openSession } from "../scope/core.ts";
import type { Scope } from "../scope/scope.ts";

export function createScope(
  cwd: string,
  _bootstrap: unknown,
  _lead: unknown,
  args = process.argv.slice(2),
): Scope {
  return {
    ...openSession(cwd, scopeIn(args) ?? "main"),
    common: {},
    withNotes: (memory) => memory,
    isCommand: () => true,
  };
}
