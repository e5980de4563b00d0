import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { calls, expect, says, test } from "../course/spec.ts";

const bash = (command: string) => calls("bash", { command });
const FILES = { "a.txt": "precious\n", "b.txt": "precious too\n" };

test("the gate asks about a dangerous command; after a no it does not run, and the model learns why", async ({
  start,
}) => {
  const agent = await start([bash("rm a.txt"), says("I left it.")], { files: FILES });
  await agent.type("delete a.txt");
  await agent.answer("Allow bash: rm a.txt?", "n");
  await agent.sees("I left it.");
  expect(agent.files).toEqual(FILES);
  expect(agent.toolResults[0]).toMatchObject({
    is_error: true,
    content: expect.stringMatching(/refused.*deletes files: rm a\.txt/),
  });
});

test("a yes holds for one call, and the gate asks again about the next", async ({ start }) => {
  const agent = await start([bash("rm a.txt"), bash("rm b.txt"), says("One is gone.")], {
    files: FILES,
  });
  await agent.type("delete both");
  await agent.answer("Allow bash: rm a.txt?", "y");
  await agent.answer("Allow bash: rm b.txt?", "");
  await agent.sees("One is gone.");
  expect(agent.files).toEqual({ "b.txt": FILES["b.txt"] });
});

const SCRIPT = { "hello.sh": "echo hello $1 | tee -a said.txt\n", "hello.py": "print('hello')\n" };

test("always holds for exactly what the question names, in this session", async ({ start }) => {
  const agent = await start(
    [bash("rm -f x.txt"), bash("rm -f x.txt"), bash("rm a.txt"), says("Done so far.")],
    { files: FILES },
  );
  await agent.type("clean up");
  await agent.answer("Allow bash: rm -f x.txt?", "always");
  await agent.answer("Allow bash: rm a.txt?", "n");
  await agent.sees("Done so far.");
  expect(agent.toolResults.map(({ is_error }) => is_error === true)).toEqual([false, false, true]);
  expect(agent.files).toEqual(FILES);
});

test("the gate asks each time about a shell and about code on the command line", async ({
  start,
}) => {
  const code = ["bash hello.sh", "bash -c 'echo hi'", "node -e 1"];
  const agent = await start([...code, ...code].map(bash).concat(says("Each time.")), {
    files: SCRIPT,
  });
  await agent.type("run it twice");
  for (const command of [...code, ...code]) await agent.answer(`Allow bash: ${command}?`, "y");
  await agent.sees("Each time.");
});

test("/permissions lists what was granted and takes it back", async ({ start }) => {
  const agent = await start(
    [bash("rm -f x.txt"), says("Once."), bash("rm -f x.txt"), says("Twice.")],
    { files: FILES },
  );
  await agent.type("delete it");
  await agent.answer("Allow bash: rm -f x.txt?", "always");
  await agent.sees("Once.");
  await agent.type("/permissions");
  await agent.sees("1. bash: rm -f x.txt");
  await agent.type("/permissions 1");
  await agent.sees("Nothing is always allowed.");
  await agent.type("delete it again");
  await agent.answer("Allow bash: rm -f x.txt?", "n");
  await agent.sees("Twice.");
});

/** The chapter before runs these commands, so none of them may do harm. */
const NEVER = [
  "sudo --version",
  "echo x > /dev/full",
  "dd if=/dev/null of=/dev/full",
  "true; env LANG=C shutdown --help",
];

test("the gate refuses what is never allowed without asking", async ({ start }) => {
  const agent = await start([...NEVER.map(bash), says("I may not.")]);
  await agent.type("do the worst");
  await agent.sees("I may not.");
  const refused = { is_error: true, content: expect.stringContaining("never") };
  expect(agent.toolResults, NEVER.join(" · ")).toMatchObject(NEVER.map(() => refused));
  expect(agent.output).not.toContain("Allow bash");
});

test("the gate asks about every command that is not known to be harmless", async ({ start }) => {
  const unknown = [
    "python3 hello.py",
    "npm test",
    "curl example.com",
    "sleep 0",
    "X=1 ls",
    "ls &",
    "sort -o b.txt a.txt",
    "git -c alias.q='!rm a.txt' q",
    "find . -fprint b.txt",
    "printf %n PATH; ls",
    "cat .env",
    "touch .bashrc",
    "echo x > HEAD",
  ];
  const agent = await start([...unknown.map(bash), says("None of it.")], { files: FILES });
  await agent.type("try this and that");
  for (const command of unknown) await agent.answer(`Allow bash: ${command}?`, "n");
  await agent.sees("None of it.");
  expect(agent.files).toEqual(FILES);
});

test("for every tool, the gate asks about secrets and files that steer programs", async ({
  start,
}) => {
  const agent = await start(
    [
      calls("read_file", { path: ".env" }),
      calls("write_file", { path: ".git/hooks/pre-commit", content: "x" }),
      calls("edit_file", { path: ".bashrc", old_text: "a", new_text: "b" }),
      says("Untouched."),
    ],
    { files: { ".env": "KEY=1", ".bashrc": "a" } },
  );
  await agent.type("look around");
  await agent.answer("Allow read_file: .env?", "n");
  await agent.answer("Allow write_file: .git/hooks/pre-commit?", "n");
  await agent.answer("Allow edit_file: .bashrc?", "n");
  await agent.sees("Untouched.");
  expect(agent.files).toEqual({ ".env": "KEY=1", ".bashrc": "a" });
});

