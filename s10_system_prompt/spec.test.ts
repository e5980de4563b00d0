import { type Agent, calls, conversation, expect, says, test } from "../course/spec.ts";

type Request = Agent["requests"][number];

const read = calls("read_file", { path: "a.txt" });
const INDEX = ".memory/MEMORY.md";
const write = (content: string) => calls("write_file", { path: INDEX, content });
const SKILL = { "skills/brew-tea/SKILL.md": "---\nname: brew-tea\ndescription: Tea.\n---\nWarm." };

const systemOf = (request: Request | undefined) => JSON.stringify(request?.system ?? "");
const env = { EXPLAIN: "1" };
/** The names of the sections that were assembled, in order, each time; shown with EXPLAIN=1. */
const assembled = (agent: Agent) =>
  [...agent.output.matchAll(/^\[assembled\] sections: (.*)$/gm)].map(([, names = ""]) =>
    names.split(", "),
  );
const ALWAYS = ["identity", "tools", "workspace"];
const LEAD = [...ALWAYS, "planning", "delegation"];
/** Only the sections that this chapter has: a later chapter may have more. */
const known = (names: string[] = []) =>
  names.filter((name) => [...LEAD, "skills", "memory"].includes(name));

test("the current state decides which sections are loaded, and their order stays the same", async ({
  start,
}) => {
  const bare = await start([says("Bare.")], { env });
  await bare.type("hello");
  await bare.sees("Bare.");
  expect(known(assembled(bare)[0])).toEqual(LEAD);
  const full = await start([says("Full.")], {
    env,
    files: { ...SKILL, [INDEX]: "- tea is green" },
  });
  await full.type("hello");
  await full.sees("Full.");
  expect(known(assembled(full)[0])).toEqual([...LEAD, "skills", "memory"]);
  expect(systemOf(full.requests[0])).toContain("tea is green");
});

test("words do not decide: a prompt about skills and memories loads no section", async ({
  start,
}) => {
  const agent = await start([says("No.")], { env });
  await agent.type("use your skills, memory and MEMORY.md");
  await agent.sees("No.");
  expect(assembled(agent).map(known)).toEqual([LEAD]);
});

test("a file is in the system prompt of the next model call after it is written, and gone after it is emptied", async ({
  start,
}) => {
  const agent = await start([write("The cork is green."), write(" \n"), says("Done.")], {
    yes: true,
    env,
  });
  await agent.type("note it");
  await agent.sees("Done.");
  const has = agent.requests.map((request) => systemOf(request).includes("The cork is green."));
  expect(has, "does the request have the memory? before, written, emptied").toEqual([
    false,
    true,
    false,
  ]);
  const sections = assembled(agent).map((names) => names.includes("memory"));
  expect(sections, "has the assembled prompt a section memory?").toEqual([false, true]);
});

test("the system prompt names the tools of the request, in their order", async ({ start }) => {
  const agent = await start([says("These.")]);
  await agent.type("what can you do?");
  await agent.sees("These.");
  const names = agent.requests[0]?.tools?.map((tool) => "name" in tool && tool.name) ?? [];
  expect(names.length, "tools of the request").toBeGreaterThan(8);
  expect(systemOf(agent.requests[0])).toContain(names.join(", "));
});

test("the system prompt is assembled once, and what our map does is printed with EXPLAIN=1 only", async ({
  start,
}) => {
  const script = [read, read, read, says("Thrice."), says("Again.")];
  const work = async (agent: Agent) => {
    await agent.type("read it thrice");
    await agent.sees("Thrice.");
    await agent.type("and again");
    await agent.sees("Again.");
    return agent;
  };
  const quiet = await work(await start(script, { files: { "a.txt": "a" } }));
  expect(quiet.output).not.toMatch(/\[assembled\]|\[cache hit\]/);
  const agent = await work(await start(script, { env, files: { "a.txt": "a" } }));
  expect(assembled(agent), "times that the prompt was assembled").toHaveLength(1);
  const hits = agent.output.match(/\[cache hit\]/g) ?? [];
  expect(hits.length, "cache hits that were printed").toBeGreaterThan(1);
  const different = new Set(agent.requests.map(systemOf));
  expect(different.size, "different system prompts in five requests").toBe(1);
});

test("a subagent has its own system prompt, and the lead's stays in our map", async ({ start }) => {
  const task = (description: string) => calls("task", { description });
  const agent = await start(
    [
      [task("Have a look."), task("Look once more."), says("Looked.")],
      conversation("Have a look.", read, says("One.")),
      conversation("Look once more.", read, says("Two.")),
    ],
    { env, files: { "a.txt": "a", ...SKILL, [INDEX]: "- tea is green" } },
  );
  await agent.type("delegate twice");
  await agent.sees("Looked.");
  expect(assembled(agent).map(known)).toEqual([[...LEAD, "skills", "memory"], ALWAYS]);
});

test("sections that may change come after the others, with a cache mark between them", async ({
  start,
}) => {
  const agent = await start([write("The cork is green."), says("Done.")], { yes: true });
  await agent.type("note it");
  await agent.sees("Done.");
  const [before, after] = agent.requests.map(({ system }) => system);
  expect(after?.[0]).toMatchObject({ cache_control: { type: "ephemeral" } });
  expect(after?.[0]).toEqual(before?.[0]);
  expect(after?.[1]).toMatchObject({ text: expect.stringContaining("The cork is green.") });
});

test("/prompt shows the sections and how many tokens they take", async ({ start }) => {
  const agent = await start([], { files: SKILL });
  await agent.type("/prompt");
  await agent.sees(/\[identity\] about \d+ tokens/);
  await agent.sees(/\[skills\] about \d+ tokens\n.*\n- brew-tea: Tea\./);
});
