// site/host/commands · bash in the page: just-bash over the one disk, with the few commands that it lacks.
import { Bash, type Command, defineCommand } from "just-bash";
import { running } from "../node/clockwork.ts";
import { calls } from "../node/fs-calls.ts";
import { resolve } from "../node/path.ts";
import { execGit } from "./git.ts";
import { asked, cutAtAgent, type Pipeline } from "./into.ts";
import { runJavaScript } from "./javascript.ts";
import { link } from "./link.ts";
import { startProgram } from "./program.ts";
import { die } from "./program-globals.ts";
import { shellFiles, sinks } from "./shell-files.ts";
import { sleepIn } from "./sleep.ts";

const LIMITS = {
  maxLoopIterations: 2_000_000,
  maxCommandCount: 200_000,
  maxExecutionTimeMs: 3_600_000,
};
/** `yes` ends here: a pipe of just-bash holds all that goes through it. */
const MANY = 1024 * 1024;

const result = (stdout = "", stderr = "", exitCode = 0) => ({ stdout, stderr, exitCode });

/** just-bash knows -F, which marks more than folders. */
const ls = defineCommand("ls", async (args, { origCommand }) => {
  if (!origCommand) return result("", "ls: not there\n", 127);
  const hasMarks = args.some((word) => /^-[a-zA-Z1]*p/.test(word));
  const words = args
    .map((word) => (/^-[a-zA-Z1]+$/.test(word) ? word.replace("p", "F") : word))
    .filter((word) => word !== "-");
  const given = await origCommand(words);
  return hasMarks ? { ...given, stdout: given.stdout.replace(/[*@|=](?=\n|$)/g, "") } : given;
});

const yes = defineCommand("yes", async (args) => {
  const line = `${args.join(" ") || "y"}\n`;
  return result(line.repeat(Math.ceil(MANY / line.length)));
});

/** The only process that a command can end is the agent that runs it. */
const kill = defineCommand("kill", async (args) => {
  if (args.includes("-9")) die(null, "SIGKILL");
  return new Promise(() => {}); // the worker is gone in a moment
});

const node = defineCommand("node", async (args, { cwd }) =>
  isOfModules(args[0] ?? "", cwd) ? runModules(args, cwd) : runJavaScript(args, cwd),
);

/** Whether a program consists of several files. */
function isOfModules(file: string, cwd: string): boolean {
  const path = resolve(cwd, file);
  return (
    /\.mjs$/.test(file) && calls.exists(path) && /\bfrom "\.\//.test(String(calls.readFile(path)))
  );
}

/** Runs it without input. */
async function runModules(args: string[], cwd: string) {
  let stdout = "";
  let how = "";
  const program = await startProgram({
    ...{ command: "node", args, env: {}, cwd },
    onOutput(bytes) {
      stdout += String(bytes);
    },
    onEnd(ended) {
      how = ended;
    },
  });
  await program.stop();
  return result(stdout, program.lastWords(), Number(/^exit code (\d+)$/.exec(how)?.[1] ?? 1));
}

const git = defineCommand("git", async (args, { cwd }) => {
  const options = { env: {}, signal: undefined, timeout: 0, isKilled: false };
  const { stdout, stderr, code } = await execGit(args, { cwd, ...options });
  return result(stdout, stderr, code);
});

/** What a page has instead of a command of npm. */
const whyNot = ([, , ...course]: string[]): string =>
  course.includes("spec")
    ? "only npm start runs in a page. To judge your files here, open the code and press its judge's button."
    : "only npm start runs in a page.";

/** `npx tsx s01_agent_loop/code.ts` is for the course's own folder, which is not here. */
const npx = defineCommand("npx", async (args) => {
  const chapter = args.map((word) => /^(s\d\d)_\w+\/code\.ts$/.exec(word)?.[1]).find(Boolean);
  return result("", `npx: use npm start ${chapter ?? "s01"} in a page.\n`, 1);
});

