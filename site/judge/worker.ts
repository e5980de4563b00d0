// site/judge/worker · a worker that judges one promise on one agent, which runs beside the spec in it.
import "../node/async_hooks.ts";
import { judge } from "../../course/judge/judge.ts";
import type { Modules } from "../host/edited.ts";
import { link } from "../host/link.ts";
import { process } from "../host/program-globals.ts";
import { calls } from "../node/fs-calls.ts";
import { agent } from "./hands.ts";
import type { Judged, JudgeOrder } from "./link.ts";
import { promises } from "./spec.ts";

/** An agent looks for its own file. */
function makeDisk(chapter: string) {
  for (const folder of ["/dev", "/tmp", "/home/you", chapter])
    calls.mkdir(folder, { recursive: true });
  for (const file of ["/dev/null", `${chapter}/code.ts`]) calls.writeFile(file, "");
}

async function judged(
  { sentence, chapter, modules, bundle, language }: JudgeOrder,
  run: (modules: Modules) => void,
): Promise<Judged> {
  const body = promises.get(sentence);
  if (body === undefined) return { verdict: "broken", problem: "The spec has no such promise." };
  makeDisk(`/course/${chapter}`);
  const place = { PATH: "/usr/bin:/bin", HOME: "/home/you", LC_ALL: `${language}.UTF-8` };
  Object.assign(process.env, place);
  link.edited = { url: bundle, modules };
  agent.run = () => run(modules);
  const { verdict, error, note } = await judge(body, `/course/${chapter}`);
  return { verdict, problem: error?.message ?? note };
}

/** Waits for the page's order, and answers it; `run` starts the agent of these files. */
export function serve(run: (modules: Modules) => void): void {
  const post = (message: unknown) => Object(globalThis).postMessage(message);
  link.post = () => {}; // the page hears verdicts only, and nothing of what a spec does before its agent
  addEventListener("message", ({ data }) => void judged(data, run).then(post));
  post("ready");
}
