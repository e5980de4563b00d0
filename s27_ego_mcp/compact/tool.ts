// s08 · compact/tool – with the tool compact, the model asks for a summary itself.
import { z } from "zod";
import { defineTool, harmless, type Tool } from "../tools.ts";
import type { Compaction } from "./state.ts";

/** A tool must not change the history while its own call has no result, so it only sets a flag. */
export const compactTool = (state: Pick<Compaction, "wanted">): Tool =>
  defineTool({
    name: "compact",
    effect: "own",
    description:
      "Replace the conversation so far with a summary, when it is long and most of it is no longer needed.",
    input: z.object({ focus: z.string().optional().describe("What the summary must keep") }),
    judge: harmless,
    async run(input) {
      state.wanted = input;
      return "The history will be compacted before the next model call.";
    },
  });
