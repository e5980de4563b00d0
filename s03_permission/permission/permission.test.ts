import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { git, makeRepository } from "../../shared/fixtures/repository.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { skipOnWindows } from "../../shared/fixtures/windows.ts";
import { makePlainFolder, writePlain } from "../../shared/plainFiles.ts";
import { bash } from "../bash.ts";
import { editFile, readFile, writeFile } from "../files.ts";
import type { ToolContext } from "../tools.ts";
import { createGate, decide } from "./permission.ts";

let cwd = "";
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "permission-")));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(cwd, { recursive: true, force: true });
});

type Ask = ToolContext["turn"]["ask"];

function contextIn(ask: Ask = async () => undefined): ToolContext {
  const silent = { name: "silent" }; // a tool without `judge`
  const agent = Object({ cwd, tools: [bash, readFile, writeFile, editFile, silent] }); // the gate uses nothing else of it
  const { signal } = new AbortController();
  return { agent, cwd, roots: [cwd], signal, turn: typedTurn(ask) };
}
const call = (name: string, input: unknown) =>
  ({ type: "tool_use", id: "toolu_1", name, input, caller: { type: "direct" } }) as const;
const decisionOn = (command: string) => decide(call("bash", { command }), contextIn());
const behaviourOf = async (command: string) => (await decisionOn(command)).behaviour;

/** The reasons to ask about a command, with what "always" would allow. */
async function reasonsFor(command: string) {
  const decision = await decisionOn(command);
  return decision.behaviour === "ask" ? decision.reasons : [];
}

test.each([
  ["rm a.txt", { text: "deletes files: rm a.txt", grant: "bash: rm a.txt" }],
  ["rm 'a b'", { text: "deletes files: rm 'a b'", grant: "bash: rm 'a b'" }],
  ["npm test", { text: "runs a program: npm test", grant: "bash: npm test" }],
  [
    "python3 hello.py 1 2",
    { text: "runs a program: python3 hello.py", grant: "bash: python3 hello.py" },
  ],
  ["python3 -c 'print(1)'", { text: "runs a program: python3 -c 'print(1)'" }],
  ["bash x.sh", { text: "runs a program: bash x.sh" }],
  ["env python3 x", { text: "runs a program: env python3 x" }],
  ["git push", { text: "uses the network: git push", grant: "bash: git push" }],
  [
    "curl example.com",
    { text: "uses the network: curl example.com", grant: "bash: curl example.com" },
  ],
  ["ls $(rm x)", { text: "not understood: $(rm x)", grant: "bash: ls $(rm x)" }],
  ["ls --hyperlink", { text: "not understood: --hyperlink", grant: "bash: ls --hyperlink" }],
  ["X=1 ls", { text: "not understood: X=1", grant: "bash: X=1 ls" }],
  ["ls &", { text: "not understood: a background job", grant: "bash: ls &" }],
  ['bash -c "$X"', { text: 'not understood: "$X"' }],
  ["cd src && rm x", { text: "deletes files: rm x", grant: "bash: cd src && rm x" }],
  ["patch < x", { text: "changes files: patch < x", grant: "bash: patch < x" }],
  ["cat /etc/hosts", { text: "outside the folder: /etc/hosts", grant: "read: /etc/hosts" }],
  ["cat ../x", { text: "outside the folder: ../x", grant: "bash: cat ../x" }],
])("the gate asks about %s and says why", async (command, reason) => {
  expect(await reasonsFor(command)).toEqual([reason]);
});

test("a path is judged by where it leads: through links, upwards, from home", async (context) => {
  skipOnWindows(context, "links");
  symlinkSync("/etc", join(cwd, "link"));
  const behaviour = async (path: string) =>
    (await decide(call("read_file", { path }), contextIn())).behaviour;
  expect(await behaviour("a/b.txt")).toBe("allow");
  for (const path of ["link/hosts", "../x", "/etc/hosts", `${cwd}2/x`])
    expect(await behaviour(path)).toBe("ask");
  for (const command of ["cat link/hosts", "cd link && cat hosts", "cat ~root/.profile", "cd"])
    expect(await behaviourOf(command)).toBe("ask");
  symlinkSync("/etc/hosts", join(cwd, "-"));
  for (const command of ["cat < -", "tr a b < -", "ls -", "cat ./-"])
    expect(await behaviourOf(command), command).toBe("ask");
  for (const command of ["echo a | cat -", "echo a | grep a -"])
    expect(await behaviourOf(command), command).toBe("allow");
});

