// deep/soak-probe · loaded into an agent before it starts: on SIGUSR2 it collects garbage and writes down what memory, handles and files the agent has; also at its end.
import { appendFileSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

const { SOAK_PROBE: file } = process.env;
delete process.env.NODE_OPTIONS; // what the agent starts is not measured

function note(what) {
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo();
  const seen = { handles, files: openFiles(), children: children() };
  const line = { what, pid: process.pid, heapUsed, external, rss, ...seen };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

function openFiles() {
  return readdirSync("/proc/self/fd").flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)];
    } catch {
      return []; // the folder itself, which is closed by now
    }
  });
}

/** The command lines of the programs that it has started and that have not ended. */
function children() {
  const ids = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
  return ids.filter(Boolean).map((id) => readFileSync(`/proc/${id}/cmdline`, "utf8"));
}

note("start");
process.on("SIGUSR2", () => {
  Error.prepareStackTrace = undefined; // what starts a bundle reads its map, 50 MB, when somebody first looks at a stack
  globalThis.gc();
  globalThis.gc(); // what the first one has finalized
  note("sample");
});
process.on("exit", () => note("end"));
