// site/host/shell · a line of bash in the page.
import type { Shell, ShellOptions } from "../../shared/host/node/shell.ts";
import { runScript } from "./commands.ts";

/** Starts a command. Stopped, it is waited for no more: what it still does is not seen. */
export function startShell(command: string, { cwd, env, onOutput }: ShellOptions): Shell {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined));
  });
  const given = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const output = (bytes: Uint8Array) => {
    if (!signal.aborted) onOutput(bytes);
  };
  const script = runScript(command, {
    cwd,
    env: Object.fromEntries(given),
    signal,
    onOutput: output,
  });
  script.catch(() => {}); // when it was stopped, nobody waits for it
  const ended = Promise.race([script, stopped]).then((exitCode) => ({
    ...{ exitCode, isTooLarge: false, survivors: [] },
    killedBy: exitCode === undefined ? ("SIGKILL" as const) : undefined,
  }));
  return { ended, stop: () => stopping.abort() };
}
