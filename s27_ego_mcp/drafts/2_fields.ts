// s27 · ego, draft 2 – one tool, which gives all fields as JSON.
import { connectEgo } from "../ego/connect.ts";
import type { EgoTool } from "../ego/core.ts";
import { DESIRES } from "../ego/desires.ts";
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
    const desires = levels.map(([name, level]) => ({ name, level: level.toFixed(3) }));
    return JSON.stringify({ desires, relationship: { trust: 0.5, interactions: 0 } });
  },
};

if (process.argv[1] === import.meta.filename) serveTools([feelDesires], createServerClock());