test("a question shows the path that was judged, with its end, whatever else the call has", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const context = contextIn(answering(["n", "n"], asked));
  const path = `${"./".repeat(150)}.git/config`;
  for (const more of [{}, { command: "README.md" }])
    await gate({ call: call("write_file", { path, content: "", ...more }), context });
  expect(asked).toHaveLength(2);
  for (const question of asked) {
    expect(question).toMatch(
      /write_file: [^(]*\.git\/config.* \(writes a hidden file: [^)]*\([^)]*\)[^)]*\.git\/config\)/,
    );
  }
});

test("a line that prints a text of thousands of characters is not understood", async () => {
  for (const line of ["printf '%900000000s' x", "printf '%.9999d' 1", "printf '%*s' 900000000 x"])
    expect(await behaviourOf(line), line).toBe("ask");
  for (const line of ["printf '%-20s|%5.2f' a 1", "printf '100% of 2026'"])
    expect(await behaviourOf(line), line).toBe("allow");
});

/** What secrets.txt says about each path, such as "ask .env". */
const SECRETS = readFileSync(
  join(import.meta.dirname, "../../course/fixtures/permission/secrets.txt"),
  "utf8",
)
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

test("the gate asks about the names that usually hold secrets, and about no others", async () => {
  const wrong: string[] = [];
  for (const entry of SECRETS) {
    const [expected = ""] = entry.split(" ", 1);
    const path = entry.slice(expected.length + 1);
    const { behaviour } = await decide(call("read_file", { path }), contextIn());
    if (behaviour !== expected) wrong.push(`${behaviour}, not ${entry}`);
  }
  expect(wrong).toEqual([]);
  expect(SECRETS.length).toBeGreaterThan(100);
});

test("git's configuration holds secrets when there are some in it, also for a search", async () => {
  mkdirSync(join(cwd, ".git"));
  symlinkSync(".git", join(cwd, "other"));
  writeFileSync(join(cwd, ".git/config"), "[core]\n\tbare = false\n");
  const searches = ["grep -r x .git", "grep -r x other", "cd other; grep -r x"];
  const commands = ["cat .git/config", "grep -r x .", ...searches];
  for (const command of commands) expect(await behaviourOf(command), command).toBe("allow");
  for (const secret of ["url = https://me:t0ken@example.com/a.git", "extraheader = AUTH basic x"]) {
    writeFileSync(join(cwd, ".git/config"), `[remote "origin"]\n\t${secret}\n`);
    for (const command of commands) expect(await behaviourOf(command), command).toBe("ask");
  }
});

test("git's configuration that is too large to be looked through may hold secrets", async () => {
  mkdirSync(join(cwd, ".git"));
  writeFileSync(join(cwd, ".git/config"), "");
  truncateSync(join(cwd, ".git/config"), 2 ** 30); // no text is so long
  for (const command of ["cat .git/config", "grep -r x ."])
    expect(await behaviourOf(command), command).toBe("ask");
});

test("a kept conversation is asked about, but not what this run has put aside itself", async () => {
  const kept = ".task_outputs/tool-results/a.txt";
  await makePlainFolder(".task_outputs/tool-results", cwd);
  writeFileSync(join(cwd, kept), "of an earlier run");
  for (const command of [`cat ${kept}`, "cat .task_outputs/*/*", "grep -r x ."])
    expect(await behaviourOf(command), command).toBe("ask");
  await writePlain(kept, cwd, "of this run");
  for (const command of [`cat ${kept}`, "cat .task_outputs/*/*", "grep -r x ."])
    expect(await behaviourOf(command), command).toBe("allow");
  await makePlainFolder(".sessions", cwd);
  writeFileSync(join(cwd, ".sessions/1.jsonl"), "of another run");
  expect(await behaviourOf("cat .sessions/1.jsonl")).toBe("ask");
  expect(await behaviourOf("ls .sessions")).toBe("allow");
});

