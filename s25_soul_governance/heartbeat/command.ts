// s24 · heartbeat/command – /heartbeat: what is on the list, when each task was looked at, and a look now.
import { clock } from "../../shared/clock.ts";
import { inWords } from "../../shared/schedule.ts";
import { subcommands } from "../../shared/subcommands.ts";
import { type Command, note } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import { type Beats, past } from "./core.ts";
import type { Limits } from "./limits.ts";
import type { Task } from "./tasks.ts";

export function heartbeatCommand(
  beats: Beats,
  limits: Limits,
  tasks: () => Promise<Task[]>,
): Command {
  return subcommands("heartbeat", "what the agent looks at by itself", {
    "": { run: async () => note(await listed(beats, limits, await tasks())) },
    run: {
      takes: "ID",
      async run([id = ""], signal) {
        const task = found(await tasks(), id);
        await Promise.race([beats.look(task, signal), aborted(signal)]);
      },
    },
    on: { run: async () => limits.turn("on") },
    off: { run: async () => limits.turn("off") },
  });
}

/** Another look may come first: Ctrl-C does not wait for it. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

function found(tasks: Task[], id: string): Task {
  const task = tasks.find((one) => one.id === id);
  if (task !== undefined) return task;
  const ids = tasks.map((one) => one.id).join(", ") || "none";
  const what = id && `There is no task ${oneLine(id, 40)} in HEARTBEAT.md.`;
  throw new Error(`${what || "Say which task."} There are: ${ids}.`);
}

async function listed(beats: Beats, limits: Limits, tasks: Task[]): Promise<string> {
  const ran = await beats.lastRuns();
  const lines = tasks.map((task) => lineOf(task, ran[task.id]?.lastRun));
  if (lines.length === 0) lines.push("HEARTBEAT.md has no task.");
  return [...lines, await limits.words()].join("\n");
}

function lineOf({ id, cadenceMin, isDue }: Task, lastRun = ""): string {
  const [last, now] = [past(Date.parse(lastRun) || 0), clock.now()];
  const ago = inWords(now - last);
  const looked = last === 0 ? "not looked at yet" : `looked at ${ago ? `${ago} ago` : "just now"}`;
  return `${id} (every ${short(cadenceMin)}): ${looked}${isDue(last, now) ? ", due" : ""}`;
}

/** As a heading says it, such as 30m, 2h or 1d. */
function short(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes}m`;
  return minutes % 1440 === 0 ? `${minutes / 1440}d` : `${minutes / 60}h`;
}
