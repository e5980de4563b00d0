// s24 · heartbeat, draft 5 – the core, with nothing around it.
import { ownZone } from "../../shared/zones.ts";
import type { Mechanism } from "../agent.ts";
import { answerAlone } from "../heartbeat/alone.ts";
import { createBeats } from "../heartbeat/core.ts";
import type { Program } from "../heartbeat/heartbeat.ts";
import { tasksIn } from "../heartbeat/tasks.ts";

export function createHeartbeat({ bootstrap, makeAgent, lead, inbox }: Program): Mechanism[] {
  const identity = () => ({ ...lead(), name: "heartbeat", label: "[heartbeat] ", say() {} });
  return [
    createBeats(process.cwd(), {
      inbox,
      tasks: async () => tasksIn(await bootstrap.file("HEARTBEAT.md"), ownZone()),
      answer: (prompt, signal) =>
        answerAlone((own) => makeAgent(identity(), [own]), prompt, signal),
    }),
  ];
}
