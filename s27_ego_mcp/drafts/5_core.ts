// s27 · ego, draft 5 – the core, with nothing around it.
import { join } from "node:path";
import { connectEgo } from "../ego/connect.ts";
import { type Around, surface } from "../ego/core.ts";
import { DESIRES, levelOf, type Met } from "../ego/desires.ts";
import type { Ego, Parts } from "../ego/ego.ts";
import { hidden } from "../ego/hidden.ts";
import { createServerClock, serveTools } from "../ego/serve.ts";
import { RULES } from "../ego/words.ts";
import { FOLDER, openMemories } from "../recall/recall.ts";

export const createEgo = (parts: Parts): Ego => connectEgo(parts, import.meta.filename);

function serve(folder: string) {
  const { now, ...clock } = createServerClock();
  const met: Record<string, Met> = {};
  const desires = async () =>
    Object.fromEntries(
      Object.entries(DESIRES).map(([name, hours]) => [name, levelOf(hours, met[name], now())]),
    );
  const around: Around = {
    ...{
      memories: openMemories({ folder: join(folder, FOLDER), now }),
      now,
      companion: "the user",
      desires,
    },
    about: async (person) => [`Nothing is known of ${person} yet.`],
    self: async () => [],
  };
  const tools = hidden(around, {
    async satisfy(name, quality) {
      met[name] = { at: now(), quality };
      return (await desires())[name] ?? 0;
    },
    learnAbout: async (person) => `${person}: it is not kept.`,
    learnAboutSelf: async () => "It is not kept.",
  });
  serveTools([...surface(around), ...tools], { now, ...clock }, RULES);
}

if (process.argv[1] === import.meta.filename) serve(process.argv[3] ?? process.cwd());
