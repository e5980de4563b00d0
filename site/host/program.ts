// site/host/program · a program beside the agent, such as an MCP server: a worker in the agent's worker, with a disk that follows the agent's.
import type { Companion, CompanionOptions } from "../../shared/companion.ts";
import { save } from "../disk/image.ts";
import { applyChange, tellEachChange } from "../disk/mirror.ts";
import { calls } from "../node/fs-calls.ts";
import { resolve } from "../node/path.ts";
import { link, type Order, type Report, type Start } from "./link.ts";

type ProgramOptions = Omit<CompanionOptions, "env"> & {
  env: Record<string, string | undefined>;
};

const MAX_WORDS = 2000;
const NODE = /(^|\/)node$/;
const counter = { last: 4300 };

/** Starts `node FILE …`. Rejects with an Error for any other program. */
export async function startProgram(options: ProgramOptions): Promise<Companion> {
  const { command, args, env, cwd, onOutput, onEnd } = options;
  if (!NODE.test(command))
    throw new Error(`there is no program ${command} in a page, only node. Correct the command.`);
  const [file = "", ...words] = withoutLoader(args);
  const path = resolve(cwd, file);
  if (builtAt(path) === undefined && !calls.exists(cwd))
    throw new Error(`there is no folder ${cwd} to start it in.`);
  const worker = startWorker();
  const send = (order: Order) => worker.postMessage(order);
  const unfollow = tellEachChange((change) => send({ type: "disk", ...change }));
  let said = "";
  let leave: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    leave = resolve;
  });
  let ready: () => void = () => {};
  const booted = new Promise<void>((resolve) => {
    ready = resolve;
  });

  function end(how: string) {
    unfollow();
    worker.terminate();
    leave();
    onEnd(how);
  }

  function hear(report: Report) {
    if (report.type === "hello") begin();
    else if (report.type === "booted") ready();
    else if (report.type === "disk") applyChange(report);
    else if (report.type === "exit") end(report.signal ?? `exit code ${report.code}`);
    else if (report.type === "out" && report.fd === 1) onOutput(Buffer.from(report.text));
    else if (report.type === "out") said = (said + report.text).slice(-MAX_WORDS);
    else if (report.type === "rested" && report.isAtRest) end("exit code 0");
    else if (report.type === "rested") send({ type: "rest", id: 0 });
  }

  function begin() {
    const given = Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const own = { cwd, env: Object.fromEntries(given) };
    send({ type: "boot", image: save(), ...own, isFollowed: true });
    const now = Date.now();
    send({
      type: "start",
      ...bundleOf(path),
      file: path,
      args: words,
      ...own,
      now,
      columns: undefined,
    });
  }

  worker.addEventListener("message", ({ data }) => hear(data));
  await booted;
  return {
    pid: ++counter.last,
    lastWords: () => said.trim(),
    async write(text) {
      send({ type: "input", text });
    },
    async stop() {
      send({ type: "end" });
      send({ type: "rest", id: 0 }); // a program whose input has ended, and that does nothing more, has ended
      await ended;
    },
  };
}

/** `--import tsx`: what is built needs no loader. */
const withoutLoader = (args: string[]) => (args[0] === "--import" ? args.slice(2) : args);

/** A program of a chapter that its reader has changed runs as changed. */
function bundleOf(path: string): Pick<Start, "url" | "modules"> {
  const { edited } = link;
  return edited && path.replace("/course/", "") in edited.modules ? edited : { url: builtAt(path) };
}

/** Programs of the course are built as agents are; others are files of the disk. */
function builtAt(path: string): string | undefined {
  const [, agent] = /^\/course\/([^/]+)\//.exec(path) ?? [];
  return agent === undefined ? undefined : new URL(`./${agent}-server.js`, import.meta.url).href;
}

function startWorker(): Worker {
  const url = new URL("./machine.js", import.meta.url).href;
  const blob = new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(blob), { type: "module" });
}
