// practice/main · `npm run practice`: the practice model on a port of this machine, until Ctrl-C.
import { runCommand } from "./cli.ts";
import { stopSignal, watchLauncher } from "./launcher.ts";

const stop = stopSignal();
const unwatch = await watchLauncher(() => stop.abort());

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  stop: stop.signal,
});
unwatch();
