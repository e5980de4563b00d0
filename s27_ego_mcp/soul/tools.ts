// s25 · soul/tools – what the agent can do about itself: propose another text, and look. It can approve nothing.
import { z } from "zod";
import { defineTool, harmless, type Tool, type ToolContext } from "../tools.ts";
import type { History, Proposal } from "./history.ts";
import { lineOf } from "./show.ts";

const MAX_TEXT = 20_000;
const MAX_LISTED = 20;

/** The tool that proposes. It changes nothing by itself, so nobody is asked about the call. */
export const proposeTool = (
  propose: (proposal: Proposal, context: ToolContext) => Promise<string>,
): Tool =>
  defineTool({
    name: "soul_propose",
    effect: "works",
    description:
      "Propose another text for SOUL.md, which says who you are. It is checked, and waits until the person approves it: until then nothing has changed, so do not say that it has.",
    input: z.object({
      intent: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .describe("What is to become different, in a sentence"),
      text: z.string().max(MAX_TEXT).describe("The whole new text of SOUL.md"),
      why: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .describe("What the person has said or done that asks for it"),
    }),
    judge: harmless,
    run: ({ text, ...rest }, context) =>
      propose(
        { text: `${text.toWellFormed().replaceAll(/\r\n?/g, "\n").trim()}\n`, ...rest },
        context,
      ),
  });

/** The tool that looks: what SOUL.md says, and what has become of the last versions. */
export const statusTool = (look: () => Promise<History | undefined>): Tool =>
  defineTool({
    name: "soul_status",
    effect: "own",
    description: "What SOUL.md says now, and what has become of what was proposed.",
    input: z.object({}),
    judge: harmless,
    async run() {
      const history = await look();
      if (history?.active === undefined)
        return "SOUL.md is a file like any other: nothing was proposed yet.";
      const { active, versions } = history;
      const listed = versions.slice(-MAX_LISTED).map(lineOf).join("\n");
      return `SOUL.md is v${active.version}:\n\n${active.text}\n${listed}`;
    },
  });
