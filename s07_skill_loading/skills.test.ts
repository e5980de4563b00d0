import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { skipOnWindows } from "../shared/fixtures/windows.ts";
import { beginTrust, endTrust } from "../shared/trust.ts";
import { createHooks } from "./hooks.ts";
import { createSkills } from "./skills.ts";

let folder = "";
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "skills-")));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(path: string, text: string) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const listed = async () => (await createSkills(folder).catalogue()).split("\n").slice(1);

test("without a folder, and with an empty one, the catalogue is empty", async () => {
  expect(await createSkills(folder).catalogue()).toBe("");
  await mkdir(join(folder, "skills"));
  expect(await createSkills(folder).catalogue()).toBe("");
});

test("a skill that comes into an empty folder while the model thinks is in no catalogue before a yes, also when its reply calls no tool", async () => {
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process.stdout, "write").mockImplementation((text) => told(text));
  const skills = createSkills(folder);
  await beginTrust(skills.reads ?? [], {
    cwd: folder,
    env: { AGENT_TRUST_FILE: `${folder}.trust` },
  });
  await put("skills/tea/SKILL.md", "Brew tea.");
  await createHooks([skills.hooks ?? {}]).emit("AfterModel", Object({}));
  expect(await skills.catalogue()).toBe("");
  expect(told.mock.calls.join("")).toContain("skills (1)");
  endTrust();
  vi.restoreAllMocks();
});

test("fifty skills are used, and the person is told where the others begin", async () => {
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process.stdout, "write").mockImplementation((text) => told(text));
  for (let at = 0; at < 60; at++)
    await put(`skills/s${String(at).padStart(2, "0")}/SKILL.md`, "Do.");
  const lines = await listed();
  expect(lines.length).toBe(50);
  expect(lines.at(-1)).toContain("- s49:");
  expect(told.mock.calls.join("")).toContain("from s50 on");
  vi.restoreAllMocks();
});

test("above the lines of the catalogue is when to load a manual, and with which tool", async () => {
  await put("skills/tea/SKILL.md", "Brew tea.");
  const [rule] = (await createSkills(folder).catalogue()).split("\n");
  expect(rule).toBe(
    "Skills are manuals for certain tasks. If one fits the request, load it with load_skill before you start.",
  );
});

test.each([
  ["no front matter", "# Brew tea\n\nWater.\n", "- tea: Brew tea"],
  ["empty front matter", "---\n---\n\n## Brew tea\n", "- tea: Brew tea"],
  ["a list for front matter", "---\n- a\n- b\n---\nBrew tea\n", "- tea: Brew tea"],
  [
    "fields of the wrong types",
    "---\nname: 7\ndescription: [a]\n---\nBrew tea\n",
    "- tea: Brew tea",
  ],
  ["a name that could be a path", "---\nname: ../x\ndescription: Tea.\n---\n", "- tea: Tea."],
  ["nothing at all", "", "- tea: (no description)"],
  [
    "no words in the first lines",
    "\n```yaml\n<!-- generated -->\n***\nBrew tea\n",
    "- tea: Brew tea",
  ],
  ["line ends of old Macs", "# Brew tea\rWater.\r", "- tea: Brew tea"],
  [
    "line ends of Windows",
    "---\r\nname: green-tea\r\ndescription: Tea.\r\n---\r\nx",
    "- green-tea: Tea.",
  ],
  [
    "dashes in a value",
    "---\nname: a-tea\ndescription: |\n  one\n  ---\n  two\n---\nx",
    "- a-tea: one --- two",
  ],
])("with %s the catalogue still has a line for the skill", async (_, text, line) => {
  await put("skills/tea/SKILL.md", text);
  expect(await listed()).toEqual([line]);
});

/** The lines that are printed while the catalogue of a folder is made. */
async function warningsIn(cwd: string): Promise<string> {
  const print = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await createSkills(cwd).catalogue();
  const printed = print.mock.calls.map(String).join("");
  print.mockRestore();
  return printed;
}

test("no link in skills is followed: each is a line that names it", async (context) => {
  skipOnWindows(context, "links");
  await put("secret.md", "---\nname: secret\n---\nhidden\n");
  await put("skills/tea/SKILL.md", "Brew tea");
  await mkdir(join(folder, "skills", "out"));
  await symlink(join(folder, "secret.md"), join(folder, "skills", "out", "SKILL.md"));
  await symlink(join(folder, "skills", "tea"), join(folder, "skills", "also"));
  expect(await listed()).toEqual(["- tea: Brew tea"]);
  const printed = await warningsIn(folder);
  expect(printed).toContain("skills/out is skipped: skills/out/SKILL.md is a symbolic link");
  expect(printed).toContain("skills/also is skipped: skills/also is a symbolic link");
});

test("a folder skills that is a link is not followed, wherever it leads", async (context) => {
  skipOnWindows(context, "links");
  await put("elsewhere/tea/SKILL.md", "Brew tea");
  await put("project/manuals/coffee/SKILL.md", "Brew coffee");
  const project = join(folder, "project");
  const list = async () => (await createSkills(project).catalogue()).split("\n").slice(1);
  await symlink(join("..", "elsewhere"), join(project, "skills"));
  expect(await list()).toEqual([]);
  await rm(join(project, "skills"));
  await symlink("manuals", join(project, "skills"));
  expect(await list()).toEqual([]);
  expect(await warningsIn(project)).toContain("skills is skipped: skills is a symbolic link");
});

test("with skills as a link to the folder itself, a file of the person is no manual", async (context) => {
  skipOnWindows(context, "links");
  await put("notes/SKILL.md", "The password is hunter2");
  await symlink(".", join(folder, "skills"));
  expect(await createSkills(folder).catalogue()).toBe("");
});

test("with skills as a link to the parent folder, a link to a file there is not read", async () => {
  await put("secret.md", "---\nname: secret\n---\nhidden\n");
  await mkdir(join(folder, "project"));
  await symlink("..", join(folder, "project", "skills"));
  await symlink(join("..", "secret.md"), join(folder, "project", "SKILL.md"));
  expect(await createSkills(join(folder, "project")).catalogue()).toBe("");
});

test("a folder whose name cannot be typed, a folder without a manual and a manual that is a folder are skipped", async () => {
  await put("skills/no name/SKILL.md", "# A\n");
  await put("skills/empty/notes.md", "# B\n");
  await mkdir(join(folder, "skills", "odd", "SKILL.md"), { recursive: true });
  await put("skills/tea/SKILL.md", "Brew tea");
  expect(await listed()).toEqual(["- tea: Brew tea"]);
});

test("of skills with the same name, the one in the folder of that name wins, even if another comes first", async () => {
  await put("skills/aaa/SKILL.md", "---\nname: real\ndescription: False.\n---\n");
  await put("skills/real/SKILL.md", "---\ndescription: True.\n---\n");
  await put("skills/zzz/SKILL.md", "---\nname: real\ndescription: False.\n---\n");
  expect(await listed()).toEqual(["- real: True."]);
});

test("with a file in place of the folder skills, the catalogue is empty", async () => {
  await put("skills", "a file");
  expect(await createSkills(folder).catalogue()).toBe("");
});
