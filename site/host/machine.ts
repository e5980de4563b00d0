// site/host/machine · the worker: a small computer with one disk, a shell, and at most one agent.
import "../node/async_hooks.ts";
import { load, save } from "../disk/image.ts";
import { applyChange, tellEachChange } from "../disk/mirror.ts";
import { disk } from "../disk/paths.ts";
import { activity, uncounted } from "../node/clockwork.ts";
import { calls } from "../node/fs-calls.ts";
import { format } from "../node/util.ts";
import { runScript } from "./commands.ts";
import type { Modules } from "./edited.ts";
import { link, type Order, type Start } from "./link.ts";
import { addressOf } from "./modules.ts";
import { die, process, program } from "./program-globals.ts";
import { pace, wake } from "./sleep.ts";
import { isAtRest, tellChanges } from "./watch.ts";

/** Whether this worker is beside that of an agent, and what it was told before its program could hear. */
const own: { isBeside: boolean; early: Order[] | undefined } = {
  isBeside: false,
  early: undefined,
};

const shell: { env: Record<string, string> } = { env: {} };

function boot({ image, cwd, env, watched, isFollowed }: Extract<Order, { type: "boot" }>) {
  load(image);
  for (const folder of ["/dev", "/tmp", cwd]) calls.mkdir(folder, { recursive: true });
  calls.writeFile("/dev/null", "");
  disk.cwd = cwd;
  shell.env = env;
  if (watched !== undefined) {
    pace.isOutside = true;
    tellChanges(watched);
  }
  own.isBeside = isFollowed === true;
  own.early = own.isBeside ? [] : undefined;
  if (own.isBeside) tellEachChange((change) => link.post({ type: "disk", ...change }));
  link.post({ type: "booted" });
}

/** Most bundles start their agent by themselves; one for edited files has what these import, and is given them. */
interface Bundle {
  run?(modules: Modules, entry: string): void;
}

/** Runs an agent until it exits. What goes wrong is a rejection that nobody catches, which ends it as in Node. */
async function start({ url, file, args, env, now, columns, modules }: Start) {
  Object.assign(process.env, env);
  process.argv = ["node", file, ...args];
  link.now = now;
  if (columns !== undefined) Object.assign(process.stdout, { isTTY: true, columns });
  link.edited = url !== undefined && modules ? { url, modules } : undefined;
  const bundle: Bundle = await import(url ?? addressOf(file));
  if (modules) bundle.run?.(modules, file.replace("/course/", ""));
}

/** A program beside an agent has ended when it waits for no input, and nothing else is at work. */
async function startBeside(order: Start) {
  printToPipes();
  await start(order);
  const { early = [] } = own;
  own.early = undefined;
  for (const one of early) obey(one);
  const { stdin } = process;
  while (stdin.listenerCount("data") + stdin.listenerCount("line") > 0 || !(await isAtRest()))
    await new Promise((resolve) => uncounted(() => resolve(undefined), LOOK_MS));
  die(process.exitCode ?? 0, null);
}

const LOOK_MS = 50;

/** What a program says by `console` goes to whoever has started it. */
function printToPipes() {
  const to =
    (stream: { write(text: string): unknown }) =>
    (...values: unknown[]) =>
      void stream.write(`${format(...values)}\n`);
  const [out, err] = [to(process.stdout), to(process.stderr)];
  Object.assign(console, { log: out, info: out, debug: out, error: err, warn: err });
}

async function runShell({ id, command, env, input }: Extract<Order, { type: "shell" }>) {
  const decoder = new TextDecoder();
  let output = "";
  const code = await runScript(command, {
    cwd: disk.cwd,
    env: { ...shell.env, ...env },
    input,
    onOutput(bytes) {
      output += decoder.decode(bytes, { stream: true });
    },
  });
  link.post({ type: "shell", id, output, code });
}

const tellRest = async (id: number) =>
  link.post({ type: "rested", id, isAtRest: await isAtRest() });

function obey(order: Order): void {
  switch (order.type) {
    case "boot":
      boot(order);
      break;
    case "start":
      void (own.isBeside ? startBeside(order) : start(order)); // what goes wrong ends the program, as in Node
      break;
    case "line":
      process.stdin.emit("line", order.text);
      break;
    case "input":
      process.stdin.take(order.text);
      break;
    case "disk":
      applyChange(order);
      break;
    case "end":
      process.stdin.emit("end");
      break;
    case "signal":
      process.emit(order.name);
      break;
    case "clock":
      link.onClock(order.line);
      break;
    case "shell":
      void runShell(order);
      break;
    case "save":
      link.post({ type: "saved", id: order.id, image: save() });
      break;
    case "wake":
      wake(order.id);
      break;
    case "rest":
      void tellRest(order.id);
      break;
    case "fault":
      link.fault = { header: order.fault, left: order.times };
  }
}

const FOR_PROGRAM: Order["type"][] = ["input", "end", "rest"];

addEventListener("message", (event) => {
  const order: Order = event.data;
  if (order.type !== "rest") activity.count++;
  if (own.early && FOR_PROGRAM.includes(order.type)) own.early.push(order);
  else if (!program.isOver || order.type === "save") obey(order);
});
link.post({ type: "hello" });
