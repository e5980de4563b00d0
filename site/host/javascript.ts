// site/host/javascript · `node` in the page's shell: the browser's own engine, with a small require.
import fs from "../node/fs.ts";
import { calls } from "../node/fs-calls.ts";
import path, { resolve } from "../node/path.ts";
import { format } from "../node/util.ts";

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super();
    this.code = code;
  }
}

interface Printed {
  stdout: string;
  stderr: string;
}

/** node:fs whose paths begin in a folder. */
const filesIn = (cwd: string) =>
  new Proxy(fs, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== "function") return call;
      return (first: unknown, ...rest: unknown[]) =>
        call(typeof first === "string" ? resolve(cwd, first) : first, ...rest);
    },
  });

/** The text of the program, and what it is called; undefined when there is no such file. */
function programOf([first = "", second = ""]: string[], cwd: string) {
  if (first === "-e") return { name: "[eval]", code: second };
  if (first === "-p") return { name: "[eval]", code: `console.log(${second})` };
  const name = resolve(cwd, first);
  return calls.exists(name) ? { name, code: String(calls.readFile(name, "utf8")) } : undefined;
}

const IMPORT = /^import (?:\* as )?(\w+|\{[^}]*\}) from "([^"]+)";?$/gm;

/** Runs `node -e CODE`, `node -p CODE` or `node FILE`, with what it prints. */
export async function runJavaScript(args: string[], cwd: string) {
  const printed: Printed = { stdout: "", stderr: "" };
  const program = programOf(args, cwd);
  if (program === undefined) {
    const stderr = `Error: Cannot find module '${resolve(cwd, args[0] ?? "")}'\n`;
    return { stdout: "", stderr, exitCode: 1 };
  }
  const exitCode = await run(program.code, surroundings(args, program.name, cwd, printed)).catch(
    (error: unknown) => {
      if (error instanceof Exit) return error.code;
      printed.stderr += `${program.name}\n\n${error}\n\nNode.js v20.20.0\n`;
      return 1;
    },
  );
  return { ...printed, stdout: printed.stdout.toWellFormed(), exitCode };
}

/** The names that a program finds. */
function surroundings(args: string[], name: string, cwd: string, printed: Printed) {
  const files = filesIn(cwd);
  const print = (stream: keyof Printed) => (text: string) => {
    printed[stream] += text;
  };
  const modules: Record<string, unknown> = { fs: files, path, "node:fs": files, "node:path": path };
  const process = {
    ...{ argv: ["node", name, ...args.slice(name === "[eval]" ? 2 : 1)], env: {} },
    cwd: () => cwd,
    exit(code = 0) {
      throw new Exit(code);
    },
    getBuiltinModule: (module: string) => modules[module],
    stdout: { write: print("stdout") },
  };
  const console = {
    log: (...values: unknown[]) => print("stdout")(`${format(...values)}\n`),
    error: (...values: unknown[]) => print("stderr")(`${format(...values)}\n`),
  };
  return { console, process, require: (module: string) => modules[module], fs: files, path };
}

async function run(code: string, given: Record<string, unknown>): Promise<number> {
  const body = code.replaceAll(IMPORT, 'const $1 = require("$2");');
  await new Function(...Object.keys(given), `return (async () => {${body}\n})();`)(
    ...Object.values(given),
  );
  return 0;
}
