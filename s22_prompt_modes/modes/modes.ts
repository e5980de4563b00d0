// s22 · modes – one table says what is in a prompt, for whom, and in which order; the rest follows from it.
import { release } from "node:os";
import { join } from "node:path";
import { MODEL } from "../../shared/client.ts";
import { isFolder } from "../../shared/files.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { Bootstrap } from "../bootstrap/bootstrap.ts";
import type { Agent } from "../loop.ts";
import { createPrompt } from "../prompt.ts";
import type { Recovery } from "../recovery/recovery.ts";
import { createCache } from "./cache.ts";
import { createDay, zoneText } from "./clock.ts";
import { createReasoning } from "./reasoning.ts";
import { sessionStatus } from "./session.ts";
import { promptCommand } from "./show.ts";
import { PROMPT_SECTIONS } from "./table.ts";

export { PROMPT_SECTIONS } from "./table.ts";

/** What the lead has, and what every agent has. */
export interface Modes extends Mechanism {
  common: Mechanism;
  getSystemPrompt: Agent["getSystemPrompt"];
  callModel: Agent["callModel"];
}

const DOCUMENTATION =
  "Documentation is in the folder docs. Look there before you say how something here works.";

/** `callModel` is the function that is watched; the commands are about the `lead`. */
export function createModes(
  { settings, rules }: Bootstrap,
  callModel: Recovery["callModel"],
  lead: () => Agent,
): Modes {
  const cache = createCache(PROMPT_SECTIONS, createPrompt(PROMPT_SECTIONS), callModel);
  const reasoning = createReasoning();
  const day = createDay(settings, lead);
  return {
    getSystemPrompt: cache.getSystemPrompt,
    callModel: cache.callModel,
    common: {
      tools: [sessionStatus(settings, cache.lastOf)],
      hooks: { BeforeModel: day.tell },
      state: {
        rules,
        runtime: async () => runtimeText(),
        time: async () => zoneText(await settings()),
      },
    },
    state: {
      mode: async () => (await settings()).promptMode,
      reasoning: async () => reasoning.text(),
      documentation: async () => ((await isFolder(join(lead().cwd, "docs"))) ? DOCUMENTATION : ""),
    },
    hooks: { UserPromptSubmit: day.prompt, AfterModel: reasoning.show },
    commands: {
      prompt: promptCommand(PROMPT_SECTIONS, lead),
      cache: {
        description: "the three caches, and what has changed",
        run: () => note(cache.lines()),
      },
      reasoning: reasoning.command,
    },
  };
}

const runtimeText = () =>
  `Runtime: ${process.platform} ${release()} (${process.arch}), Node ${process.version}, model ${MODEL}`;
