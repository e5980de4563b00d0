// practice/bench/load-child · a process of its own for the load, so that its memory is its own.
import { runLoad } from "./load.ts";

process.stdout.write(JSON.stringify(await runLoad(Number(process.argv[2]))));
