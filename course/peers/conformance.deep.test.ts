// The official conformance suite, with the newest agent as the client: https://github.com/modelcontextprotocol/conformance.
import { describe, expect, test } from "vitest";
import { canRun, runScenario } from "./conformance.ts";

/**
 * The scenarios for what the agent does. Not among them: auth/… (it has no OAuth), elicitation and the request state of
 * sep-2322 (a server gets no answers from it), and the extensions.
 */
const SCENARIOS = [
  ["initialize", "2025-06-18"],
  ["initialize", "2025-11-25"],
  ["tools_call", "2025-06-18"],
  ["tools_call", "2025-11-25"],
  ["tools_call", "2026-07-28"],
  ["sse-retry", "2025-11-25"],
  ["request-metadata", "2026-07-28"],
  ["http-standard-headers", "2026-07-28"],
  ["http-custom-headers", "2026-07-28"],
  ["http-invalid-tool-headers", "2026-07-28"],
  ["json-schema-ref-no-deref", "2026-07-28"],
] as const;

describe.skipIf(!canRun)("the conformance suite passes", () => {
  test.each(SCENARIOS)("%s in %s", async (scenario, version) => {
    expect(await runScenario(scenario, version)).toEqual([]);
  });
});
