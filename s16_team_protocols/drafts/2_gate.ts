// s16 · second draft – a gate: until the lead says yes, the writing calls of a mate are refused.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Mechanism } from "../agent.ts";
import { find, LEAD, type MateHandle, send, type TeamMechanism } from "../team/team.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";

export const PROTOCOL_RULE = "Use request_plan before a mate changes what is hard to undo.";

const text = z.string();
const WRITING = ["bash", "write_file", "edit_file"];

export function createProtocols(_cwd: string, { team }: TeamMechanism): Mechanism {
  const asked = new Map<string, { mate: string; task: string }>();
  /** The mates that must not write, and what each is told. */
  const closed = new Map<string, string>();

  const requestPlan = defineTool({
    name: "request_plan",
    description: "Ask a mate for a plan. Until you approve it, the mate can only read.",
    input: z.object({ teammate: text, task: text }),
    judge: harmless,
    async run({ teammate, task }) {
      const mate = find(team, teammate).name;
      const id = `req_${randomBytes(4).toString("hex")}`;
      asked.set(id, { mate, task });
      const content = `Plan ${id} is wanted before you change anything: ${task}\nSend it with submit_plan. Until lead approves it, you can only read.`;
      closed.set(mate, content);
      await send(team, { from: LEAD, to: mate, type: "plan_request", request: id, content });
      return `${mate} is asked for a plan, ${id}.`;
    },
  });

  const reviewPlan = defineTool({
    name: "review_plan",
    description: "Approve or reject the plan of a mate.",
    input: z.object({ request_id: text, approve: z.boolean(), feedback: text.optional() }),
    judge: harmless,
    async run({ request_id: request, approve, feedback }) {
      const one = asked.get(request);
      if (one === undefined) throw new Error(`There is no ${request}.`);
      if (approve) closed.delete(one.mate);
      const answer = approve ? `approved. Do it now: ${one.task}` : `rejected: ${feedback}`;
      const content = `Plan ${request}, version 1, is ${answer}`;
      await send(team, { from: LEAD, to: one.mate, type: "plan_review", request, content });
      return `${one.mate} is told.`;
    },
  });

  const submitPlan = ({ name }: MateHandle): Tool =>
    defineTool({
      name: "submit_plan",
      description: "Send lead the plan that it wants of you. Then end your turn.",
      input: z.object({ plan: text }),
      judge: harmless,
      async run({ plan }) {
        const [id, request] = [...asked].findLast(([, { mate }]) => mate === name) ?? [];
        const content = `Plan ${id}, version 1, for: ${request?.task}\n${plan}\nAnswer with review_plan.`;
        await send(team, { from: name, to: LEAD, type: "plan", request: id, content });
        return "Your plan, version 1, is with lead. End your turn now.";
      },
    });

  team.forMates.push((mate) => ({
    tools: [submitPlan(mate)],
    hooks: {
      PreToolUse({ call }) {
        const denied = closed.get(mate.name);
        return denied !== undefined && WRITING.includes(call.name) ? { denied } : undefined;
      },
    },
  }));
  return { tools: [requestPlan, reviewPlan] };
}
