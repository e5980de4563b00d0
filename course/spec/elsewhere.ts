// course/spec/elsewhere · where an agent that is no chapter joins: how it is spoken with, and what is done in another way for it. course/judge does it.
import type { StartOptions } from "./agent.ts";
import { NotJudged } from "./errors.ts";
import type { AgentProcess, Launch } from "./process.ts";
import type { Parts } from "./state.ts";
import type { Patience } from "./watch.ts";

/** The three ways to speak with an agent, from the least to the most that can be judged. */
export const STAGES = ["once", "lines", "control"] as const;
export type Stage = (typeof STAGES)[number];

/** An agent from elsewhere that is to be started. */
export interface Elsewhere {
  speaks: Stage;
  launch: Launch;
  /** How long a silence is waited for; `lastSign` says when the agent last did something. */
  patience(parts: () => Parts, lastSign: () => number): Patience;
  /** Makes ready what it needs. */
  open(
    endpoints: { model: string; control: string },
    options: Pick<StartOptions, "env" | "args">,
  ): Promise<Opened>;
}

/** All is ready for its process. */
interface Opened {
  env: Record<string, string>;
  /** `run` starts the process with these words after its command, at once or when the prompt is known. */
  join(parts: Omit<Parts, "process" | "outsider">, run: (words: string[]) => AgentProcess): Parts;
}

/** An agent from elsewhere that was started. */
export interface Outsider {
  speaks: Stage;
  /** Whether its process was started, and by a prompt that the spec typed. */
  begun: "typed" | "words" | undefined;
  /** The wire does not show whether the last turn is done or has failed. */
  isUnclear: boolean;
  /** Starts the process of an agent that takes its prompt on the command line. */
  begin(prompt: string): void;
  /** Is called for each change. */
  listen(): void;
  /** The hosts it has called that are not the spec's model. */
  strays(): string[];
  /** Ends it, and all it has started. */
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Ends the test without a verdict about the agent unless the agent can be spoken with in this way, or a better one. */
export function needs({ outsider }: Parts, stage: Stage): void {
  if (outsider !== undefined) requireStage(outsider.speaks, stage);
}

/** Throws NotJudged when the agent speaks in a way that shows less than this stage. */
export function requireStage(speaks: Stage, stage: Stage): void {
  if (STAGES.indexOf(speaks) < STAGES.indexOf(stage)) throw new NotJudged(stage);
}

/** Whether the agent is given its one prompt on the command line. */
export const isOnce = ({ outsider }: Parts): boolean => outsider?.speaks === "once";