test("a pipe is asked about, because opening it may take for ever", async (context) => {
  skipOnWindows(context, "pipes");
  execFileSync("mkfifo", [join(cwd, "pipe")]);
  for (const command of ["cat pipe", "cat p*", "wc -l < pipe", "echo x > pipe"])
    expect((await reasonsFor(command)).map(({ text }) => text).join(), command).toContain(
      "is not an ordinary file: ",
    );
});

test.each([".env", "sub/.env.local", "key.pem", "id_rsa", ".ssh/config"])(
  "%s may hold secrets, so the gate asks about it for every tool",
  async (path) => {
    for (const [tool, input] of [
      ["read_file", { path }],
      ["write_file", { path, content: "x" }],
      ["bash", { command: `cat ${path}` }],
    ] as const)
      expect(await decide(call(tool, input), contextIn())).toMatchObject({ behaviour: "ask" });
  },
);

const STEERING = [
  ...[".bashrc", ".git/hooks/pre-commit", "HEAD", "-o", "sub/.hidden", "memory/2026-03-01.md"],
  ...[
    "AGENTS.md",
    "sub/agents.md",
    "AGENTſ.md",
    "AGENTS.override.md",
    "GEMINI.md",
    "opencode.jsonc",
    "SOUL.md",
    "agent.json5",
    "tsconfig.json",
    "tsconfig.base.json",
  ],
  ...["skills/review/SKILL.md", "skills/review/check.sh", "other/SKILL.md"],
];

test.each(STEERING)("%s steers programs, so the gate asks before it is written", async (path) => {
  const input = { path, content: "x" };
  expect(await decide(call("write_file", input), contextIn())).toMatchObject({
    behaviour: "ask",
  });
  expect(await behaviourOf(`echo x > ./${path}`)).toBe("ask");
});

test("a file with a second name is asked about before it is written: the other one may steer agents", async () => {
  writeFileSync(join(cwd, "AGENTS.md"), "");
  writeFileSync(join(cwd, "alone.md"), "");
  linkSync(join(cwd, "AGENTS.md"), join(cwd, "notes.md"));
  expect(await behaviourOf("echo x >> notes.md")).toBe("ask");
  expect(await behaviourOf("cat notes.md")).toBe("allow");
  expect(await behaviourOf("echo x >> alone.md")).toBe("allow");
});

test("a file behind a link that has the name of one that is obeyed is asked about before it is written, by both names", async (context) => {
  skipOnWindows(context, "links");
  for (const folder of ["docs", "desk", "memory"]) mkdirSync(join(cwd, folder));
  symlinkSync("docs/rules.txt", join(cwd, "AGENTS.md"));
  symlinkSync("other.txt", join(cwd, "docs/other-link.md"));
  symlinkSync("later.txt", join(cwd, "desk/HEARTBEAT.md"));
  symlinkSync("../docs/day.txt", join(cwd, "memory/2026-03-01.md"));
  writeFileSync(join(cwd, "docs/rules.txt"), "");
  const behaviours = async (paths: string[]) => {
    const written = paths.map((path) =>
      decide(call("write_file", { path, content: "x" }), contextIn()),
    );
    return (await Promise.all(written)).map(({ behaviour }) => behaviour);
  };
  const obeyed = [
    "AGENTS.md",
    "docs/rules.txt",
    "desk/HEARTBEAT.md",
    "desk/later.txt",
    "docs/day.txt",
  ];
  expect(await behaviours(obeyed)).toEqual(obeyed.map(() => "ask"));
  expect(await behaviourOf("echo x > docs/rules.txt")).toBe("ask");
  const others = ["docs/other-link.md", "docs/other.txt", "docs/rules.md"];
  expect(await behaviours(others)).toEqual(others.map(() => "allow"));
});

