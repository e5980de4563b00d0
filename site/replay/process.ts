// site/replay/process · stands in for course/spec/process: commands and agents of a session, in its page.

import { ROOT } from "../../course/base/root.ts";
import { FIXED_DATE } from "../../course/spec/folder.ts";
import type { AgentProcess, Exit, Launch } from "../../course/spec/process.ts";
import type { Order, Report } from "../host/link.ts";
import { lineAt } from "./control.ts";
import { AGENT } from "./launch.ts";
import { type Stage, stageAt } from "./stages.ts";

interface Options {
  cwd: string;
  env: Record<string, string>;
  /** Called when a file has changed. For the agent that is no news: one that waits looks at its files all the time. */
  touched?: (() => void) | undefined;
}

const START = Date.parse(FIXED_DATE);
/** What course/replay/agent puts before the words of an agent. */
const STARTS = new RegExp(`exec '${AGENT}' '([^']+)'`);
const JOINED = "exec 2>&1\n";

/** Runs a command line in the page. One that starts an agent lasts as long as that. */
export function startProcess(launch: Launch, options: Options, changed: () => void): AgentProcess {
  const stage = stageAt(options.cwd);
  const script = (launch.args[1] ?? "").replace(JOINED, "");
  const printed: Buffer[] = [];
  let ended: Exit | undefined;
  const print = (text: string) => {
    printed.push(Buffer.from(text));
    changed();
  };
  const end = (exit: Exit) => {
    ended ??= exit;
    stage.listeners.delete(hear);
    changed();
  };
  const isAgent = STARTS.test(script);
  const line = lineAt(options.env.AGENT_CONTROL);
  function hear(report: Report) {
    if (report.type === "out") print(report.text);
    else if (report.type === "changed") options.touched?.();
    else if (report.type === "event") line?.event(report.text);
    else if (report.type === "exit")
      end({ code: report.code, signal: report.signal === "SIGKILL" ? "SIGKILL" : null });
  }
  const failed = (error: unknown) => {
    print(String(error));
    end({ code: 1, signal: null });
  };
  const started = run().catch(failed);
  async function run() {
    const command = script.replace(STARTS, "npm start $1").replaceAll(`${ROOT}/`, "/course/");
    const ran = await shell(stage, command, options.env);
    print(ran.output);
    if (!isAgent) return end({ code: ran.code, signal: null });
    if (ran.launch === undefined) throw new Error(`This starts no agent in the page: ${command}`);
    stage.listeners.add(hear);
    await begin(stage, ran.launch);
    line?.connect((text) => send({ type: "clock", line: text }));
  }
  async function deliver(order: Order) {
    await started;
    if (!ended) await stage.page.evaluate((one) => globalThis.inPage.send(one), order);
  }
  const send = (order: Order) => void deliver(order).catch(failed);
  return {
    write: (text) => send({ type: "line", text }),
    closeInput: () => isAgent && send({ type: "end" }),
    interrupt: async () => send({ type: "signal", name: "SIGINT" }),
    kill(signal) {
      if (ended || !isAgent) return;
      if (signal !== "SIGKILL") return send({ type: "signal", name: signal });
      void started.then(() => stage.page.evaluate(() => globalThis.inPage.kill())).catch(failed);
    },
    received: () => printed.reduce((sum, chunk) => sum + chunk.length, 0),
    text: (from) => Buffer.concat(printed).subarray(from).toString("utf8"),
    errors: () => "",
    exit: () => ended,
  };
}

const shell = ({ page }: Stage, command: string, env: Record<string, string>) =>
  page.evaluate(([command, env]) => globalThis.inPage.shell(command, env), [command, env] as const);

/** Starts the agent that a command line has asked for; what was piped into it is its input. */
async function begin(
  { page }: Stage,
  { args, env, input, into }: Extract<Report, { type: "launch" }>,
) {
  const [agent = "", ...words] = args;
  const start = {
    ...{ file: `/course/${agent}/code.ts`, args: words.filter((word) => word !== "--"), env },
    ...{ now: START, columns: undefined, into },
  };
  const lines = input?.replace(/\n$/, "").split("\n");
  await page.evaluate(
    async ([start, agent, lines]) => {
      await globalThis.inPage.start(start, agent);
      for (const text of lines ?? []) globalThis.inPage.send({ type: "line", text });
      if (lines) globalThis.inPage.send({ type: "end" });
    },
    [start, agent, lines] as const,
  );
}
