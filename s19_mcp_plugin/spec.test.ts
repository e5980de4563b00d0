import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { calls, expect, says, test } from "../course/spec.ts";

const BAD = fileURLToPath(new URL("../course/fixtures/mcp/misbehaving.mjs", import.meta.url));
for (const mode of (process.env.MODES ?? "").split(","))
  test(`try ${mode}`, async ({ start }) => {
    const agent = await start(
      [calls("connect_mcp", { name: "s" }), calls("mcp__s__echo", { text: "hi" }), says("Done.")],
      {
        yes: "anyway",
        files: {
          ".mcp.json": JSON.stringify({
            mcpServers: { s: { command: "node", args: [BAD, mode] } },
          }),
        },
      },
    );
    await agent.type("go");
    await agent.sees("Done.");
    writeFileSync(
      `/tmp/mode-${mode}.txt`,
      [
        agent.output,
        JSON.stringify(agent.toolResults, null, 1).slice(0, 4000),
        JSON.stringify(
          agent.requests.at(-1)?.tools?.filter((t) => t.name.startsWith("mcp__")),
          null,
          0,
        ).slice(0, 3000),
      ].join("\n"),
    );
    expect(await agent.exit()).toBe(0);
  });
