// course/bundle/stacks · an error in a bundle names the file and the line that somebody wrote.
const { existsSync, readFileSync } = require("node:fs");
const { SourceMap } = require("node:module");
const { dirname, join } = require("node:path");
const { inspect } = require("node:util");

const RUNNER = join(__dirname, "run-bundle.cjs");

/** The maps of the bundles and parts that run here, read at the first error. */
const maps = new Map();

/** From now on, stacks and uncaught errors show the sources of this bundle or part. */
exports.showSources = (bundle) => {
  if (maps.size === 0) begin();
  maps.set(bundle, undefined);
};

function begin() {
  Error.prepareStackTrace = (error, frames) => {
    const start = frames.findLastIndex((frame) => frame.getFileName() === RUNNER);
    const own = start === -1 ? frames : frames.slice(0, start); // not what started the chapter
    const place = isOfStreams(frames[0]) ? String : shown;
    return [nameOf(error), ...own.map((frame) => `    at ${place(frame)}`)].join("\n");
  };
  process.on("uncaughtException", (error) => {
    if (process.listenerCount("uncaughtException") > 1) return; // the chapter has its own
    process.stderr.write(`${report(error)}\n\nNode.js ${process.version}\n`);
    process.exit(1);
  });
}

/** Node's own code reads the stack of an error that it makes whenever a stream ends; nobody sees it, and reading the maps takes a fifth of a start. */
const isOfStreams = (frame) => frame?.getFileName()?.startsWith("node:internal/webstreams/");

/** The places of bundles and parts in a stack, as places in the sources. */
exports.withSources = (stack) =>
  stack.replaceAll(/(\/[^\s():]+\/(?:bundle|part)\.js):(\d+):(\d+)/g, (place, bundle, line, column) =>
    sourceAt(bundle, Number(line), Number(column)) ?? place,
  );

function sourceAt(bundle, line, column) {
  const map = maps.get(bundle) ?? mapOf(bundle);
  maps.set(bundle, map);
  const at = map.findEntry(line - 1, column - 1);
  if (at.originalSource === undefined) return undefined;
  const file = join(dirname(bundle), at.originalSource);
  return `${file}:${at.originalLine + 1}:${at.originalColumn + 1}`;
}

/** Without entries when the map cannot be read: an install or a clean-up may have removed it while the chapter runs. */
function mapOf(bundle) {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, "utf8")));
  } catch {
    return { findEntry: () => ({}) };
  }
}

function shown(frame) {
  const text = String(frame);
  const file = frame.getFileName();
  if (!maps.has(file)) return text;
  const source = sourceAt(file, frame.getLineNumber(), frame.getColumnNumber());
  if (source === undefined) return text;
  return text.replace(`${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`, () => source);
}

/** As Node writes the first line of a stack: its own errors with their code. */
function nameOf(error) {
  try {
    const isNodes = typeof error.code === "string" && error.code.startsWith("ERR_");
    return isNodes ? `${error.name} [${error.code}]: ${error.message}` : String(error);
  } catch {
    return "Error";
  }
}

/** The first place of a stack: `    at name (file:line:column)`, or without a name. */
const AT = /^ {4}at (?:async )?(?:.* \()?(?<file>.+):(?<line>\d+):(?<column>\d+)\)?$/m;

/** The stack without the message, which may quote another stack. */
function framesOf(error) {
  const stack = String(error.stack);
  const name = nameOf(error);
  return stack.startsWith(name) ? stack.slice(name.length) : stack;
}

/** As Node reports an uncaught error: the line that threw, then the error. */
function report(error) {
  if (!(error instanceof Error)) return `Uncaught:\n${inspect(error)}`;
  const at = AT.exec(framesOf(error));
  const { file, line, column } = at?.groups ?? {};
  if (file === undefined || !existsSync(file)) return inspect(error);
  const text = readFileSync(file, "utf8").split("\n")[Number(line) - 1] ?? "";
  return `${file}:${line}\n${text}\n${" ".repeat(Number(column) - 1)}^\n\n${inspect(error)}`;
}
