// site/host/git-commands · what an agent asks of git, in a page.
import git from "isomorphic-git";
import { expect, test } from "vitest";
import fs from "../node/fs.ts";
import { calls } from "../node/fs-calls.ts";
import { runGit } from "./git-commands.ts";

test("a file that only a commit has is found, in whatever letters; one that no commit has is not", async () => {
  const dir = "/tmp/course";
  calls.mkdir(`${dir}/desk`, { recursive: true });
  await git.init({ fs, dir, defaultBranch: "main" });
  const has = async (name: string) => {
    const words = ["--all", "--reflog", "--max-count=1", "FETCH_HEAD", "--"];
    return runGit(["rev-list", ...words, `:(icase,literal)${name}`], `${dir}/desk`);
  };
  expect(await has("AGENTS.md")).toEqual({ code: 0, stdout: "", stderr: "" });
  calls.writeFile(`${dir}/desk/agents.md`, "Be kind.");
  await git.add({ fs, dir, filepath: "desk/agents.md" });
  const author = { name: "a", email: "a@b" };
  const oid = await git.commit({ fs, dir, message: "Start", author });
  await git.remove({ fs, dir, filepath: "desk/agents.md" });
  expect(await has("AGENTS.md")).toEqual({ code: 0, stdout: `${oid}\n`, stderr: "" });
  expect(await has("USER.md")).toEqual({ code: 0, stdout: "", stderr: "" });
});
