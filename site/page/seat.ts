// site/page/seat · a person's seat at the machine: what is typed goes to the shell, or to the agent that runs.
import type { Report, Wire } from "../host/link.ts";
import { agentNamed, folderOf, loadDisk, loadSample } from "./disks.ts";
import { createLine, type Line } from "./line.ts";
import { type Machine, openMachine } from "./machine.ts";
import { createPhases, type Phase, type Phases, phaseAfter } from "./phase.ts";
import { openScreen, type Screen } from "./screen.ts";
import type { Words } from "./words.ts";

interface SeatOptions {
  base: string;
  chapter: string;
  sample: string;
  words: Words;
  onPhase(phase: Phase): void;
  onWire(wire: Wire): void;
  /** A new machine begins. */
  onFresh(): void;
}

/** All that a seat is made of. */
interface State extends SeatOptions {
  /** Where the built agents are. */
  agentsAt: URL;
  screen: Screen;
  line: Line;
  phases: Phases;
  machine: Machine | undefined;
  /** The names of all agents. */
  agents: string[];
  /** What the agent has printed since its last whole line, such as its prompt. */
  tail: string;
  steps: number;
  boots: number;
}

export interface Seat {
  phases: Phases;
  /** Types a line as a person would, a little faster. */
  type(text: string): Promise<void>;
  /** Runs a command as in a second terminal, while an agent runs in this one. */
  beside(command: string): Promise<void>;
  say(text: string): void;
  interrupt(): void;
  /** Ends the agent's input. */
  end(): void;
  advance(ms: number): void;
  /** A new machine, with this sample. */
  boot(sample: string): Promise<void>;
  fit(): void;
  close(): void;
}

/** Set anew for each agent: the page drives it, and there is no other model than the practice model. */
const OURS = {
  ...{ AGENT_CONTROL: "page:seat", PRACTICE: "1" },
  ...{ ANTHROPIC_API_KEY: "", ANTHROPIC_AUTH_TOKEN: "", ANTHROPIC_BASE_URL: "" },
};
const KEYS_MS = 8;

/** Sits down: opens a terminal in an element, and boots a machine behind it. */
export function openSeat(element: HTMLElement, options: SeatOptions): Seat {
  const write = (text: string) => screen.write(text);
  const line = createLine(write, {
    submit: (text) => submit(state, text),
    interrupt: () => interrupt(state),
    end: () => end(state),
  });
  const screen = openScreen(element, line.keys);
  const phases = createPhases((phase) => {
    if (phase === "shell") write(`\x1b[32m$\x1b[0m ${line.text()}`);
    options.onPhase(phase);
  });
  const state: State = {
    ...{
      ...options,
      screen,
      line,
      phases,
      machine: undefined,
      agents: [],
      tail: "",
      steps: 0,
      boots: 0,
    },
    agentsAt: new URL(`${options.base}agents/`, location.href),
  };
  write(options.words.hello(options.chapter.slice(0, 3)));
  boot(state, options.sample).catch((error: unknown) => write(`\n${error}\n`));
  return seatOf(state);
}

function seatOf(state: State): Seat {
  const { screen, phases, line } = state;
  return {
    phases,
    type: (text) => typeAs(state, text),
    beside: (command) => beside(state, command),
    say: (text) => line.around(() => screen.write(`\x1b[33m${text}\x1b[0m\n`)),
    interrupt: () => interrupt(state),
    end: () => end(state),
    advance: (ms) => advance(state, ms),
    boot: (sample) => boot(state, sample),
    fit: screen.fit,
    close() {
      state.boots += 1;
      state.machine?.close();
      screen.close();
    },
  };
}

async function boot(state: State, sample: string) {
  state.boots += 1;
  const { boots, agentsAt, chapter, phases } = state;
  state.machine?.close();
  Object.assign(state, { machine: undefined, sample });
  state.line.clear();
  state.onFresh();
  phases.enter("booting");
  const { agents, ...begin } = await loadDisk(agentsAt, chapter, sample);
  const tell = (report: Report) => hear(state, report);
  const machine = await openMachine({ base: agentsAt.href, ...begin, tell });
  if (boots !== state.boots) return machine.close(); // another one was wanted meanwhile
  Object.assign(state, { machine, agents });
  phases.enter("shell");
}

function hear(state: State, report: Report) {
  const { screen, phases, line } = state;
  if (report.type === "wire") state.onWire(report.wire);
  else if (report.type === "out") {
    if (phases.now() === "prompt" && line.text() !== "")
      line.around(() => screen.write(report.text));
    else screen.write(report.text);
    state.tail = (state.tail + report.text).split("\n").at(-1) ?? "";
  } else if (report.type === "exit") {
    screen.write(phases.now() === "prompt" ? "\n" : "");
    phases.enter("shell");
  } else if (report.type === "event") {
    const next = phaseAfter(JSON.parse(report.text).type);
    if (next) phases.enter(next);
  }
}

/** While nobody reads, what is typed stays where it is. */
function submit(state: State, text: string): boolean {
  const { phases, screen, machine } = state;
  const phase = phases.now();
  if (phase === "shell") {
    screen.write("\n");
    void runShell(state, text);
    return true;
  }
  if (phase !== "prompt" && phase !== "question") return false;
  if (text.trim() !== "" || phase === "question") phases.enter("running");
  machine?.send({ type: "line", text });
  return true;
}

async function runShell(state: State, command: string) {
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

async function launch(state: State, { args, env, input }: Launch) {
  const { screen, phases, machine, agentsAt, sample } = state;
  const [word = "", ...rest] = args.filter((one) => one !== "--" && !isFresh(one));
  const agent = agentNamed(word, state.agents);
  if (agent === undefined) {
    screen.write(`There is no agent "${word}" here. Type for example: npm start s01\n`);
    return phases.enter("shell");
  }
  if (args.some(isFresh))
    await machine?.renew(folderOf(sample), await loadSample(agentsAt, sample));
  phases.enter("starting");
  const start = { file: `/course/${agent}/code.ts`, args: rest, env: { ...env, ...OURS } };
  await machine?.start({ ...start, now: Date.now(), columns: screen.columns() }, agent);
  if (input === undefined) return;
  for (const text of input.replace(/\n$/, "").split("\n")) machine?.send({ type: "line", text });
  machine?.send({ type: "end" });
}

function interrupt({ phases, screen, line, machine }: State) {
  if (phases.now() !== "shell") return machine?.send({ type: "signal", name: "SIGINT" });
  screen.write("^C\n");
  line.clear();
  phases.enter("shell");
}

function end({ phases, machine }: State) {
  if (["prompt", "question"].includes(phases.now())) machine?.send({ type: "end" });
}

async function typeAs({ line, screen }: State, text: string) {
  screen.focus();
  for (const one of text) {
    line.keys(one);
    await new Promise((resolve) => setTimeout(resolve, KEYS_MS));
  }
  line.keys("\r");
}

async function beside(state: State, command: string) {
  const ran = await state.machine?.shell(command);
  const start = state.tail === "" ? "" : "\n";
  const shown = `${start}\x1b[2m2$ ${command}\x1b[0m\n${ran?.output ?? ""}${state.tail}`;
  state.line.around(() => state.screen.write(shown));
}

function advance(state: State, ms: number) {
  state.steps += 1;
  state.machine?.send({ type: "clock", line: JSON.stringify({ advance: ms, id: state.steps }) });
}
