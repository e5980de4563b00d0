// s27 · ego, draft 4 – what pulls follows from the time since it was last met.
import { connectEgo } from "../ego/connect.ts";
import type { EgoTool } from "../ego/core.ts";
import { DESIRES, levelOf, type Met, wordFor } from "../ego/desires.ts";
import type { Ego, Parts } from "../ego/ego.ts";
import { NOTHING, SATISFIED } from "../ego/inputs.ts";
import { createServerClock, serveTools } from "../ego/serve.ts";

export const createEgo = (parts: Parts): Ego => connectEgo(parts, import.meta.filename);

const clock = createServerClock();
const met = new Map<string, Met>();
const levels = () =>
  Object.entries(DESIRES).map(
    ([name, hours]) => [name, levelOf(hours, met.get(name), clock.now())] as const,
  );

const feelDesires: EgoTool = {
  name: "feel_desires",
  description: "What pulls you now.",
  input: NOTHING,
  async run() {
    const desires = levels().map(([name, level]) => `${name}[${wordFor(level)}]`);
    return `${desires.join(" ")}\n\n---\nWhich of these pulls, and what would it mean for the user?`;
  },
};

const satisfyDesire: EgoTool = {
  name: "satisfy_desire",
  description: "A desire was met.",
  input: SATISFIED,
  async run(given) {
    const { name, quality = 0.7 } = SATISFIED.parse(given);
    met.set(name, { at: clock.now(), quality });
    return `${name} was met.\n\n---\nWhat in it did you good?`;
  },
};

if (process.argv[1] === import.meta.filename) serveTools([feelDesires, satisfyDesire], clock);
