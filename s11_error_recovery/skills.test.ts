import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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
  ["no words in front", "\n```yaml\n<!-- generated -->\n***\nBrew tea\n", "- tea: Brew tea"],
  ["line ends of old", "# Brew tea\rWater.\r", "- tea: Brew tea"],
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
])("with %s there is still a line for it", async (_, text, line) => {
  await put("skills/tea/SKILL.md", text);
  expect(await listed()).toEqual([line]);
});

test("a manual that is a link to somewhere outside is left out, one inside is not", async () => {
  await put("secret.md", "---\nname: secret\n---\nhidden\n");
  await put("skills/tea/SKILL.md", "Brew tea");
  await mkdir(join(folder, "skills", "out"));
  await symlink(join(folder, "secret.md"), join(folder, "skills", "out", "SKILL.md"));
  await symlink(join(folder, "skills", "tea"), join(folder, "skills", "also"));
  expect(await listed()).toEqual(["- also: Brew tea", "- tea: Brew tea"]);
});

test("a folder whose name cannot be typed, a folder without a manual and a manual that is a folder are left out", async () => {
  await put("skills/no name/SKILL.md", "# A\n");
  await put("skills/empty/notes.md", "# B\n");
  await mkdir(join(folder, "skills", "odd", "SKILL.md"), { recursive: true });
  await put("skills/tea/SKILL.md", "Brew tea");
  expect(await listed()).toEqual(["- tea: Brew tea"]);
});

test("who has the name of the folder has it, also when another one comes first", async () => {
  await put("skills/aaa/SKILL.md", "---\nname: real\ndescription: False.\n---\n");
  await put("skills/real/SKILL.md", "---\ndescription: True.\n---\n");
  await put("skills/zzz/SKILL.md", "---\nname: real\ndescription: False.\n---\n");
  expect(await listed()).toEqual(["- real: True."]);
});

test("a file where the folder should be takes nothing down", async () => {
  await put("skills", "a file");
  expect(await createSkills(folder).catalogue()).toBe("");
});
