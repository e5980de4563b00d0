// site/judge/hands · stands in for what a spec reaches for outside of itself: here its agent runs in its own worker.

import type { Control, ControlEvent } from "../../course/spec/control.ts";
import { NotJudged } from "../../course/spec/errors.ts";
import type { AgentProcess, Exit, Launch } from "../../course/spec/process.ts";
import type { Practice } from "../../practice/api/handler.ts";
import { disk } from "../disk/paths.ts";
import { link, type Report } from "../host/link.ts";
import { die, process } from "../host/program-globals.ts";
import * as controls from "../replay/control.ts";

/** A promise that a page cannot judge. */
class NotInPage extends NotJudged {
  constructor() {
    super("control");
    this.message = "only on your own computer: npm run course -- spec";
  }
}

/** Starts the agent, once; a worker has no second one. */
export const agent: { run(): void } = { run() {} };

export const launchOf = async (chapter: string): Promise<Launch> => ({
  command: "node",
  args: [`${chapter}/code.ts`],
});

/** What needs a process of its own is refused, as is a second agent. */
export const needsProcess = ({ real, launcher }: { real?: boolean; launcher?: string }): boolean =>
  real === true || launcher === "npx";

export function startProcess(): never {
  throw new NotInPage();
}

/** No machine is known to be slow. */
export const loadFactor = (): number => 1;
export const isOutsider = (): boolean => false;
export const elsewhereOf = async (): Promise<undefined> => undefined;

/** The model of the spec answers what the agent fetches. */
export async function listen(practice: Pick<Practice, "handle">) {
  link.model = (input, init) => {
    const { signal, ...rest } = init ?? {};
    const request = new Request(input, rest);
    return practice.handle(request, signal ?? request.signal);
  };
  return { url: "https://model.invalid", port: 0, close: async () => {} };
}

export function startControl(
  start: number,
  listeners: { event(event: ControlEvent): void; misuse(problem: string): void },
): Promise<Control> {
  link.now = start;
  return controls.startControl(start, listeners);
}

/** Text that was printed, counted in bytes. */
function createText() {
  let bytes = new Uint8Array();
  return {
    add(text: string) {
      bytes = Buffer.concat([bytes, Buffer.from(text)]);
    },
    size: () => bytes.length,
    from: (start: number) => new TextDecoder().decode(bytes.subarray(start)),
  };
}

/** Set for the agent: it talks with no other model than that of the spec. */
const OURS = { PRACTICE: "1", ANTHROPIC_API_KEY: "", ANTHROPIC_BASE_URL: "" };

/** Starts the agent as a function of its files; it ends when it says so. */
export function startInside(
  { args }: Launch,
  { cwd, env }: { cwd: string; env: Record<string, string> },
  changed: () => void,
): AgentProcess {
  if (process.argv[1] !== "") throw new NotInPage();
  const [printed, complained] = [createText(), createText()];
  const line = controls.lineAt(env.AGENT_CONTROL);
  let ended: Exit | undefined;
  let isConnected = false;

  /** The agent reads its clock by the time it first tells something. */
  function connect() {
    if (isConnected) return;
    isConnected = true;
    line?.connect((text) => link.onClock(text));
  }

  /** An event is no change of the process: if the answer that an agent is idle were one, it would be asked for ever. */
  function hear(report: Report) {
    if (report.type === "event") {
      connect();
      line?.event(report.text);
      return;
    }
    if (report.type === "out") (report.fd === 1 ? printed : complained).add(report.text);
    if (report.type === "exit") ended = { code: report.code, signal: null };
    changed();
  }

  link.post = hear;
  disk.cwd = cwd;
  process.argv = ["node", ...args];
  Object.assign(process.env, env, OURS);
  setImmediate(agent.run);
  return {
    isInside: true,
    write: (text) => void process.stdin.emit("line", text),
    closeInput: () => void process.stdin.emit("end"),
    interrupt: async () => void process.emit("SIGINT"),
    kill: (signal) => die(null, signal),
    received: printed.size,
    text: printed.from,
    errors: () => complained.from(0),
    exit: () => ended,
  };
}
