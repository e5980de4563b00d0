// site/page/machine · the computer behind a page: a worker with the disk, a shell and at most one agent, and a new worker after each.
import type { Saved } from "../disk/image.ts";
import type { Boot, Order, Ran, Report, Start } from "../host/link.ts";

export interface MachineOptions extends Boot {
  /** Where the built workers and agents are, as an address that ends with a slash. */
  base: string;
  image: Saved[];
  /** Hears all that happens, but the disk itself. */
  tell(report: Report): void;
}

export interface Machine {
  shell(command: string, env?: Record<string, string>): Promise<Ran>;
  /** Starts an agent. It is told of as `exit` when it has ended, and then the machine has its shell again. */
  start(start: Omit<Start, "url">, agent: string): Promise<void>;
  send(order: Order): void;
  /** Looks for a moment whether anything is at work. */
  isAtRest(): Promise<boolean>;
  /** Ends the agent as it stands. */
  kill(): Promise<void>;
  /** Makes a folder what it was in this image. */
  renew(folder: string, image: Saved[]): Promise<void>;
  close(): void;
}

/** A worker whose script is a blob obeys the policy of its page: so nothing in it can ask another address. */
export function startWorker(url: string): Worker {
  const script = `import ${JSON.stringify(url)};`;
  const blob = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(blob, { type: "module" });
}

/** Boots a machine. */
export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { base, cwd, env, watched, tell } = options;
  const waiting = new Map<number, (report: Report) => void>();
  let { image } = options;
  let ids = 0;
  let worker = await boot();
  let launch: Ran["launch"];
  /** What is done with the output of the agent that runs, and what of it was kept for that. */
  let into: Start["into"];
  let kept = "";

  function boot(): Promise<Worker> {
    const booting = startWorker(`${base}machine.js`);
    return new Promise((resolve, reject) => {
      booting.addEventListener("error", (event) => {
        reject(new Error(event.message || "The page's machine did not start."));
      });
      booting.addEventListener("message", ({ data }: MessageEvent<Report>) => {
        if (data.type === "hello") booting.postMessage({ type: "boot", image, cwd, env, watched });
        else if (data.type === "booted") resolve(booting);
        else if (booting === worker) hear(data);
      });
    });
  }

  async function reboot() {
    worker.terminate();
    worker = await boot();
    for (const answer of waiting.values()) answer({ type: "booted" }); // what was asked is lost with the program
    waiting.clear();
  }

  function hear(report: Report) {
    if (report.type === "launch") launch = report;
    if (report.type === "shell" || report.type === "saved" || report.type === "rested") {
      waiting.get(report.id)?.(report);
      waiting.delete(report.id);
    } else if (report.type === "exit") void end(report);
    else if (report.type === "out" && !isShown(report)) keep(report);
    else tell(report);
  }

  /** Whether the terminal gets what an agent prints; what it does not get is kept for a script, unless nobody wants it. */
  function isShown({ fd }: Extract<Report, { type: "out" }>): boolean {
    if (into === undefined) return true;
    if (fd === 2) return into.errors === "shown" || (into.errors === "joined" && !into.script);
    return into.script === undefined;
  }

  async function end(report: Extract<Report, { type: "exit" }>) {
    image = report.image;
    await reboot();
    await passOn();
    tell({ ...report, image: [] });
  }

  function keep({ fd, text }: Extract<Report, { type: "out" }>) {
    if (fd === 1 || into?.errors === "joined") kept += text;
  }

  /** Gives what the agent has printed to the script that reads it. */
  async function passOn() {
    const script = into?.script;
    const input = kept;
    into = undefined;
    kept = "";
    if (script === undefined) return;
    const report = await ask({ type: "shell", command: script, env: {}, input });
    if (report.type === "shell") tell({ type: "out", fd: 1, text: report.output });
  }

  function ask(
    order:
      | { type: "shell"; command: string; env: Record<string, string>; input?: string }
      | { type: "save" }
      | { type: "rest" },
  ) {
    ids += 1;
    const id = ids;
    const answer = new Promise<Report>((resolve) => waiting.set(id, resolve));
    worker.postMessage({ ...order, id });
    return answer;
  }

  async function save() {
    const report = await ask({ type: "save" });
    if (report.type === "saved") image = report.image;
  }

  return {
    async shell(command, more = {}) {
      launch = undefined;
      const report = await ask({ type: "shell", command, env: more });
      const { output, code } = report.type === "shell" ? report : { output: "", code: 137 };
      return { output, code, launch };
    },
    async start(start, agent) {
      await save();
      await reboot();
      into = start.into;
      const url = new URL(`${agent}.js`, base).href;
      worker.postMessage({ type: "start", url, ...start } satisfies Order);
    },
    async isAtRest() {
      const report = await ask({ type: "rest" });
      return report.type === "rested" && report.isAtRest;
    },
    send: (order) => worker.postMessage(order),
    async kill() {
      await save();
      await end({ type: "exit", code: null, signal: "SIGKILL", image });
    },
    async renew(folder, fresh) {
      await save();
      const isOutside = ({ path }: Saved) => path !== folder && !path.startsWith(`${folder}/`);
      image = [...image.filter(isOutside), ...fresh];
      await reboot();
    },
    close: () => worker.terminate(),
  };
}
