// s22 · modes/core – what an agent is told, and where in the request: the more often it changes, the later it comes.
import { release } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { MODEL } from "../../shared/client.ts";
import { clock } from "../../shared/clock.ts";
import { keepTold } from "../../shared/currentNote.ts";
import { isFolder } from "../../shared/files.ts";
import { oneLine } from "../../shared/text.ts";
import { dayIn, hoursOf, isZone, timeIn } from "../../shared/zones.ts";
import type { Mechanism } from "../agent.ts";
import type { Config } from "../bootstrap/bootstrap.ts";
import type { HookEvents } from "../hooks.ts";
import type { Agent } from "../loop.ts";
import { modeOf, type PromptMode, type PromptSection, type SectionText } from "../prompt.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";

/** What the door gives to the program. */
export interface Modes extends Mechanism {
  /** What every agent has; the rest is the lead's alone. */
  common: Mechanism;
  getSystemPrompt: Agent["getSystemPrompt"];
  callModel: Agent["callModel"];
}

/** What surrounds the core. */
export interface Around {
  lead(): Agent;
  /** What agent.json5 says. */
  settings(): Promise<Config>;
  /** AGENTS.md and TOOLS.md, as the last prompt of the lead had them. */
  rules(): Promise<string>;
  /** What the lead is told about its reasoning. */
  reasoning(): string;
  /** Called before each model call: the conversation of this agent says which day it is. */
  knowsDay(agent: Agent, day: string): void;
  /** What session_status says after the time. */
  status(agent: Agent): string[];
}

/** A row of the table: in the prompts of which modes it is, and on which side of the cache boundary. */
export function row(
  name: string,
  modes: PromptMode[],
  place: "before" | "after",
  text: SectionText,
): PromptSection {
  return {
    name,
    ...(place === "after" && { isVolatile: true }),
    text: (context) => (modes.includes(modeOf(context)) ? text(context) : undefined),
  };
}

/** What every agent has. */
export const commonOf = (around: Around): Mechanism => ({
  tools: [sessionStatus(around)],
  hooks: { BeforeModel: (event) => tellDay(around, event) },
  state: {
    rules: around.rules,
    runtime: async () => runtimeText(),
    time: async () => zoneText(await around.settings()),
  },
});

/** What the lead has besides. An agent whose state has no mode gets minimal. */
export const leadState = ({ lead, settings, reasoning }: Around): Agent["state"] => ({
  mode: async () => (await settings()).promptMode,
  reasoning: async () => reasoning(),
  documentation: async () => ((await isFolder(join(lead().cwd, "docs"))) ? DOCUMENTATION : ""),
});

const runtimeText = () =>
  `Runtime: ${process.platform} ${release()} (${process.arch}), Node ${process.version}, model ${MODEL}`;

const DOCUMENTATION =
  "Documentation is in the folder docs. Look there before you say how something here works.";

/** The zone changes only when the person edits it, so it may be in the prompt. */
const zoneText = ({ timezone, timeFormat }: Config): string =>
  `Time zone: ${timezone}\nTime format: ${hoursOf(timeFormat)}-hour\nThe day is in a note of the kind "day". Call session_status for the time of day.`;

export async function today({ settings }: Pick<Around, "settings">): Promise<string> {
  return `Today is ${dayIn((await settings()).timezone, clock.now())}.`;
}

/** The day changes once a day. A new one is told in the newest message, and what was sent stays as it was. */
async function tellDay(around: Around, { messages, context }: HookEvents["BeforeModel"]) {
  const day = await today(around);
  keepTold(messages, "day", day);
  around.knowsDay(context.agent, day);
}

/** The hour changes all the time. Nothing comes after the result of a call, so it is told there, when the model asks. */
const sessionStatus = ({ settings, status }: Around): Tool =>
  defineTool({
    name: "session_status",
    description:
      "The day and the time now, here or in another time zone, the model, and how full the window is.",
    input: z.object({
      timezone: z.string().optional().describe('Another zone, such as "Asia/Tokyo"'),
    }),
    judge: harmless,
    async run({ timezone }, { agent }) {
      const config = await settings();
      const zone = timezone ?? config.timezone;
      if (!isZone(zone))
        throw new Error(
          `unknown timezone "${oneLine(zone, 60)}" (use an IANA name such as Asia/Tokyo)`,
        );
      const now = clock.now();
      const time = `${dayIn(zone, now)}, ${timeIn(zone, now, config.timeFormat)} (${zone})`;
      return [time, ...status(agent)].join("\n");
    },
  });
