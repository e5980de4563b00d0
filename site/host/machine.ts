// site/host/machine · the worker: a small computer with one disk, a shell, and at most one agent.
import "../node/async_hooks.ts";
import { load, save } from "../disk/image.ts";
import { disk } from "../disk/paths.ts";
import { calls } from "../node/fs-calls.ts";
import { runScript } from "./commands.ts";
import { link, type Order, type Start } from "./link.ts";
import { process, program } from "./program-globals.ts";

const shell: { env: Record<string, string> } = { env: {} };

function boot({ image, cwd, env }: Extract<Order, { type: "boot" }>) {
  load(image);
  for (const folder of ["/dev", "/tmp", cwd]) calls.mkdir(folder, { recursive: true });
  calls.writeFile("/dev/null", "");
  disk.cwd = cwd;
  shell.env = env;
  link.post({ type: "booted" });
}

/** Runs an agent until it exits. What goes wrong is a rejection that nobody catches, which ends it as in Node. */
async function start({ url, file, args, env, now, columns }: Start) {
  Object.assign(process.env, env);
  process.argv = ["node", file, ...args];
  link.now = now;
  if (columns !== undefined) Object.assign(process.stdout, { isTTY: true, columns });
  await import(url);
}

async function runShell({ id, command, env }: Extract<Order, { type: "shell" }>) {
  const decoder = new TextDecoder();
  let output = "";
  const code = await runScript(command, {
    cwd: disk.cwd,
    env: { ...shell.env, ...env },
    onOutput(bytes) {
      output += decoder.decode(bytes, { stream: true });
    },
  });
  link.post({ type: "shell", id, output, code });
}

function obey(order: Order): void {
  switch (order.type) {
    case "boot":
      boot(order);
      break;
    case "start":
      void start(order); // what goes wrong ends the program, as in Node
      break;
    case "line":
      process.stdin.emit("line", order.text);
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
    case "fault":
      link.fault = order.fault;
  }
}

addEventListener("message", (event) => {
  const order: Order = event.data;
  if (!program.isOver || order.type === "save") obey(order);
});
link.post({ type: "hello" });