test("changes of a file that may hold secrets are asked about before git shows them: the person may have written some into a file that is tracked", async () => {
  makeRepository(cwd, { ".env": "KEY=\n", "a.txt": "a\n", "conf/prod.env": "KEY=\n" });
  writeFileSync(join(cwd, "a.txt"), "b\n");
  expect(await behaviourOf("git diff")).toBe("allow");
  writeFileSync(join(cwd, ".env"), "KEY=1234\n");
  for (const command of [
    "git diff",
    "git diff HEAD",
    "git diff --stat -p",
    "git diff --check -- .",
  ])
    expect((await reasonsFor(command)).map(({ text }) => text)).toEqual(["may hold secrets: .env"]);
  for (const command of [
    "git diff --stat",
    "git diff --name-only",
    "git diff a.txt",
    "git diff -- a.txt",
  ])
    expect(await behaviourOf(command), command).toBe("allow");
  git(cwd, "mv", ".env", "b.txt");
  expect(await behaviourOf("git diff --cached")).toBe("ask");
  expect(await behaviourOf("git diff")).toBe("allow");
  git(cwd, "config", "filter.x.clean", "touch ran; cat");
  writeFileSync(join(cwd, ".gitattributes"), "* filter=x\n");
  expect((await reasonsFor("git diff")).map(({ text }) => text).join()).toContain("filter.x.clean");
  expect(existsSync(join(cwd, "ran"))).toBe(false);
  git(cwd, "config", "--unset", "filter.x.clean");
  writeFileSync(join(cwd, "conf/prod.env"), "KEY=1234\n");
  expect(await behaviourOf("git diff conf")).toBe("ask");
});

test("the gate asks about a tool without `judge`, whatever its input is", async () => {
  for (const input of [{ cmd: "rm x" }, { paths: ["a"] }, {}, null])
    expect(await decide(call("silent", input), contextIn())).toMatchObject({ behaviour: "ask" });
});

const answering =
  (answers: (string | undefined)[], asked: string[] = []): Ask =>
  async (question) => {
    asked.push(question);
    return answers.shift();
  };

const rm = (file: string) => call("bash", { command: `rm ${file}` });

test.each([undefined, "", "n", "yes please", "yy", "Allow"])(
  "the answer %j is a no",
  async (answer) => {
    const { gate } = createGate();
    const { denied } = await gate({ call: rm("a"), context: contextIn(answering([answer])) });
    expect(denied).toContain("refused");
  },
);

test.each(["y", "Y", "yes", "a", "always"])("the answer %j is a yes", async (answer) => {
  const { gate } = createGate();
  const { denied } = await gate({ call: rm("a"), context: contextIn(answering([answer])) });
  expect(denied).toBeUndefined();
});

test("always holds for exactly what was asked about; /permissions shows it and takes it back", async () => {
  const asked: string[] = [];
  const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process.stdout, "write").mockImplementation((text) => printed(text));
  const { gate, commands } = createGate();
  const context = contextIn(answering(["a", "n", "n"], asked));
  await gate({ call: rm("a"), context });
  await gate({ call: rm("a"), context });
  await gate({ call: rm("b"), context });
  expect(asked.map((question) => question.split("?")[0])).toEqual([
    "Allow bash: rm a",
    "Allow bash: rm b",
  ]);
  const { signal } = context;
  await commands.permissions?.run("", signal);
  expect(printed.mock.calls.join("")).toContain("1. bash: rm a");
  await commands.permissions?.run("1", signal);
  await gate({ call: rm("a"), context });
  expect(asked).toHaveLength(3);
});

test.each([
  ["diff -r 'x; rm -r src' docs", "read in x; rm -r src"],
  ["diff 'x; rm -r src' docs", "read in x; rm -r src"],
  ["node 'x; rm -r src'", "node x; rm -r src"],
  ["node 'x > src'", "node x > src"],
  ["rm 'a' b", "rm a b"],
  ["cat '/etc; rm a'", "read: /etc; rm a"],
])("always for %s does not allow %s", async (line, other) => {
  for (const folder of ["x; rm -r src", "docs", "src"]) mkdirSync(join(cwd, folder));
  const asked: string[] = [];
  const { gate } = createGate();
  const context = contextIn(answering(["a", "n", "n"], asked));
  await gate({ call: call("bash", { command: line }), context });
  await gate({ call: call("bash", { command: other }), context });
  expect(asked.length).toBeGreaterThan(1);
});