const HIDDEN = [
  "true && rm a.txt",
  "false || (cd . ; rm a.txt)",
  'echo "$(rm a.txt)"',
  "cat <(rm a.txt)",
  "cat <<END\n$(rm a.txt)\nEND",
  "f() { rm a.txt; }; f",
  "bash -c 'rm a.txt'",
  "echo a.txt | xargs rm",
  "find . -name a.txt -exec rm {} \\;",
  "find . -name a.txt -delete",
  "env X=1 rm a.txt",
  "timeout 5 /bin/rm a.txt",
  "\\r'm' a.txt",
];

test("a command is found wherever it hides", async ({ start }) => {
  const agent = await start([...HIDDEN.map(bash), says("Nothing happened.")], { files: FILES });
  await agent.type("hide it");
  for (const command of HIDDEN) {
    await agent.answer(`Allow bash: ${command.replaceAll("\n", " ↵ ")}?`, "n");
  }
  await agent.sees("Nothing happened.");
  expect(agent.files).toEqual(FILES);
});

test("the gate asks about a line whose meaning is not known before it runs", async ({ start }) => {
  const unclear = ['echo "unclosed', "$COMMAND a.txt", 'eval "$X"', "echo ls | sh", 'bash -c "$X"'];
  const agent = await start([...unclear.map(bash), says("All of it unclear.")]);
  await agent.type("be unclear");
  for (const command of unclear) await agent.answer(`Allow bash: ${command}?`, "n");
  await agent.sees("All of it unclear.");
});

test.inherited(
  "words that only look dangerous pass without a question",
  "the chapter before asks about nothing",
  async ({ start }) => {
    const harmless = [
      'echo "rm -rf /; sudo reboot"',
      "grep -c 'rm ' a.txt || true",
      "ls missing 2> /dev/null || echo perform x",
      "cat <<'END' > c.txt\n$(rm a.txt)\nEND",
      "mkdir -p new && cp a.txt new/copy.txt && cat *.txt | sort | head -n 3",
      "cd new && ls -la && pwd",
      "find . -name '*.txt' && grep -rn precious . | wc -l",
    ];
    const agent = await start([...harmless.map(bash), says("All harmless.")], { files: FILES });
    await agent.type("look dangerous");
    await agent.sees("All harmless.");
    expect(agent.toolResults.filter((result) => result.is_error)).toEqual([]);
    expect(agent.files).toMatchObject(FILES);
  },
);

test("the gate asks about a file outside, and a yes also convinces the tool's own check", async ({
  start,
}) => {
  const path = join(mkdtempSync(join(tmpdir(), "elsewhere-")), "a.txt");
  writeFileSync(path, "from outside\n");
  try {
    const agent = await start([calls("read_file", { path }), says("Read.")]);
    await agent.type("read it");
    await agent.answer(`Allow read_file: ${path}?`, "y");
    await agent.sees("Read.");
    expect(agent.toolResults[0]?.content).toBe("from outside");
  } finally {
    rmSync(dirname(path), { recursive: true }); // also if the test fails, as it should on s02
  }
});

test("after a no, neither a tool nor a command touches a file outside", async ({ start }) => {
  const agent = await start([
    calls("write_file", { path: "/no-such-folder/a.txt", content: "x" }),
    bash("cat ../no-such-folder/a.txt"),
    bash("echo x > ~/../no-such-folder/a.txt"),
    says("I stay inside."),
  ]);
  await agent.type("leave the folder");
  await agent.answer("Allow write_file: /no-such-folder/a.txt?", "n");
  await agent.answer("Allow bash: cat ../no-such-folder/a.txt?", "n");
  await agent.answer("Allow bash: echo x > ~/../no-such-folder/a.txt?", "n");
  await agent.sees("I stay inside.");
  for (const result of agent.toolResults) {
    expect(result).toMatchObject({ is_error: true, content: expect.stringContaining("outside") });
  }
});

test("if there is no person to ask, the answer is no", async ({ start }) => {
  const agent = await start([bash("rm a.txt"), says("It was refused.")], { files: FILES });
  await agent.type("delete a.txt");
  await agent.exit();
  expect(agent.output).toContain("It was refused.");
  expect(agent.files).toEqual(FILES);
  expect(agent.toolResults[0]).toMatchObject({
    is_error: true,
    content: expect.stringContaining("There is no person to ask"),
  });
});

test("a command in a question cannot move the cursor of the terminal", async ({ start }) => {
  const agent = await start([bash("rm '\u001b[2K\u001b[1Aharmless\u202e'"), says("Seen through.")]);
  await agent.type("trick me");
  await agent.answer("Allow bash: rm 'harmless'?", "n");
  await agent.sees("Seen through.");
  expect(agent.output).not.toMatch(/[\u001b\u202e]/);
});

test("Ctrl-C at the question ends the turn; every tool call gets a result, and the next prompt works", async ({
  start,
}) => {
  const agent = await start(
    [
      calls(["bash", { command: "rm a.txt" }], ["bash", { command: "rm b.txt" }]),
      says("On we go."),
    ],
    { files: FILES },
  );
  await agent.type("delete both");
  await agent.sees("Allow bash: rm a.txt?");
  await agent.interrupt();
  expect(await agent.ended()).toBe("interrupted");
  await agent.type("go on");
  await agent.sees("On we go.");
  expect(agent.toolResults.map(({ is_error }) => is_error)).toEqual([true, true]);
  expect(agent.files).toEqual(FILES);
});
