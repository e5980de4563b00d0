// s16 · protocols/tools – the tools of the lead and of a mate, and what else a mate gets.
import { z } from "zod";
import { find, type MateExtra, type MateHandle } from "../team/team.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";
import { gate, left, requestPlan, requestShutdown, reviewPlan, submitPlan } from "./core.ts";
import { MAX_TEXT, type Protocols } from "./requests.ts";

const teammate = z.string().describe("Its name, as list_teammates gives it");
const text = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TEXT, `At most ${MAX_TEXT} characters: write the rest to a file and name it`);

interface Ordered<Input extends z.ZodObject> extends Pick<Tool, "name" | "description" | "effect"> {
  input: Input;
  run(input: z.infer<Input>): Promise<string>;
}

/** A tool for requests. It can do no harm: the calls of a mate are judged one by one. Its changes are made in order. */
const ordered = <Input extends z.ZodObject>(
  { inOrder }: Protocols,
  { run, ...tool }: Ordered<Input>,
): Tool =>
  defineTool({ ...tool, judge: harmless, run: (input) => inOrder(async () => run(input)) });

export const toolsOfLead = (protocols: Protocols): Tool[] => [
  ordered(protocols, {
    name: "request_plan",
    description:
      "Ask a mate for a plan. Until you approve it with review_plan, the mate can only read. An earlier approval of its plans is void.",
    input: z.object({ teammate, task: text.describe("What it is to plan, and then to do") }),
    run: async ({ teammate, task }) => requestPlan(protocols, mateOf(protocols, teammate), task),
  }),
  ordered(protocols, {
    name: "review_plan",
    description: "Approve or reject the plan of a mate, as you have read it in your mail.",
    input: z.object({
      request_id: z.string().describe("The id in the mail with the plan, such as req_1a2b3c4d"),
      approve: z.boolean().describe("True: the mate does it now. False: it sends another plan"),
      feedback: text.optional().describe("What is to be different, or what to take care of"),
    }),
    run: (review) => reviewPlan(protocols, review),
  }),
  ordered(protocols, {
    name: "request_shutdown",
    description:
      "Ask a mate to end. Its running tool call ends, it begins no other, and says what is done. Its name is free then.",
    input: z.object({ teammate }),
    run: async ({ teammate }) => requestShutdown(protocols, mateOf(protocols, teammate)),
  }),
];

const toolOfMate = (protocols: Protocols, mate: MateHandle): Tool =>
  ordered(protocols, {
    name: "submit_plan",
    effect: "own",
    description:
      "Send lead the plan that it wants of you: what you are going to change, in which order, and how you check it. Then end your turn.",
    input: z.object({ plan: text.describe("The steps, one in each line") }),
    run: ({ plan }) => submitPlan(protocols, mate, plan),
  });

/** The mate of this name. Throws for a name that no mate has, and for a mate that is leaving. */
function mateOf({ team, mates }: Protocols, name: string): MateHandle {
  const mate = mates.get(find(team, name).name.toLowerCase());
  if (mate === undefined) throw new Error("You are lead. Name a mate.");
  return mate;
}

/** What a mate gets: the tool for its plans, the gate, which comes before the permission, and an end. */
export function join(protocols: Protocols, mate: MateHandle): MateExtra {
  const key = mate.name.toLowerCase();
  protocols.mates.set(key, mate);
  return {
    tools: [toolOfMate(protocols, mate)],
    hooks: { PreToolUse: (event) => gate(protocols, mate, event) },
    async left(isStopped) {
      protocols.mates.delete(key);
      await protocols.inOrder(() => left(protocols, mate, isStopped));
    },
  };
}
