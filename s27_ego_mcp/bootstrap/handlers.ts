// s21 · bootstrap/handlers – agent:bootstrap: a part of the program may change what the prompt says of a file.
import { homedir } from "node:os";
import { z } from "zod";
import { after } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { isMissing } from "../../shared/files.ts";
import { readPlain } from "../../shared/plainFiles.ts";
import { oneLine } from "../../shared/text.ts";
import { textIn } from "./files.ts";

/** What a handler gets. It may change `bootstrap`, or return a context with another one. */
export interface BootstrapContext {
  /** hooks.persona.mode of agent.json5; "" when there is none. */
  mode: string;
  workspaceDir: string;
  /** The text of each file by its name without .md; null for a file without one. A new name becomes a new file. */
  bootstrap: Record<string, string | null>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that has changed its context need not return it.
type Answer = BootstrapContext | undefined | void;
export type BootstrapHandler = (context: BootstrapContext) => Answer | Promise<Answer>;

type Texts = BootstrapContext["bootstrap"];

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
const MOST_SECONDS = 10;
const answer = z.object({ bootstrap: z.record(z.string(), z.unknown()) });
const texts = z.string().nullable();

/**
 * Runs the handlers in order. Each gets a copy, so that one that fails halfway has changed nothing. What it makes of a
 * file is used only if it is a text or null. Must not throw.
 */
export async function runHandlers(
  handlers: BootstrapHandler[],
  context: BootstrapContext,
  tell: (problem: string) => void,
): Promise<Texts> {
  let current = context.bootstrap;
  for (const handler of handlers) {
    try {
      const copy = { ...context, bootstrap: { ...current } };
      const { bootstrap } = answer.parse((await inTime(handler(copy))) ?? copy);
      current = { ...current, ...usable(bootstrap, tell) };
    } catch (error) {
      const reason = error instanceof z.ZodError ? "it returned no context" : describeError(error);
      tell(`A handler of agent:bootstrap is left out: ${reason}`);
    }
  }
  return current;
}

/** Waits for a handler, but not for ever: the model call waits for it. One that has ended needs no timer. */
async function inTime<Result>(work: Result | Promise<Result>): Promise<Result> {
  if (!(work instanceof Promise)) return work;
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    const over = new Error(`it took more than ${MOST_SECONDS} seconds`);
    cancel = after(MOST_SECONDS * 1000, () => reject(over));
  });
  return await Promise.race([work, late]).finally(cancel);
}

function usable(bootstrap: Record<string, unknown>, tell: (problem: string) => void): Texts {
  const found: Texts = {};
  for (const [name, value] of Object.entries(bootstrap)) {
    const text = texts.safeParse(value);
    if (text.success && NAME.test(name)) found[name] = text.data?.toWellFormed().trimEnd() ?? null;
    else tell(`agent:bootstrap: what a handler made of ${oneLine(name, 40)} is no text of a file.`);
  }
  return found;
}

const MAX_BYTES = 256 * 1024;

/** The persona of a mode is ~/personas/MODE.md. It takes the place of SOUL.md. */
export const persona: BootstrapHandler = ({ mode, bootstrap }) => {
  if (mode !== "") bootstrap.SOUL = personaOf(mode);
};

function personaOf(mode: string): string {
  const name = `personas/${mode}.md`;
  try {
    const text = textIn(readPlain(name, homedir(), MAX_BYTES));
    if (text !== "") return text;
  } catch (error) {
    if (!isMissing(error)) throw new Error(`~/${name} cannot be used: ${describeError(error)}`);
  }
  throw new Error(
    `there is no text in ~/${name}. Write it, or take the mode ${mode} out of agent.json5.`,
  );
}
