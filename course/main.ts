// course/main · the course's own commands: `npm run course -- COMMAND`.
import { runCourse } from "./commands.ts";

// The reader may leave early, as in `| head -1`.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === "EPIPE" ? 0 : 1),
);

const [print, complain] = [process.stdout, process.stderr].map(
  (stream) => (line: string) => void stream.write(`${line}\n`),
);
if (print && complain) process.exitCode = await runCourse(process.argv.slice(2), print, complain);
