import { expect, test } from "vitest";
import { packsFor } from "./packs.ts";

/** What esbuild says of a file: what it imports. */
const importing = (...paths: string[]) => ({
  bytes: 1,
  imports: paths.map((path) => ({ path, kind: "import-statement" as const })),
});

test("a draft loads what it shares with its chapter, and not the code.ts of that, which would run beside its own", () => {
  const inputs = {
    "site/host/machine.ts": importing(),
    "agent:s01_x": importing("s01_x/code.ts"),
    "s01_x/code.ts": importing("s01_x/door.ts", "s01_x/loop.ts"),
    "s01_x/door.ts": importing("s01_x/core.ts"),
    "s01_x/loop.ts": importing(),
    "s01_x/core.ts": importing(),
    "agent:s01.1": importing("agent:s01.1:s01_x/code.ts"),
    "agent:s01.1:s01_x/code.ts": importing("s01_x/loop.ts"),
    "agent:s01.2": importing("agent:s01.2:s01_x/code.ts"),
    "agent:s01.2:s01_x/code.ts": importing("s01_x/loop.ts", "s01_x/core.ts"),
  };
  const of = (name: string) => ({
    name,
    chapter: "s01_x",
    tier: 0,
    isMain: name === "agent:s01_x",
  });
  const packs = packsFor({
    inputs,
    machine: "site/host/machine.ts",
    programs: ["agent:s01_x", "agent:s01.1", "agent:s01.2"].map(of),
    others: [],
    lasting: [],
    isCommon: () => false,
    isOwn: (name) => name.startsWith("s01_x/") || name.startsWith("agent:"),
  });
  expect(packs.get("agent:s01.1")).toEqual(["s01_x/loop.ts", "s01_x/core.ts"]);
});
