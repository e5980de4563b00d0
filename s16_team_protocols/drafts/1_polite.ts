// s16 · first draft – a request is a letter: a mate is asked for a plan.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Mechanism } from "../agent.ts";
import { LEAD, type MateHandle, send, type TeamMechanism } from "../team/team.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";

export const PROTOCOL_RULE = "Use request_plan before a mate changes what is hard to undo.";

export function createProtocols(_cwd: string, { team }: TeamMechanism): Mechanism {
  /** Who is asked, and for what, by the id of the request. */
  const asked = new Map<string, { mate: string; task: string }>();

  const write = (to: string, type: "plan_request" | "plan_review", content: string) =>
    send(team, { from: LEAD, to, type, content });

  const requestPlan = defineTool({
    name: "request_plan",
    description: "Ask a mate for a plan.",
    input: z.object({ teammate: z.string(), task: z.string() }),
    judge: harmless,
    async run({ teammate, task }) {
      const id = `req_${randomBytes(4).toString("hex")}`;
      asked.set(id, { mate: teammate, task });
      const words = `Plan ${id} is wanted before you change anything: ${task}\nSend it with submit_plan. Until lead approves it, please do not change anything.`;
      await write(teammate, "plan_request", words);
      return `${teammate} is asked for a plan, ${id}.`;
    },
  });

  const reviewPlan = defineTool({
    name: "review_plan",
    description: "Approve or reject the plan of a mate.",
    input: z.object({
      request_id: z.string(),
      approve: z.boolean(),
      feedback: z.string().optional(),
    }),
    judge: harmless,
    async run({ request_id, approve, feedback }) {
      const request = asked.get(request_id);
      if (!request) throw new Error(`There is no ${request_id}.`);
      const answer = approve ? `approved. Do it now: ${request.task}` : `rejected: ${feedback}`;
      await write(request.mate, "plan_review", `Plan ${request_id}, version 1, is ${answer}`);
      return "The mate is told.";
    },
  });

  const submitPlan = ({ name }: MateHandle): Tool =>
    defineTool({
      name: "submit_plan",
      description: "Send lead the plan that it wants of you.",
      input: z.object({ plan: z.string() }),
      judge: harmless,
      async run({ plan }) {
        const [id, request] = [...asked].findLast(([, { mate }]) => mate === name) ?? [];
        const content = `Plan ${id}, version 1, for: ${request?.task}\n${plan}\nAnswer with review_plan.`;
        await send(team, { from: name, to: LEAD, type: "plan", content });
        return "Your plan, version 1, is with lead.";
      },
    });

  team.forMates.push((mate) => ({ tools: [submitPlan(mate)] }));
  return { tools: [requestPlan, reviewPlan] };
}
