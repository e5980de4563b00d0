// site/page/seat-state · all that a person's seat is made of.
import type { Modules } from "../host/edited.ts";
import type { Wire } from "../host/link.ts";
import type { Line } from "./line.ts";
import type { Machine } from "./machine.ts";
import type { Phase, Phases } from "./phase.ts";
import type { Screen } from "./screen.ts";
import type { Words } from "./words.ts";

export interface SeatOptions {
  base: string;
  chapter: string;
  sample: string;
  words: Words;
  onPhase(phase: Phase): void;
  onWire(wire: Wire): void;
  /** A new machine begins. */
  onFresh(): void;
  /** So many requests are still to fail. */
  onFault(left: number): void;
  /** So far ahead of the time is the agent's clock. */
  onAhead(ms: number): void;
  /** The chapter with the reader's changes; undefined where there are none. Throws what is wrong with them. */
  modules(): Modules | undefined;
}

/** How the next requests are to fail. */
interface ArmedFault {
  header: string;
  left: number;
}

/** All that a seat is made of. */
export interface State extends SeatOptions {
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
  fault: ArmedFault;
  ahead: number;
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
  /** Makes the next requests fail, so many; `kind` is one of the practice model's. */
  fail(kind: string, times: number): void;
  /** Ends what runs, and starts the chapter. */
  restart(): Promise<void>;
  /** A new machine, with this sample. */
  boot(sample: string): Promise<void>;
  fit(): void;
  close(): void;
}
