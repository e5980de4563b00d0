// course/replay/pool · sessions played by as many processes as there are cores.
import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Session } from "./readme.ts";
import type { Played } from "./session.ts";

/** A session, and the root of the course it belongs to. */
export interface Job {
  session: Session;
  root: string;
}

/**
 * Plays sessions in at most so many processes; each is started when there is a session for it. A process plays one at a
 * time: whether its agent is at rest is seen by the process.
 */
export function createPool(most = availableParallelism()) {
  const idle: ChildProcess[] = [];
  const waiting: ((worker: ChildProcess) => void)[] = [];
  let count = 0;

  function take(): Promise<ChildProcess> | ChildProcess {
    const worker = idle.pop();
    if (worker) return worker;
    if (count < most) {
      count++;
      return startWorker();
    }
    return new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(worker: ChildProcess) {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  }

  return {
    async play(job: Job): Promise<Played> {
      const worker = await take();
      const played = await playIn(worker, job);
      giveBack(worker.connected ? worker : startWorker());
      return played;
    },
    close() {
      for (const worker of idle) if (worker.connected) worker.disconnect();
    },
  };
}

/** All agents in a process have its time zone: that of the sessions. */
function startWorker(): ChildProcess {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return fork(join(import.meta.dirname, "worker.ts"), {
    execArgv: ["--import", tsx],
    env: { ...process.env, TZ: "UTC" },
  });
}

function playIn(worker: ChildProcess, job: Job): Promise<Played> {
  return new Promise((resolve) => {
    const done = (played: Played) => {
      worker.off("message", done).off("exit", gone);
      resolve(played);
    };
    const gone = (code: number | null) => done(brokenBy(job, code));
    worker.once("message", done).once("exit", gone);
    worker.send(job);
  });
}

const brokenBy = ({ session: { name, line } }: Job, code: number | null): Played => ({
  ...{ name, line, verdict: "broken", edits: [] },
  problems: [{ line, message: `The process that played it ended with ${code ?? "a signal"}.` }],
});
