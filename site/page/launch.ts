// site/page/launch · a line of the shell, and the agent that it starts.
import type { Report } from "../host/link.ts";
import { agentNamed, folderOf, loadSample } from "./disks.ts";
import { moved, sendFault } from "./faults-clock.ts";
import type { State } from "./seat-state.ts";

/** Set anew for each agent: the page drives it, and there is no other model than the practice model. */
const OURS = {
  ...{ AGENT_CONTROL: "page:seat", PRACTICE: "1" },
  ...{ ANTHROPIC_API_KEY: "", ANTHROPIC_AUTH_TOKEN: "", ANTHROPIC_BASE_URL: "" },
};

/** Runs a line of the shell, and the agent that it starts. */
export async function runShell(state: State, command: string) {
  const { phases, screen, machine } = state;
  phases.enter("running");
  const ran = await machine?.shell(command);
  if (machine !== state.machine) return; // a new one was started meanwhile
  screen.write(ran?.output ?? "");
  if (ran?.launch) await launch(state, ran.launch);
  else phases.enter("shell");
}

type Launch = Extract<Report, { type: "launch" }>;
const isFresh = (word: string) => /^--fresh(=|$)/.test(word);

/** The bundle of an agent, or what its files import where the reader has changed one; undefined when these cannot be read. */
function bundleOf({ chapter, modules, screen }: State, agent: string) {
  if (agent !== chapter) return { bundle: agent };
  try {
    const changed = modules();
    return changed ? { bundle: `edit/${agent}`, modules: changed } : { bundle: agent };
  } catch (error) {
    screen.write(`\x1b[31m${error instanceof Error ? error.message : error}\x1b[0m\n`);
    return undefined;
  }
}

async function launch(state: State, { args, env, input, into }: Launch) {
  const { screen, phases, machine, agentsAt, sample } = state;
  const [word = "", ...rest] = args.filter((one) => one !== "--" && !isFresh(one));
  const agent = agentNamed(word, state.agents);
  if (agent === undefined) {
    screen.write(`There is no agent "${word}" here. Type for example: npm start s01\n`);
    return phases.enter("shell");
  }
  const made = bundleOf(state, agent);
  if (made === undefined) return phases.enter("shell");
  if (args.some(isFresh))
    await machine?.renew(folderOf(sample), await loadSample(agentsAt, sample));
  phases.enter("starting");
  const start = { file: `/course/${agent}/code.ts`, args: rest, env: { ...env, ...OURS }, into };
  const { bundle, modules } = made;
  await machine?.start({ ...start, now: Date.now(), columns: screen.columns(), modules }, bundle);
  sendFault(state);
  moved(state, 0);
  if (input === undefined) return;
  for (const text of input.replace(/\n$/, "").split("\n")) machine?.send({ type: "line", text });
  machine?.send({ type: "end" });
}