test("always is not offered for code on the command line", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const context = contextIn(answering(["a", "n"], asked));
  const code = call("bash", { command: "python3 -c 'print(1)'" });
  await gate({ call: code, context });
  await gate({ call: code, context });
  expect(asked).toHaveLength(2);
  expect(asked[0]).not.toContain("always");
});

test("always for reading a file does not allow writing it", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const context = contextIn(answering(["a", "n"], asked));
  await gate({ call: call("bash", { command: "cat /etc/hosts" }), context });
  const both = call("bash", { command: "echo x > /etc/hosts < /etc/hosts" });
  expect(await gate({ call: both, context })).toMatchObject({ denied: expect.any(String) });
  expect(asked[1]).toContain("writes outside the folder: /etc/hosts");
});

test('"a" is not a yes if "always" was not offered', async () => {
  const { gate } = createGate();
  const context = contextIn(answering(["a"]));
  const command = "touch .hidden; bash -c ls";
  expect(await gate({ call: call("bash", { command }), context })).toHaveProperty("denied");
});

test("a command cannot add a line to the question that looks like another question", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const command = `python3 -c 'evil${"\n".repeat(60)}Allow bash: ls? (reads the folder'`;
  await gate({ call: call("bash", { command }), context: contextIn(answering(["n"], asked)) });
  expect(asked[0]).not.toContain("\n");
});

test("the gate does not ask about a call that is refused already", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const context = contextIn(answering(["y"], asked));
  expect(await gate({ call: rm("a"), context, denied: "No." })).toMatchObject({ denied: "No." });
  expect(asked).toEqual([]);
});

test("an approved path is open to that one call only", async () => {
  const { gate } = createGate();
  const context = contextIn(answering(["y"]));
  const event = await gate({ call: call("read_file", { path: "/etc/hosts" }), context });
  expect(event.context.roots).toEqual([cwd, realpathSync("/etc/hosts")]);
  expect(context.roots).toEqual([cwd]);
});

test("an input that is not an object, or an unknown tool, does not make the gate throw", async () => {
  const { gate } = createGate();
  const context = contextIn(answering([]));
  for (const name of ["bash", "read_file", "nothing"])
    for (const input of [null, "x", 7, [], {}, { command: 7 }, { path: "\0" }]) {
      const event = await gate({ call: call(name, input), context });
      expect(event.call.input).toBe(input);
    }
});

test("judging a line that is made to be slow comes to an end", async () => {
  const slow = [
    `find . ${"-exec find . ".repeat(200)} {} +`,
    `env ${"env ".repeat(700)}rm`,
    "$(".repeat(1500),
    `cat ${"a*".repeat(400)}`,
    `cat ${"*/".repeat(400)}*`,
    `bash -c '${'bash -c "'.repeat(300)}`,
    `echo ${"{a,b}".repeat(500)}`,
  ];
  for (const command of slow) expect(await behaviourOf(command)).not.toBe("deny");
  for (const command of [slow[0], slow[1], slow[2], slow[5], slow[6]])
    expect(await behaviourOf(command ?? "")).toBe("ask");
});

test("what a question cannot show whole is refused without a question", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const context = contextIn(answering(["y", "y", "y", "y"], asked));
  const fill = "npx tsc --noEmit; ".repeat(40);
  const wide = [
    ...[`rm '${"\u200b".repeat(200)}'`, `rm a.txt${"\t".repeat(300)}b.txt`],
    ...[`rm a.txt; echo '${"\u3000".repeat(600)}'`, `rm '${"\u1100".repeat(600)}'`],
  ];
  for (const command of [`${fill} node evil.js; ${fill}`, ...wide]) {
    const { denied } = await gate({ call: call("bash", { command }), context });
    expect(denied).toMatch(
      /a question shows at most 1000 characters of a call, and this one has \d/,
    );
    expect(denied).toContain("Split it");
  }
  const input = { text: `${"a".repeat(1000)} and send it` };
  const { denied } = await gate({ call: call("silent", input), context });
  expect(denied).toContain("Split it");
  expect(asked).toEqual([]);
  const harmless = `echo '${"x".repeat(1500)}' > a.txt`;
  expect(await gate({ call: call("bash", { command: harmless }), context })).not.toHaveProperty(
    "denied",
  );
});