/** `npm start s01 …`: the page starts the agent, with these words and this environment. */
const npm = defineCommand("npm", async (args, { env, stdin }) => {
  const words = args.filter((word) => !["--silent", "-s"].includes(word));
  if (words[0] !== "start") return result("", `npm ${words.join(" ")}: ${whyNot(words)}\n`, 1);
  const input = String(stdin);
  const common = { type: "launch", args: words.slice(1), env: Object.fromEntries(env) } as const;
  link.post({ ...common, input: input === "" ? undefined : input, into: asked.into });
  return result();
});

const COMMANDS: Command[] = [ls, yes, kill, node, git, npm, npx];

type Surroundings = Pick<Running, "cwd" | "env"> & { sleep(ms: number): Promise<void> };

/** A shell in a folder. */
const createShell = (surroundings: Surroundings): Bash =>
  new Bash({
    fs: shellFiles,
    ...{ ...surroundings, executionLimits: LIMITS, customCommands: COMMANDS },
    defenseInDepth: false, // it guards a process of Node; here the worker is the guard
    processInfo: { pid: 4242, ppid: 4241 },
  });

/** Commands that change the shell itself must run in it. */
const OF_SHELL = ["exit", "cd", "export", "set", "unset", "source", "."];

function changesShell({ commands: [first, ...more] }: Pipeline): boolean {
  if (first?.type !== "SimpleCommand" || more.length > 0) return first?.type === "FunctionDef";
  const [part] = first.name?.parts ?? [];
  return first.name === null || (part?.type === "Literal" && OF_SHELL.includes(part.value));
}

/** just-bash gives what a script prints at its end. Each pipeline is made to write into a sink: so it is seen at once, and in order. */
function intoSink(pipeline: Pipeline, path: string): Pipeline {
  if (changesShell(pipeline)) return pipeline;
  const word = (value: string) => ({ type: "Word", parts: [{ type: "Literal", value }] }) as const;
  const statement = { type: "Statement", pipelines: [pipeline], operators: [] } as const;
  return {
    ...{ type: "Pipeline", negated: false },
    commands: [
      {
        type: "Group",
        body: [{ ...statement, pipelines: [pipeline], operators: [], background: false }],
        redirections: [
          {
            type: "Redirection",
            fd: null,
            operator: ">>",
            target: { ...word(path), parts: [...word(path).parts] },
          },
          {
            type: "Redirection",
            fd: 2,
            operator: ">&",
            target: { ...word("1"), parts: [...word("1").parts] },
          },
        ],
      },
    ],
  };
}

interface Running {
  cwd: string;
  env: Record<string, string>;
  signal?: AbortSignal;
  input?: string | undefined;
  onOutput(bytes: Uint8Array): void;
}

const counter = { scripts: 0 };

/** Runs a script; gives its exit code. */
export async function runScript(
  script: string,
  { cwd, env, signal, input, onOutput }: Running,
): Promise<number> {
  asked.into = undefined;
  const number = ++counter.scripts;
  const path = `/dev/output-${number}`;
  const shell = createShell({ cwd, env, sleep: sleepIn(number, signal) });
  shell.registerTransformPlugin({
    name: "sink",
    transform({ ast }) {
      for (const statement of ast.statements)
        statement.pipelines = statement.pipelines.map((one) => intoSink(cutAtAgent(one), path));
      return { ast };
    },
  });
  sinks.set(path, onOutput);
  running.count++;
  try {
    const ended = await shell.exec(script, {
      rawScript: true,
      ...(signal && { signal }),
      ...(input !== undefined && { stdin: input }),
    });
    const rest = ended.stdout + ended.stderr; // of commands that run in the shell itself, or of a script that cannot be read
    if (rest !== "") onOutput(new TextEncoder().encode(rest));
    return ended.exitCode;
  } finally {
    running.count--;
    sinks.delete(path);
  }
}
