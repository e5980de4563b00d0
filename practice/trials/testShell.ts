// practice/trials/testShell · for tests: one bash for thousands of commands, each in a subshell, and a call that waits for its end.
import { randomBytes } from "node:crypto";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";

/** What a command printed, on stdout and stderr together, and its exit code. */
export interface Ran {
  output: string;
  code: number;
}

/** Reads a folder and a command, runs it, and prints the mark with its exit code; over and over. */
const LOOP = `
while IFS= read -r -d '' folder && IFS= read -r -d '' command; do
  (cd "$folder" && exec 2>&1 </dev/null && eval "$command")
  printf '\\n%s %s\\n' "$MARK" "$?"
done`;

/** Plain JavaScript, because a worker has no loader for TypeScript. */
const WORKER = `
const { spawn } = require("node:child_process");
const { parentPort, workerData } = require("node:worker_threads");
const { loop, mark, port, turns } = workerData;
const bash = spawn("bash", ["-c", loop], { env: { ...process.env, MARK: mark }, stdio: ["pipe", "pipe", "inherit"] });
let output = "";
bash.stdout.setEncoding("utf8").on("data", (text) => {
  output += text;
  const end = new RegExp("\\\\n" + mark + " (\\\\d+)\\\\n$").exec(output);
  if (!end) return;
  port.postMessage({ output: output.slice(0, end.index), code: Number(end[1]) });
  output = "";
  Atomics.add(turns, 0, 1);
  Atomics.notify(turns, 0);
});
port.on("message", ({ folder, command }) => bash.stdin.write(folder + "\\0" + command + "\\0"));
`;

/** A bash of its own, started at the first command; it ends with the process. */
export function createShell(): (folder: string, command: string) => Ran {
  let run: ReturnType<typeof startShell> | undefined;
  return (folder, command) => {
    run ??= startShell();
    return run(folder, command);
  };
}

function startShell() {
  const { port1, port2 } = new MessageChannel();
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { loop: LOOP, mark: randomBytes(12).toString("hex"), port: port2, turns };
  const worker = new Worker(WORKER, { eval: true, workerData, transferList: [port2] });
  worker.unref();
  port1.unref();
  return (folder: string, command: string): Ran => {
    const before = Atomics.load(turns, 0);
    port1.postMessage({ folder, command });
    Atomics.wait(turns, 0, before);
    const answer = receiveMessageOnPort(port1);
    if (!answer) throw new Error(`No answer to ${command}`);
    return answer.message;
  };
}