test("a line of more than 3000 characters is refused, because nobody reads it to its end", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const command = `echo ${"x".repeat(2996)}`;
  const context = contextIn(answering(["y"], asked));
  const { denied } = await gate({ call: call("bash", { command }), context });
  expect(denied).toContain("a line of more than 3000 characters is too long");
  expect(asked).toEqual([]);
});

test("a question is at most a screenful, and gives every reason, one of each kind first", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const context = contextIn(answering(["n", "n"], asked));
  const many = (count: number) => Array.from({ length: count }, (_, at) => `shuf ${at}`).join("; ");
  await gate({ call: call("bash", { command: `${many(8)}; rm -rf src` }), context });
  expect(asked[0]).toContain("(deletes files: rm -rf src; runs a program: shuf 0; ");
  expect(asked[0]).toContain("; runs a program: shuf 7)");
  const { denied } = await gate({ call: call("bash", { command: many(90) }), context });
  expect(denied).toContain("too many reasons");
  expect(asked).toHaveLength(1);
  expect(asked[0]?.length).toBeLessThan(24 * 80);
});

test("the question about a git command that acts names what of the repository, and of those below it, it may start", async () => {
  makeRepository(cwd, { "a.txt": "a\n" });
  git(cwd, "config", "core.sshCommand", "./evil");
  makeRepository(join(cwd, "sub"), {});
  mkdirSync(join(cwd, "sub", ".git", "hooks"));
  for (const name of ["pre-commit", "pre-push.sample", "notes"])
    writeFileSync(join(cwd, "sub", ".git", "hooks", name), "", {
      mode: name === "notes" ? 0o644 : 0o755,
    });
  const named = async (command: string) =>
    (await reasonsFor(command)).map(({ text }) => text).filter((text) => /repository/.test(text));
  const own = "git may start a program of this repository: core.sshcommand = ./evil";
  const hook = "git may start a program of this repository: hooks/pre-commit (in sub)";
  expect(await named("git push")).toEqual([own, hook]);
  expect(await named('git commit -m "$(date)"')).toEqual([own, hook]);
  expect(await named("env git add -A")).toEqual([own, hook]);
  expect(await named("cd sub && git commit -m x")).toEqual([own, hook]);
  expect(await named("git -C sub commit -m x")).toEqual([own, hook]);
  for (const place of ["git --git-dir=sub/.git", "GIT_DIR=sub/.git git", "cd -- sub; git"])
    expect(await named(`${place} commit -m x`), place).toEqual([
      own,
      expect.stringContaining("(in sub"),
    ]);
  const unknown =
    "git may start a program of this repository: where it works is not known, or in too many folders";
  for (const place of ['cd "$X"; git', "X=sub; git -C $X", "cd s*; git"])
    expect(await named(`${place} commit -m x`), place).toContain(unknown);
  expect(await named("pushd ./ && cd sub && git commit -m x")).toEqual([own, hook]);
  execFileSync("git", ["init", "-q", "--bare", "store"], { cwd });
  expect(await named("git --git-dir=store commit -m x")).toContain(unknown);
  mkdirSync(join(cwd, "src"));
  expect(await named("cd src && git commit -m x")).toEqual([own, hook]); // the same repository
  expect(await named("git diff; npm test")).toEqual([]);
  expect(await named("mkdir new && cd new && git init")).toEqual([own, hook]);
  git(join(cwd, "sub"), "config", "core.hooksPath", ".husky");
  expect(await named("git -C sub commit -m x")).toEqual([
    own,
    "git may start a program of this repository: core.hookspath = .husky (in sub)",
  ]);
});

