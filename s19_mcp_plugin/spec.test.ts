import { readFileSync } from "node:fs";
import { calls, expect, says, test } from "../course/spec.ts";
const shop = (path: string) => readFileSync(new URL(`../course/fixtures/shop/${path}`, import.meta.url), "utf8");
const SHOP = Object.fromEntries([".mcp.json","servers/docs.mjs","servers/stdio.mjs","servers/web.mjs"].map(p=>[p,shop(p)]));
test("try", async ({ start }) => {
  const agent = await start([calls("connect_mcp",{name:"docs"}), calls("mcp__docs__search_docs",{query:"cork"}), calls("list_mcp_resources",{}), calls("read_mcp_resource",{server:"docs",uri:"docs://corks/cork"}), says("Done.")], { files: SHOP });
  await agent.type("go");
  await agent.answer("Allow connect_mcp: docs", "y");
  await agent.answer("Allow mcp__docs__search_docs", "y");
  await agent.answer("Allow read_mcp_resource", "y");
  await agent.sees("Done.");
  await agent.type("/mcp");
  await agent.sees("docs");
  console.log(agent.output); console.log(JSON.stringify(agent.toolResults,null,1)); console.log(JSON.stringify(agent.requests.at(-1)?.tools?.slice(-6),null,1), JSON.stringify(agent.requests.at(-1)?.system));
  expect(await agent.exit()).toBe(0);
});
