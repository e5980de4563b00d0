import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Agent, calls, conversation, expect, mistaken, says, test } from "../course/spec.ts";

const skill = (name: string, description: string, body: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;
const TEA = skill("brew-tea", "How to brew tea for a guest.", "Use water of 80 degrees.");
const files = { "skills/brew-tea/SKILL.md": TEA, "skills/README.md": "no skill" };
const load = (name: string) => calls("load_skill", { name });

const systemOf = (agent: Agent, at: number) => JSON.stringify(agent.requests.at(at)?.system ?? "");

test("a skill takes one line in the system prompt, and its text is not there", async ({
  start,
}) => {
  const agent = await start([says("I can brew tea.")], { files });
  await agent.type("what can you do?");
  await agent.sees("I can brew tea.");
  expect(JSON.stringify(agent.requests)).not.toContain("80 degrees");
  expect(systemOf(agent, 0)).toMatch(/- brew-tea: How to brew tea for a guest\.(\\n|")/);
  expect(systemOf(agent, 0)).toContain("load_skill");
});

test("load_skill gives the whole manual", async ({ start }) => {
  const agent = await start([load("brew-tea"), says("At 80 degrees.")], { files });
  await agent.type("brew tea");
  await agent.sees("At 80 degrees.");
  expect(agent.toolResults[0]?.content).toBe(`[skills/brew-tea/SKILL.md]\n${TEA}`);
});

test("an unknown name, or a path, is refused with the list of skills", async ({ start }) => {
  const agent = await start([load("coffee"), load("../secret"), says("There is only tea.")], {
    files: { ...files, "secret/SKILL.md": skill("secret", "Outside.", "hidden words") },
  });
  await agent.type("brew coffee");
  await agent.sees("There is only tea.");
  for (const result of agent.toolResults)
    expect(result).toMatchObject({ is_error: true, content: expect.stringContaining("brew-tea") });
  expect(JSON.stringify(agent.requests)).not.toContain("hidden words");
});

test("a skill made while the agent runs can be used at the next prompt", async ({ start }) => {
  const text = skill("fold-paper", "How to fold a boat.", "Fold it twice.");
  const agent = await start(
    [
      calls("write_file", { path: "skills/fold-paper/SKILL.md", content: text }),
      says("Written."),
      load("fold-paper"),
      says("Folded."),
    ],
    { yes: true }, // the gate asks about a file that the agent will obey
  );
  await agent.type("write a skill");
  await agent.sees("Written.");
  await agent.type("use it");
  await agent.sees("Folded.");
  expect(systemOf(agent, 0)).not.toContain("fold-paper");
  expect(systemOf(agent, -1)).toContain("- fold-paper: How to fold a boat.");
  expect(agent.toolResults.at(-1)?.content).toContain(text);
});

test("a skill that cannot be used is skipped with a warning, and the others stay", async ({
  start,
}) => {
  const agent = await start([says("Ready."), says("Ready again.")], {
    files: {
      ...files,
      "skills/broken/SKILL.md": "---\nname: [a\n---\nbody",
      "skills/odd/SKILL.md": skill("../Odd name", "How to name things.", "Briefly."),
      "skills/huge/SKILL.md": skill("huge", "Too long.", "x".repeat(40_000)),
      "skills/other-tea/SKILL.md": skill("brew-tea", "Another one.", "Boil it."),
    },
  });
  await agent.type("hello");
  await agent.sees("Ready.");
  expect(agent.output).toMatch(/skills\/broken is skipped: .*line \d/);
  expect(agent.output).toContain("skills/huge is skipped");
  expect(agent.output).toContain("skills/other-tea is skipped: there is a skill brew-tea already");
  expect(systemOf(agent, 0)).toContain("How to brew tea for a guest.");
  expect(systemOf(agent, 0)).not.toContain("Another one.");
  expect(systemOf(agent, 0)).toContain("- odd: How to name things.");
  await agent.type("hello again");
  await agent.sees("Ready again.");
  const warnings = agent.output.match(/skills\/huge is skipped/g);
  expect(warnings, "warnings about one skill, after two prompts").toHaveLength(1);
});

test("a manual that is not UTF-8 text, and a link, are skipped", async ({ start }) => {
  const secret = skill("secret", "From elsewhere.", "SECRET");
  const agent = await start([says("Ready."), says("Ready again.")], {
    files: { ...files, "outside/SKILL.md": secret },
  });
  const at = (name: string) => join(agent.folder, "skills", name, "SKILL.md");
  for (const name of ["old-coding", "linked"]) mkdirSync(join(at(name), ".."));
  symlinkSync("brew-tea", join(agent.folder, "skills", "inner"));
  writeFileSync(
    at("old-coding"),
    Buffer.from(skill("old-coding", "Tr\xe8s vieux.", "-"), "latin1"),
  );
  symlinkSync(join(agent.folder, "outside", "SKILL.md"), at("linked"));
  await agent.type("hello");
  await agent.sees("Ready.");
  expect(agent.output).toContain("skills/old-coding is skipped");
  for (const name of ["linked", "inner"])
    expect(agent.output).toMatch(new RegExp(`skills/${name} is skipped: .*link`));
  expect(systemOf(agent, 0)).not.toContain("- inner:");
  expect(systemOf(agent, 0)).not.toMatch(/From elsewhere|vieux/);
  const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-")); // outside the working folder
  mkdirSync(join(elsewhere, "secret"));
  writeFileSync(join(elsewhere, "secret", "SKILL.md"), secret);
  rmSync(join(agent.folder, "skills"), { recursive: true });
  symlinkSync(elsewhere, join(agent.folder, "skills"));
  await agent.type("hello again");
  await agent.sees("Ready again.");
  rmSync(elsewhere, { recursive: true });
  expect(agent.output).toContain("skills is skipped");
  expect(JSON.stringify(agent.requests)).not.toContain("From elsewhere");
});

test("a long description becomes one line of limited length", async ({ start }) => {
  const lines = Array.from({ length: 200 }, () => "  many words").join("\n");
  const agent = await start([says("Ready.")], {
    files: { "skills/long/SKILL.md": `---\nname: long\ndescription: |\n${lines}\n---\nbody` },
  });
  await agent.type("hello");
  await agent.sees("Ready.");
  const line = /- long: (.*?)(?:\\n|")/.exec(systemOf(agent, 0))?.[1] ?? "";
  expect(line).toMatch(/^many words many words .*…$/);
  expect(line.length, "characters of the description in the list").toBeLessThan(400);
});

test("/skills shows how many tokens the skills cost, as a list and as a whole", async ({
  start,
}) => {
  const long = skill("write-novels", "How to write one.", "Write a page a day. ".repeat(500));
  const agent = await start([], { files: { ...files, "skills/write-novels/SKILL.md": long } });
  await agent.type("/skills");
  await agent.sees("- brew-tea: How to brew tea for a guest.");
  await agent.sees(/skills: 2; about \d+ tokens as a list, \d+ as a whole/);
  const [list = 0, whole = 0] =
    /about (\d+) tokens as a list, (\d+) as/.exec(agent.output)?.slice(1).map(Number) ?? [];
  expect(list, "tokens of the list, a tenth of the whole at most").toBeLessThan(whole / 10);
});

test("a subagent cannot load skills, and its system prompt lists none", async ({ start }) => {
  const agent = await start(
    [
      [calls("task", { description: "Have a look." }), says("It looked.")],
      conversation("Have a look.", mistaken(load("brew-tea")), says("I have no such tool.")),
    ],
    { files },
  );
  await agent.type("delegate");
  await agent.sees("It looked.");
  const listing = agent.requests.map(({ system }) => JSON.stringify(system).includes("brew-tea"));
  const label = "does the system prompt list the skill? lead, subagent, subagent, lead";
  expect(listing, label).toEqual([true, false, false, true]);
});

test("in a folder that is not known, skills wait for a yes of the person, which is asked for once", async ({
  start,
}) => {
  const first = await start([says("Hello.")], { files, trust: "unknown" });
  await first.answerLater("skills (1)", "");
  await first.type("hello");
  await first.sees("Hello.");
  expect(first.output).toContain("not trusted");
  expect(systemOf(first, 0)).not.toContain("brew-tea");
  await first.exit();
  const next = () =>
    start([load("brew-tea"), says("At 80 degrees.")], { beside: first, trust: "unknown" });
  const second = await next();
  await second.answerLater("Do you trust", "y");
  await second.type("brew tea");
  await second.sees("At 80 degrees.");
  expect(systemOf(second, 0)).toContain("- brew-tea:");
  await second.exit();
  const third = await next();
  await third.type("brew tea");
  await third.sees("At 80 degrees.");
  expect(third.toolResults[0]?.content).toContain(TEA);
  expect(third.output).not.toContain("trust");

  const empty = await start([says("Hello."), says("Still here.")], { trust: "unknown" });
  await empty.type("hello");
  await empty.sees("Hello.");
  putTea(empty.folder);
  await empty.type("hello again");
  await empty.answerLater("skills (1)", "n");
  await empty.sees("Still here.");
  expect(systemOf(empty, -1)).not.toContain("brew-tea");

  for (const first of [[calls("glob", { pattern: "*" })], []]) {
    const replies = [...first, load("brew-tea"), says("It is left out.")];
    const unpacked = await start(
      () => {
        putTea(unpacked.folder); // as the call does that comes next, or the person in another window
        return replies.shift() ?? says("Nothing more.");
      },
      { trust: "unknown" },
    );
    await unpacked.type("unpack the archive, and brew tea");
    await unpacked.sees("It is left out.");
    expect(unpacked.toolResults.at(-1)).toMatchObject({ is_error: true });
    expect(unpacked.output).toContain("not trusted: skills (1)");
  }
});

/** A skill comes into the folder, as by a pull. */
function putTea(folder: string) {
  mkdirSync(join(folder, "skills/brew-tea"), { recursive: true });
  writeFileSync(join(folder, "skills/brew-tea/SKILL.md"), TEA);
}