test("the version of a program that is a shim is asked about where a file of the folder says what it runs", async () => {
  const shims = join(cwd, "home", "shims");
  mkdirSync(shims, { recursive: true });
  writeFileSync(join(shims, "node"), "", { mode: 0o755 });
  vi.stubEnv("PATH", [shims, process.env.PATH].join(delimiter));
  expect(await behaviourOf("node --version")).toBe("allow");
  writeFileSync(join(cwd, ".tool-versions"), "nodejs path:./evil\n");
  expect(await reasonsFor("node --version")).toMatchObject([
    { text: "runs a program: node --version" },
  ]);
  expect(await behaviourOf("git --version")).toBe("allow");
  rmSync(join(cwd, ".tool-versions"));
  for (const name of ["mise.local.toml", ".config/mise/conf.d/a.toml"]) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), '[tools]\nnode = "path:./evil"\n');
    expect(await behaviourOf("node --version"), name).toBe("ask");
    rmSync(join(cwd, name));
    rmSync(join(cwd, ".config/mise"), { recursive: true, force: true });
  }
  const links = join(cwd, "home", "bin"); // a link to mise is a shim, too
  mkdirSync(links);
  writeFileSync(join(links, "mise"), "", { mode: 0o755 });
  symlinkSync("mise", join(links, "python3"));
  vi.stubEnv("PATH", [links, shims, process.env.PATH].join(delimiter));
  expect(await behaviourOf("python3 --version")).toBe("allow");
  writeFileSync(join(cwd, ".tool-versions"), "python path:./evil\n");
  expect(await behaviourOf("python3 --version")).toBe("ask");
  const corepack = join(cwd, "home", "corepack", "dist", "npm.js");
  mkdirSync(dirname(corepack), { recursive: true });
  writeFileSync(corepack, "", { mode: 0o755 });
  symlinkSync(corepack, join(shims, "npm"));
  expect(await behaviourOf("npm --version")).toBe("ask");
  vi.unstubAllEnvs();
});

