// course/view/command · `course view trace.jsonl`: what is in a trace, as a table in order of time.
import { createReadStream, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { createInterface } from "node:readline";
import stringWidth from "string-width";
import { clean } from "../../shared/screen.ts";
import { readWords, UsageError, usageOf } from "../base/usage.ts";
import { readEntry } from "./entry.ts";
import { addEntry, inOrder, lengthInWords, newStory, type Row, type Story } from "./rows.ts";

type Print = (line: string) => void;

/** How the command is called, what it does, and more. */
export const VIEW_HELP = `course view FILE

Prints a trace as a table: which agent called the model and when, which tools ran, which message went where.
A trace is written by TRACE=trace.jsonl npm start. - instead of FILE reads the standard input.
Times are seconds since the first line. A model call stands where it began, its tool calls where it ended.
Example: npm run course -- view trace.jsonl`;

const USAGE = usageOf(VIEW_HELP);
const MAKE_ONE = "TRACE=trace.jsonl npm start s15 writes one";

/**
 * Runs the command. Returns the exit code: 1 when there is nothing to show.
 * Throws a UsageError for a file that cannot be read.
 */
export async function viewCommand(args: string[], _root: string, print: Print): Promise<number> {
  const { positionals } = readWords({ args, options: {}, allowPositionals: true }, USAGE);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`Usage: ${USAGE}`);
  const name = file === "-" ? "The standard input" : clean(basename(file));
  const story = newStory();
  let unread = 0;
  for await (const line of createInterface({ input: inputOf(file) })) {
    if (line.trim() === "") continue;
    const entry = readEntry(line);
    if (entry) addEntry(story, entry);
    else unread++;
  }
  if (story.rows.length === 0) {
    print(`${name} ${unread === 0 ? "is empty: no model call has ended yet" : "is not a trace"}.`);
    print(`${MAKE_ONE}.`);
    return 1;
  }
  for (const line of tableOf(name, story)) print(line);
  if (unread > 0) print(`Left out, because they are no lines of a trace: ${unread}.`);
  return 0;
}

/** The text of a file as a stream: a trace may be large. */
function inputOf(file: string): NodeJS.ReadableStream {
  if (file === "-") return process.stdin;
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`There is no file ${clean(file)}. ${MAKE_ONE}.`);
  if (stats.isDirectory()) throw new UsageError(`${clean(file)} is a folder: name a trace in it.`);
  return createReadStream(path);
}

function tableOf(name: string, story: Story): string[] {
  const rows = inOrder(story);
  const begin = rows[0]?.at ?? 0;
  const end = rows.at(-1)?.at ?? begin;
  const width = Math.max(...rows.map(({ agent }) => stringWidth(agent)));
  const time = seconds(end - begin).length;
  const lineOf = ({ at, agent, what }: Row) =>
    `${seconds(at - begin).padStart(time)}  ${padded(agent, width)}  ${what}`;
  return [
    `${name}: ${rows.length} rows in ${lengthInWords(end - begin)}`,
    "",
    ...rows.map(lineOf),
    "",
    ...totalLines(story, width),
  ];
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** Wide characters take two columns. */
const padded = (text: string, width: number) =>
  text + " ".repeat(Math.max(0, width - stringWidth(text)));

const totalLines = ({ totals }: Story, width: number) =>
  [...totals].map(([agent, { calls, input, cached, output, ms }]) => {
    const count = calls === 1 ? "1 model call" : `${calls} model calls`;
    const words = `${input} in (${cached} cached), ${output} out, ${lengthInWords(ms)}`;
    return `${padded(agent, width)}  ${count}, ${words}`;
  });
