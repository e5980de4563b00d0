// site/node/child_process · stands in for node:child_process: a program that is spoken to over its pipes. All else is not there.
import { startProgram } from "../host/program.ts";
import { Input, process } from "../host/program-globals.ts";
import { running } from "./clockwork.ts";
import { EventEmitter } from "./events.ts";

export * from "./none.ts";

/** Starts `node FILE …` in a folder. What it writes to stderr is not shown. */
export function spawn(command: string, args: string[], { cwd = process.cwd() } = {}) {
  const stdout = new Input();
  const child = new EventEmitter();
  running.count++;
  const end = (event: string, ...words: unknown[]) => {
    running.count--;
    stdout.emit("end");
    child.emit(event, ...words);
  };
  const onOutput = (bytes: Uint8Array) => stdout.take(new TextDecoder().decode(bytes));
  const onEnd = (how: string) => end("exit", how);
  const started = startProgram({ command, args, cwd, env: process.env, onOutput, onEnd });
  started.catch((error) => end("error", error));
  const whenStarted = (action: (program: Awaited<typeof started>) => void) =>
    void started.then(action, () => {}); // who listens for `error` is told
  const stdin = {
    write: (text: string) => whenStarted((program) => void program.write(text)),
    end: () => whenStarted((program) => void program.stop()),
  };
  return Object.assign(child, { stdin, stdout });
}

export default { spawn };
