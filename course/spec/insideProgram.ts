// course/spec/insideProgram · the code of an agent that runs in this process: compiled once, and run anew for each agent.
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

type Main = (...given: unknown[]) => unknown;

/** What the code of an agent gets from outside. */
export interface Given {
  require(name: string): unknown;
  globals: object;
}

interface Runner {
  compile(file: string, isKept: boolean): Main;
  metaOf(file: string): object;
  metaIn(file: string): (path: string) => object;
}
const require = createRequire(import.meta.url);
const { compile, metaIn, metaOf }: Runner = require("../bundle/run-bundle.cjs");
const { withSources }: { withSources(stack: string): string } = require("../bundle/stacks.cjs");

/** By the file of a bundle or a part: the function that it is. */
const compiled = new Map<string, Main>();
/** Where hundreds of agents are tried once, what is kept of each is more work than to compile it again. */
const MOST = 50;

function mainOf(file: string): Main {
  if (compiled.size > MOST) compiled.clear();
  const main = compiled.get(file) ?? compile(file, file.endsWith("part.js"));
  compiled.set(file, main);
  return main;
}

/** Runs the bundle beside `file` as if that were the chapter's code.ts. Its packages are loaded anew. */
export async function runProgram(file: string, { require, globals }: Given): Promise<void> {
  const loaded = new Map<string, unknown>();
  const metaOfEach = metaIn(file);
  const part = (path: string) => {
    if (isMind(path)) return mindOf(path);
    if (!loaded.has(path))
      loaded.set(path, runPart(path, [require, metaOf(path), metaOfEach, part, globals]));
    return loaded.get(path);
  };
  const main = mainOf(join(dirname(file), "bundle.js"));
  await main(require, metaOf(file), metaOfEach, part, globals);
}

function runPart(file: string, given: unknown[]): unknown {
  const module: { exports: { it?: unknown } } = { exports: {} };
  mainOf(file)(...given, module);
  return module.exports.it;
}

/** The part of the bundle with the practice model's mind. It uses nothing of a process, so it is loaded once for all agents. */
const isMind = (part: string) => basename(dirname(part)) === "mind";
const minds = new Map<string, unknown>();

function mindOf(file: string): unknown {
  if (!minds.has(file)) {
    const given = [createRequire(file), metaOf(file), metaOf, mindOf, globalThis];
    minds.set(file, runPart(file, given));
  }
  return minds.get(file);
}

/** What Node prints of an error that nobody has caught. */
export function reportOf(error: unknown): string {
  const said = error instanceof Error ? (error.stack ?? String(error)) : `Uncaught: ${error}`;
  return `${withSources(said)}\n\nNode.js ${process.version}\n`;
}
