// s24 · heartbeat, draft 1 – every half hour, a prompt in the conversation: here is HEARTBEAT.md, does anything in it need you?
import { clock } from "../../shared/clock.ts";
import { submit } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { Program } from "../heartbeat/heartbeat.ts";
import { promptOf } from "../heartbeat/words.ts";

const EVERY_MS = 30 * 60_000;

export function createHeartbeat({ bootstrap }: Program): Mechanism[] {
  let stop = () => {};

  async function prompt() {
    return promptOf(await bootstrap.file("HEARTBEAT.md"));
  }

  return [
    {
      async start() {
        stop = clock.every(EVERY_MS, () => submit({ source: "cron", prompt }));
      },
      async stop() {
        stop();
      },
    },
  ];
}
