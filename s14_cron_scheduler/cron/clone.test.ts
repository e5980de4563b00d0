import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { holds } from "../../course/fixtures/judged.ts";
import { calls, says } from "../../course/spec/script.ts";
import { underTest } from "../../course/unit/under-test.ts";
import { testNeeding } from "../../shared/fixtures/windows.ts";

const CHAPTER = underTest(join(import.meta.dirname, ".."));

const job = {
  id: "cron_0000000f",
  cron: "0 9 * * *",
  prompt: "Run the foreign script.",
  recurring: false,
  createdAt: "2026-03-01T08:00:00.000Z",
  due: "2026-03-01T09:00:00.000Z",
  state: "waiting",
  failures: 0,
};
const task = {
  id: "task_0000000f",
  subject: "Foreign task",
  description: "",
  status: "pending",
  blockedBy: [],
  createdAt: "2026-03-01T08:00:00.000Z",
};

/** A repository that brings a job whose time has come, a task and a memory. */
const CLONE = {
  git: true,
  now: "2026-03-02T09:00:30Z",
  files: {
    ".scheduled_tasks.json": JSON.stringify({ version: 1, jobs: [job] }),
    [`.tasks/${task.id}.json`]: JSON.stringify(task),
    ".memory/foreign.md":
      "---\nname: foreign\ndescription: Foreign memory\ntype: project\n---\nForeign words.\n",
  },
  side: { recall: { files: ["foreign"] } },
};

test("what a clone brings is used after a yes, and a job of it fires only then", () =>
  holds(async ({ start }) => {
    const agent = await start([calls("list_tasks", {}), says("Hello."), says("I ran it.")], CLONE);
    await agent.type("hello");
    await agent.answer("- foreign: Foreign memory", "y");
    await agent.answer("- cron_0000000f: 0 9 * * *: Run the foreign script.", "y");
    await agent.answer("- task_0000000f: Foreign task", "y");
    await agent.sees("Hello.");
    expect(JSON.stringify(agent.requests[0])).toContain("Foreign words.");
    expect(agent.toolResults[0]?.content).toContain("Foreign task");
    await agent.advance("2s");
    await agent.begins("cron");
    await agent.sees("I ran it.");
  }, CHAPTER));

test("the question says of a job that it fires again and again", () =>
  holds(async ({ start }) => {
    const jobs = JSON.stringify({ version: 1, jobs: [{ ...job, recurring: true }] });
    const agent = await start([says("Hello.")], {
      ...CLONE,
      files: { ".scheduled_tasks.json": jobs },
    });
    await agent.type("hello");
    await agent.answer("- cron_0000000f: 0 9 * * * (again and again): Run the foreign", "n");
    await agent.sees("Hello.");
  }, CHAPTER));

test("after a no, nothing of a clone reaches the model, and its job does not fire", () =>
  holds(async ({ start }) => {
    const agent = await start(
      [calls("list_tasks", {}), calls("list_crons", {}), says("Hello."), says("Again.")],
      CLONE,
    );
    await agent.type("hello");
    for (const what of ["memories", "cron jobs", "tasks"])
      await agent.answer(`Git tracks these ${what}`, "n");
    await agent.sees("Hello.");
    await agent.advance("1d");
    await agent.type("again");
    await agent.sees("Again.");
    await agent.type("/crons");
    await agent.sees(
      "does not fire: it may have come with .scheduled_tasks.json, and the person has not allowed it",
    );
    expect(JSON.stringify(agent.requests)).not.toContain("oreign");
  }, CHAPTER));

/** A person's own files, which links of a clone lead to. */
const OWN = {
  ".env": "KEY=SECRET-1",
  "notes/SKILL.md": "SECRET-2",
  "mine.md": "---\nname: mine\ndescription: SECRET-3\ntype: user\n---\nSECRET-4\n",
  "jobs.json": JSON.stringify({ version: 1, jobs: [{ ...job, prompt: "SECRET-5" }] }),
  [`work/${task.id}.json`]: JSON.stringify({ ...task, subject: "SECRET-6" }),
};
const LINKS = {
  skills: ".",
  ".memory/MEMORY.md": "../.env",
  ".memory/mine.md": "../mine.md",
  ".tasks": "work",
  ".scheduled_tasks.json": "jobs.json",
};

testNeeding("links")("no link of a clone brings a file of the person's to the model", () =>
  holds(async ({ start }) => {
    const script = [calls("list_tasks", {}), calls("list_crons", {}), says("Hello.")];
    const agent = await start(script, {
      now: CLONE.now,
      files: OWN,
      side: { recall: { files: ["mine"] } },
    });
    mkdirSync(join(agent.folder, ".memory"));
    for (const [link, target] of Object.entries(LINKS))
      symlinkSync(target, join(agent.folder, link));
    await agent.type("hello");
    await agent.sees("Hello.");
    await agent.advance("2s");
    for (const link of Object.keys(LINKS))
      expect(`${agent.output} ${JSON.stringify(agent.toolResults)}`).toMatch(
        new RegExp(`${link}[^\n]* symbolic link`),
      );
    expect(JSON.stringify(agent.requests)).not.toContain("SECRET");
    expect(agent.files).toMatchObject(OWN);
  }, CHAPTER),
);
