// practice/clients/attempt · one client, from an empty temporary folder to a row on what it did; nothing is left.
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Exchange } from "../api/exchange.ts";
import { createPractice } from "../api/handler.ts";
import { listen } from "../api/server.ts";
import type { Case, Client, Place } from "./catalogue.ts";
import { deedsOf, faultOf, type Task } from "./judge.ts";
import { type Ended, runGroup } from "./processGroup.ts";

/** `not installed` says nothing about the practice model. */
export interface Row {
  client: Client;
  result: "pass" | "fail" | "not installed";
  did: string;
  why: string;
}

export interface AttemptOptions {
  /** Puts the client's packages below the folder; gives what npm said. Default: npm, without install scripts. */
  install?: (client: Client, folder: string, env: Record<string, string>) => Promise<Ended>;
  /** Milliseconds for the task with one model. Default: two minutes. */
  limit?: number;
  /** Where the temporary folder is made. Default: the system's. */
  parent?: string;
  stop?: AbortSignal;
}

const SECRET = "hollyhock-4711";
export const TASK: Task = {
  prompt: "What files are here? Then read notes.txt",
  files: { "notes.txt": `The gate opens with ${SECRET}.\n`, "seeds.csv": "beans,12\n" },
  expected: ["seeds.csv", SECRET],
};

const INSTALL_LIMIT = 8 * 60_000;
const TASK_LIMIT = 2 * 60_000;

/** Installs a client, lets it do the task with each model, and removes all of it. */
export async function attempt(client: Client, options: AttemptOptions = {}): Promise<Row> {
  const parent = await realpath(options.parent ?? tmpdir());
  const folder = await mkdtemp(join(parent, "practice-client-"));
  try {
    return await attemptIn(folder, client, options);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function attemptIn(folder: string, client: Client, options: AttemptOptions): Promise<Row> {
  const { install = installByNpm(options.stop) } = options;
  const [installed, home] = [join(folder, "installed"), join(folder, "home")];
  for (const path of [installed, home]) await mkdir(path);
  const npm = await install(client, installed, environment(home));
  if (npm.code !== 0) return { client, result: "not installed", did: "", why: reasonOf(npm) };
  const deeds: string[] = [];
  const uses: Case[] = [{ name: "", args: client.args }, ...(client.cases ?? [])];
  const tries = uses.flatMap((use) => client.models.map((model) => ({ use, model })));
  for (const [at, { use, model }] of tries.entries()) {
    const work = join(folder, `work-${at}`);
    const { did, why } = await doTask({ client, use, installed, home, work, model, options });
    deeds.push(`${[model, use.name].filter(Boolean).join(", ")}: ${did}`);
    if (why !== undefined) return { client, result: "fail", did: deeds.join(" · "), why };
  }
  return { client, result: "pass", did: deeds.join(" · "), why: "" };
}

interface Run {
  client: Client;
  use: Case;
  installed: string;
  home: string;
  work: string;
  model: string;
  options: AttemptOptions;
}

/** The task with one model, against a practice server of its own. */
async function doTask({ client, use, installed, home, work, model, options }: Run) {
  const task = use.task ?? TASK;
  const seen: Exchange[] = [];
  const practice = createPractice({
    observe: (exchange) => seen.push(exchange),
    explain: () => {},
  });
  const server = await listen(practice);
  try {
    await mkdir(work);
    for (const [name, text] of Object.entries(task.files)) await writeFile(join(work, name), text);
    const place: Place = { installed, home, url: server.url, model, prompt: task.prompt };
    await client.prepare?.(place);
    const ended = await runGroup({
      program: process.execPath,
      args: use.args(place),
      cwd: work,
      env: { ...environment(home), ...client.env(place) },
      limit: options.limit ?? TASK_LIMIT,
      stop: options.stop,
    });
    return { did: deedsOf(seen), why: faultOf(task, seen, ended) };
  } finally {
    await server.close();
  }
}

/** Of the person's environment only where programs are: no key, no setting, no home. */
function environment(home: string): Record<string, string> {
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  return { HOME: home, PATH: path, TMPDIR: home, LANG: "C.UTF-8", TERM: "dumb", NO_COLOR: "1" };
}

/** What npm needs beside: how this machine reaches the registry. */
const NPM_NEEDS =
  /^(?:https?_proxy|no_proxy|npm_config_(?:registry|cafile)|node_extra_ca_certs|ssl_cert_file)$/i;

const installByNpm =
  (stop?: AbortSignal): NonNullable<AttemptOptions["install"]> =>
  async (client, folder, env) => {
    const network = Object.entries(process.env).filter(([name]) => NPM_NEEDS.test(name));
    await writeFile(join(folder, "package.json"), '{ "private": true }\n');
    return runGroup({
      program: "npm",
      args: [
        ...["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
        `${client.package}@${client.version}`,
        ...(client.beside ?? []),
      ],
      cwd: folder,
      env: { ...env, ...Object.fromEntries(network.map(([name, value]) => [name, value ?? ""])) },
      limit: INSTALL_LIMIT,
      stop,
    });
  };

/** The line in which npm says what was wrong. */
function reasonOf({ stderr, late }: Ended): string {
  if (late) return "npm was not done in time";
  const lines = stderr.split("\n").map((line) => line.replace(/^npm (?:error|ERR!) ?/, ""));
  return (
    lines.find((line) => / /.test(line) && !line.startsWith("code "))?.replace(/^notarget /, "") ??
    "npm failed"
  );
}
