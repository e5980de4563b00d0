// site/host/commands · bash in the page: just-bash over the one disk, with the few commands that it lacks.
import { Bash, type Command, defineCommand } from "just-bash";
import { clock } from "../../shared/clock.ts";
import { execGit } from "./git.ts";
import { runJavaScript } from "./javascript.ts";
import { link } from "./link.ts";
import { die } from "./program-globals.ts";
import { shellFiles, sinks } from "./shell-files.ts";

/** The commands that run now. */
export const running = { count: 0 };

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

const node = defineCommand("node", async (args, { cwd }) => runJavaScript(args, cwd));

const git = defineCommand("git", async (args, { cwd }) => {
  const options = { env: {}, signal: undefined, timeout: 0, isKilled: false };
  const { stdout, stderr, code } = await execGit(args, { cwd, ...options });
  return result(stdout, stderr, code);
});

/** `npm start s01 …`: the page starts the agent, with these words and this environment. */
const npm = defineCommand("npm", async (args, { env, stdin }) => {
  const words = args.filter((word) => !["--silent", "-s"].includes(word));
  if (words[0] !== "start")
    return result("", `npm ${words.join(" ")}: only npm start runs in a page.\n`, 1);
  const input = String(stdin);
  const common = { type: "launch", args: words.slice(1), env: Object.fromEntries(env) } as const;
  link.post({ ...common, input: input === "" ? undefined : input });
  return result();
});

const COMMANDS: Command[] = [ls, yes, kill, node, git, npm];

/** Commands that sleep, by the moment at which they wake on the agent's clock. */
const sleepers = new Set<number>();
const tellSleepers = () =>
  link.post({ type: "sleepers", count: sleepers.size, next: Math.min(...sleepers) });

/** A command sleeps by the agent's clock, which the page can move. */
function sleep(ms: number): Promise<void> {
  const due = clock.elapsed() + ms;
  sleepers.add(due);
  tellSleepers();
  return new Promise((resolve) => {
    clock.after(ms, () => {
      sleepers.delete(due);
      tellSleepers();
      resolve();
    });
  });
}

/** A shell in a folder. */
export const createShell = (cwd: string, env: Record<string, string>): Bash =>
  new Bash({
    fs: shellFiles,
    ...{ cwd, env, sleep, executionLimits: LIMITS, customCommands: COMMANDS },
    processInfo: { pid: 4242, ppid: 4241 },
  });

type Pipeline = ReturnType<Bash["transform"]>["ast"]["statements"][number]["pipelines"][number];

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
  onOutput(bytes: Uint8Array): void;
}

const counter = { scripts: 0 };

/** Runs a script; gives its exit code. */
export async function runScript(
  script: string,
  { cwd, env, signal, onOutput }: Running,
): Promise<number> {
  const path = `/dev/output-${++counter.scripts}`;
  const shell = createShell(cwd, env);
  shell.registerTransformPlugin({
    name: "sink",
    transform({ ast }) {
      for (const statement of ast.statements)
        statement.pipelines = statement.pipelines.map((one) => intoSink(one, path));
      return { ast };
    },
  });
  sinks.set(path, onOutput);
  running.count++;
  try {
    const ended = await shell.exec(script, { rawScript: true, ...(signal && { signal }) });
    const rest = ended.stdout + ended.stderr; // of commands that run in the shell itself, or of a script that cannot be read
    if (rest !== "") onOutput(new TextEncoder().encode(rest));
    return ended.exitCode;
  } finally {
    running.count--;
    sinks.delete(path);
  }
}
