// shared/host/node/program · a child process that we talk to over its pipes.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Companion, CompanionOptions } from "../../companion.ts";
import { endAtExit, endSessions } from "./session.ts";

/** `env` is all of the environment. */
type ProgramOptions = Omit<CompanionOptions, "env"> & { env: NodeJS.ProcessEnv };

const MAX_WORDS = 5000;
/** At half of it, SIGTERM asks once more: many let go of a browser only then. */
const PATIENCE_MS = 1000;
/** Of one that is to end at once: npx holds a lock, and gives it back only when it is asked to end. */
const HURRY_MS = 500;
/** How long its pipes may stay open after its end: a program that has left its session holds them. */
const DRAIN_MS = 200;

/** Starts a program in a session of its own. Rejects with an Error that names the command when it cannot be started. */
export async function startProgram(options: ProgramOptions): Promise<Companion> {
  const { command, args, env, cwd, patience = PATIENCE_MS, onOutput, onMute, onEnd } = options;
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    windowsHide: true,
  });
  let words = "";
  child.stdin.on("error", () => {}); // it has ended, and `exit` says so
  child.stdout.on("data", (bytes: Buffer) => {
    onOutput(bytes);
    child.stdout.pause(); // the system gives two megabytes at once to somebody who goes on reading, and Ctrl-C waits
    setImmediate(() => child.stdout.resume());
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-MAX_WORDS);
  });
  const pid = await spawned(child, command, cwd);
  const forget = endAtExit(pid);
  const endSession = () => {
    forget();
    endSessions([pid]);
  };
  const ended = new Promise<void>((resolve) => {
    child.once("exit", (code, signal) => {
      endSession(); // it may have left programs behind that hold its pipes
      const drain = setTimeout(() => closePipes(child), DRAIN_MS);
      child.once("close", () => {
        clearTimeout(drain);
        onEnd(signal ?? `exit code ${code}`);
        resolve();
      });
    });
  });
  child.stdout.once("end", () => {
    if (onMute === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const mute = setTimeout(onMute, patience);
    void ended.then(() => clearTimeout(mute));
  });
  return {
    pid,
    lastWords: () => words.trim().toWellFormed(),
    write: (text) => written(child, text),
    async stop(wait = patience) {
      child.stdin.end();
      if (wait === 0) child.kill();
      const most = wait || HURRY_MS;
      const timers = [setTimeout(() => child.kill(), wait / 2), setTimeout(endSession, most)];
      await ended;
      timers.forEach(clearTimeout);
    },
  };
}

function closePipes({ stdin, stdout, stderr }: ChildProcess): void {
  for (const pipe of [stdin, stdout, stderr]) pipe?.destroy();
}

function spawned(child: ChildProcess, command: string, cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child.pid ?? 0));
    child.once("error", (error) => reject(new Error(whyNotStarted(error, command, cwd))));
  });
}

function whyNotStarted(error: Error, command: string, cwd: string): string {
  if (!existsSync(cwd)) return `there is no folder ${cwd} to start it in.`;
  const isGone = "code" in error && error.code === "ENOENT";
  return isGone
    ? `there is no program ${command}. Install it, or correct the command.`
    : `${command} did not start: ${error.message}.`;
}

function written({ stdin }: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (!stdin?.writable) return resolve();
    stdin.write(text, () => resolve());
  });
}
