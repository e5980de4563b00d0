// s24 · heartbeat – the agent looks by itself at what is in HEARTBEAT.md, and says only what needs you.
import { clock } from "../../shared/clock.ts";
import { tellOnce } from "../../shared/tellOnce.ts";
import { takesSubmissions } from "../../shared/terminal.ts";
import { withoutMiddle } from "../../shared/text.ts";
import type { Identity, Mechanism } from "../agent.ts";
import type { Bootstrap } from "../bootstrap/bootstrap.ts";
import type { Inbox } from "../inbox.ts";
import type { Agent } from "../loop.ts";
import type { Scope } from "../scope/scope.ts";
import { answerAlone } from "./alone.ts";
import { heartbeatCommand } from "./command.ts";
import { type Around, createBeats, EVERY_MIN } from "./core.ts";
import { readTasks } from "./forms.ts";
import { createLimits, type Limits } from "./limits.ts";
import { settingsIn } from "./settings.ts";

/** What the program gives to the heartbeat. */
export interface Program {
  makeAgent(identity: Identity, own: Mechanism[]): Agent;
  inbox: Pick<Inbox, "put" | "takeBack">;
  bootstrap: Bootstrap;
  scope: Scope;
  lead(): Agent;
}

/** What the system prompt of the lead says about alerts. */
const HEARTBEAT_RULE =
  'A note of the kind "heartbeat" says what the person was told by an agent that looks at HEARTBEAT.md by itself. It asks nothing of you: the person\'s request counts.';

const LOOK_AGAIN_MS = 60_000;
const MAX_ALERT = 1000;

/** The beats, and what limits them. In a room there are none, but its settings are known there, too. */
export function createHeartbeat(program: Program): Mechanism[] {
  const { bootstrap, inbox, scope } = program;
  const settings = bootstrap.settingsOf(settingsIn);
  if (scope.isRoom) return [];
  const tell = tellOnce("[heartbeat] HEARTBEAT.md:");
  const since = clock.now();
  const limits = createLimits(scope.home, settings);
  async function tasks() {
    const { zone, everyMin } = await settings();
    const list = await bootstrap.file("HEARTBEAT.md");
    return readTasks(list, { zone, everyMin: everyMin || EVERY_MIN, since }, tell);
  }
  /** Without a task there is nothing to have for oneself. */
  async function ownTasks() {
    const all = await tasks();
    return all.length > 0 && (await limits.isOurs()) ? all : [];
  }
  const { isResting, ended } = limits;
  const around = { tasks: ownTasks, answer: answerOf(program, limits), inbox, isResting, ended };
  const beats = createBeats(scope.home, { ...around, everyMs: LOOK_AGAIN_MS });
  return [
    limits, // it stops after the beats
    {
      ...beats,
      state: { heartbeat: async () => HEARTBEAT_RULE },
      commands: { heartbeat: heartbeatCommand(beats, limits, tasks) },
      async start() {
        if (!takesSubmissions()) return; // the program ends after its answer
        await beats.start?.();
        const text = await bootstrap.file("BOOT.md");
        if (text !== "") void beats.lookOnce("BOOT.md", text);
      },
    },
  ];
}

/** What the agent of a look says is for the person alone, as what the lead says is. */
const answerOf =
  ({ makeAgent, scope, lead }: Program, limits: Limits): Around["answer"] =>
  async (prompt, signal) => {
    const identity = { ...lead(), name: "heartbeat", label: "[heartbeat] ", say() {} };
    const answer = await limits.within((own) =>
      answerAlone((watch) => scope.trust(makeAgent(identity, [watch, own])), prompt, signal),
    );
    return withoutMiddle(answer, MAX_ALERT);
  };
