// site/page/seat · a person's seat at the machine: what is typed goes to the shell, or to the agent that runs.
import type { Report } from "../host/link.ts";
import { loadDisk } from "./disks.ts";
import { advance, fail, hearWire } from "./faults-clock.ts";
import { runShell } from "./launch.ts";
import { createLine } from "./line.ts";
import { openMachine } from "./machine.ts";
import { createPhases, phaseAfter } from "./phase.ts";
import { openScreen } from "./screen.ts";
import type { Seat, SeatOptions, State } from "./seat-state.ts";

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
      fault: { header: "", left: 0 },
      ahead: 0,
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
    fail: (kind, times) => fail(state, kind, times),
    restart: () => restart(state),
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
  if (report.type === "wire") hearWire(state, report.wire);
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

async function restart(state: State) {
  const { phases, screen, machine, chapter, line } = state;
  if (phases.now() === "booting") await phases.until("shell");
  line.clear();
  if (phases.now() !== "shell") {
    screen.write("\n");
    phases.enter("starting"); // what is typed from here on is for the next agent
    await machine?.kill();
  }
  await typeAs(state, `npm start ${chapter.slice(0, 3)}`);
}
