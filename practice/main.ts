// practice/main · `npm run practice`: the practice model on a port of this machine, until Ctrl-C.
import { runCommand } from "./cli.ts";
import { watchLauncher } from "./launcher.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());
const unwatch = await watchLauncher(() => stop.abort());

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  stop: stop.signal,
});
unwatch();