test("a reason is shown whole where the call does not say it: the middle of a program that git's configuration names, too", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const context = contextIn(answering(["n", "n"], asked));
  makeRepository(cwd, { "a.txt": "a\n" });
  const configure = (count: number) => {
    const fill = "cat -u; ".repeat(count);
    git(cwd, "config", "diff.txt.textconv", `${fill}touch evil; ${fill}`);
    return gate({ call: call("bash", { command: "git diff" }), context });
  };
  await configure(15);
  expect(asked[0]).toContain("cat -u; touch evil; cat -u;");
  const { denied } = await configure(50);
  expect(denied).toContain("or too long ones");
  await gate({ call: call("bash", { command: `rm ${"a".repeat(500)}` }), context });
  expect(asked[1]).toMatch(/^Allow bash: rm a{500}\? \(deletes files: rm a+ … \(\d+ characters/);
  expect(asked).toHaveLength(2);
});

test.each([
  ["a\u200bb", "a\\u{200b}b"],
  ["a\u200d\u200cb", "a\\u{200d}\\u{200c}b"],
  ["a\ufe0f", "a\\u{fe0f}"],
  ["a\u{e0100}", "a\\u{e0100}"],
  ["a\u034f\u00ad", "a\\u{34f}\\u{ad}"],
  ["\u001b]0;./b;\u0007", "\\u{1b}]0;./b;\\u{7}"],
  ["a\u202eb", "a\\u{202e}b"],
])(
  "the question shows characters without width, and those that control a terminal: %j",
  async (name, shown) => {
    const asked: string[] = [];
    const { gate } = createGate();
    await gate({ call: rm(`'${name}'`), context: contextIn(answering(["n"], asked)) });
    expect(asked[0]).toContain(`Allow bash: rm '${shown}'? (deletes files: rm '${shown}')`);
  },
);

test("a yes is for the file that the question named: a link that is put there meanwhile is refused", async (context) => {
  skipOnWindows(context, "links");
  writeFileSync(join(cwd, ".env"), "KEY=1");
  const { gate } = createGate();
  const ask: Ask = async () => {
    symlinkSync(".env", join(cwd, ".hidden"));
    return "always";
  };
  const write = call("write_file", { path: ".hidden", content: "x" });
  const { denied } = await gate({ call: write, context: contextIn(ask) });
  expect(denied).toContain("The files changed after the question.");
});

test("a yes is for the place that the question named: a folder that becomes a link after it is refused", async (context) => {
  skipOnWindows(context, "links");
  const [base, ...names] = [mkdtempSync(join(tmpdir(), "outside-")), "shown", "other"];
  const [shown = "", other = ""] = names.map((name) => join(realpathSync(base), name));
  for (const folder of [shown, other]) mkdirSync(folder);
  const input = { path: join(shown, "a.txt"), content: "x" };
  const asked: string[] = [];
  const { gate } = createGate();
  const event = await gate({
    call: call("write_file", input),
    context: contextIn(answering(["y"], asked)),
  });
  expect(asked[0]).toContain(`writes outside the folder: ${input.path}`);
  rmSync(shown, { recursive: true });
  symlinkSync(other, shown);
  await expect(writeFile.run(input, event.context)).rejects.toThrow(
    `leads to ${join(other, "a.txt")} by now`,
  );
  expect(existsSync(join(other, "a.txt"))).toBe(false);
  rmSync(base, { recursive: true });
});

test("what was allowed is the file that was judged: a link or a folder that is put there before the call runs is refused", async (context) => {
  skipOnWindows(context, "links");
  writeFileSync(join(cwd, "a.txt"), "old");
  writeFileSync(join(cwd, "AGENTS.md"), "rules");
  mkdirSync(join(cwd, "sub"));
  mkdirSync(join(cwd, "skills"));
  const { gate } = createGate();
  const asked: string[] = [];
  const turn = contextIn(answering([], asked));
  const use = [
    [writeFile, "a.txt"],
    [editFile, "a.txt"],
    [readFile, "a.txt"],
    [writeFile, "new.txt"],
    [writeFile, "sub/SKILL.md.txt"],
  ] as const;
  const events = await Promise.all(
    use.map(([{ name }, path]) =>
      gate({
        call: call(name, { path, content: "x", old_text: "rules", new_text: "x" }),
        context: turn,
      }),
    ),
  );
  for (const name of ["a.txt", "sub"]) rmSync(join(cwd, name), { recursive: true });
  for (const name of ["a.txt", "new.txt"]) symlinkSync("AGENTS.md", join(cwd, name));
  symlinkSync("skills", join(cwd, "sub"));
  for (const [at, [tool]] of use.entries()) {
    const event = events[at];
    if (event === undefined || event.denied !== undefined) throw new Error("it was not allowed");
    await expect(tool.run(event.call.input, event.context)).rejects.toThrow(
      /leads to .*(AGENTS\.md|skills.SKILL\.md\.txt) by now, and .* was judged\. Call again/,
    );
  }
  expect([asked, readFileSync(join(cwd, "AGENTS.md"), "utf8")]).toEqual([[], "rules"]);
  expect(existsSync(join(cwd, "skills", "SKILL.md.txt"))).toBe(false);
});

test("always for listing a folder does not allow searching its files", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const context = contextIn(answering(["a", "n"], asked));
  for (const command of ["ls /etc", "ls -la /etc", "grep -rh . /etc"])
    await gate({ call: call("bash", { command }), context });
  expect(asked.map((question) => question.split("?")[0])).toEqual([
    "Allow bash: ls /etc",
    "Allow bash: grep -rh . /etc",
  ]);
});

test("the question shows the field that was judged, whatever else is in the input", async () => {
  const asked: string[] = [];
  const { gate } = createGate();
  const ask = answering([undefined, undefined], asked);
  const context = contextIn(ask);
  await gate({ call: call("bash", { description: "ls", command: "rm -rf a" }), context });
  await gate({ call: call("write_file", { content: "harmless.txt", path: "../x" }), context });
  expect(asked).toEqual([
    expect.stringContaining("Allow bash: rm -rf a?"),
    expect.stringContaining("Allow write_file: ../x?"),
  ]);
});
