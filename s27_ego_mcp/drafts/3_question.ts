// s27 · ego, draft 3 – a little data in words, and a question.
import { connectEgo } from "../ego/connect.ts";
import type { EgoTool } from "../ego/core.ts";
import { DESIRES, wordFor } from "../ego/desires.ts";
import type { Ego, Parts } from "../ego/ego.ts";
import { NOTHING } from "../ego/inputs.ts";
import { createServerClock, serveTools } from "../ego/serve.ts";

export const createEgo = (parts: Parts): Ego => connectEgo(parts, import.meta.filename);

const levels = Object.keys(DESIRES).map((name, at) => [name, 0.8 - at / 12] as const);

const feelDesires: EgoTool = {
  name: "feel_desires",
  description: "What pulls you now.",
  input: NOTHING,
  async run() {
    const desires = levels.map(([name, level]) => `${name}[${wordFor(level)}]`);
    return `${desires.join(" ")}\n\n---\nWhich of these pulls, and what would it mean for the user?`;
  },
};

if (process.argv[1] === import.meta.filename) serveTools([feelDesires], createServerClock());
