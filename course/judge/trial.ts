// course/judge/trial · one turn of an agent from elsewhere, before any test: what keeps it from being judged at all.
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { platform } from "node:process";
import { say } from "../base/say.ts";
import { type } from "../spec/acts.ts";
import { startParts } from "../spec/agent.ts";
import { finish, neverCalled } from "../spec/ending.ts";
import { NotJudged, quote } from "../spec/errors.ts";
import { removeFolder } from "../spec/folder.ts";
import { says } from "../spec/script.ts";
import { codeOf, crashOf, type Parts, screenOf, situation } from "../spec/state.ts";
import { createTrack } from "../spec/track.ts";
import { elsewhereBy, launchBy } from "./elsewhere.ts";
import type { LaunchFile } from "./launchFile.ts";

const PROMPT = "Say hello.";
const REPLY = "Hello from the model.";
/** However much it does: a turn of one reply takes no longer. */
const LIMIT_MS = 60_000;

/**
 * Starts the agent of a folder, types one prompt and has the model reply. Gives what went wrong, in a sentence that
 * says what to do, with what the agent printed; undefined when the agent can be judged. Nothing of the agent is left.
 */
export async function trialOf(folder: string, own: LaunchFile): Promise<string | undefined> {
  const missing = await missingCommand(folder, own);
  if (missing !== undefined) return missing;
  const elsewhere = elsewhereBy(own, folder);
  const setting = { chapter: folder, limit: LIMIT_MS, track: createTrack(), elsewhere };
  const parts = await startParts(setting, () => says(REPLY), {});
  try {
    return (await beginning(parts, own)) ?? (await turn(parts, own));
  } finally {
    await finish(parts, true);
    await removeFolder(parts.folder);
  }
}

/** The command is looked for as it will be started: in the folder, then in PATH. */
async function missingCommand(folder: string, own: LaunchFile): Promise<string | undefined> {
  if (platform === "win32") return undefined; // there, more than the name decides what can be started
  const { command } = launchBy(own, folder);
  const places = (process.env.PATH ?? "").split(delimiter).map((place) => join(place, command));
  const paths = /[/\\]/.test(command) ? [command] : places;
  const can = async (path: string, mode: number) =>
    access(path, mode).then(
      () => true,
      () => false,
    );
  for (const path of paths) if (await can(path, constants.X_OK)) return undefined;
  for (const path of paths)
    if (await can(path, constants.F_OK))
      return say`${path} is not a program that can be started. Make it one: chmod +x ${path}; or start it with its interpreter, such as "command": ["bash", "${command}"].`;
  return say`The program "${command}" was not found, neither in ${folder} nor in PATH. Install it, or write another "command" into launch.json.`;
}

/** Waits until the agent takes a prompt. */
async function beginning(parts: Parts, { speaks, prompt, patience }: LaunchFile) {
  if (speaks === "once") return undefined;
  const { state, process, watch } = parts;
  const isThere = () =>
    state.phase === "waiting" || process.exit() || state.misuse.length > 0 ? true : undefined;
  const isInTime = await within(watch.until(say`its first prompt`, isThere));
  if (state.phase === "waiting") return undefined;
  if (process.exit()) return leftAtOnce(parts);
  if (state.misuse.length > 0) return say`${state.misuse[0]} See docs/judge/README.md.`;
  if (isInTime) return undefined;
  if (speaks === "control")
    return say`The agent was started, but posted no "ready" to AGENT_CONTROL for ${patience} s. If it does not know the control protocol, set "speaks" to "lines" or "once" in launch.json.\n${situation(parts)}`;
  const printed = screenOf(parts);
  const shown = printed === "" ? say`it printed nothing` : say`it ends with ${ending(printed)}`;
  return say`The agent was started, but its output did not end with the prompt ${JSON.stringify(prompt)} for ${patience} s: ${shown}. Set "prompt" in launch.json to what the agent prints last when it waits, have it print the prompt also when it is not a terminal, and flush it; or set "speaks" to "once".\n${situation(parts)}`;
}

const ending = (text: string) => JSON.stringify(text.slice(-40));

const within = (wait: Promise<unknown>): Promise<boolean> =>
  wait.then(
    () => true,
    () => false,
  );

function leftAtOnce(parts: Parts): string {
  const exit = parts.process.exit();
  if (exit?.missing !== undefined) return say`The agent could not be started: ${exit.missing}`;
  const how = crashOf(parts) ?? say`ended with exit code ${exit ? codeOf(exit) : 0}`;
  return say`The agent ${how} before it waited for a prompt. It must read prompts from standard input until that ends; if it takes its prompt on the command line, set "speaks" to "once".\n${situation(parts)}`;
}

/** One turn: the agent asks the model, prints its reply and ends the turn. */
async function turn(parts: Parts, { speaks, patience }: LaunchFile): Promise<string | undefined> {
  const { state, process, model, watch } = parts;
  const isOver = () =>
    state.phase === "waiting" || process.exit() || model.problems()[0] ? true : undefined;
  try {
    await type(parts, PROMPT);
  } catch (error) {
    if (error instanceof NotJudged) return undefined;
    return leftAtOnce(parts);
  }
  const isInTime = await within(watch.until(say`the end of its turn`, isOver));
  const [refused] = model.problems();
  if (refused !== undefined)
    return say`The agent sent a request that the API refuses. ${refused}\nCorrect the request; docs/one-request/README.md shows one that is right.`;
  const [uncalled] = neverCalled(parts);
  const isElsewhere = (parts.outsider?.strays() ?? []).length > 0;
  const crash = crashOf(parts);
  if (crash !== undefined && !(uncalled && isElsewhere))
    return say`The agent ${crash} in its first turn.\n${situation(parts)}`;
  if (uncalled !== undefined) return `${uncalled}\n${situation(parts)}`;
  if (!isInTime)
    return say`The model replied, but the turn did not end: the agent did nothing for ${patience} s. After a reply without a tool call it must ${speaks === "once" ? say`end` : say`print the reply and show its prompt again`}.\n${situation(parts)}`;
  return badEnd(parts, speaks);
}

function badEnd(parts: Parts, speaks: LaunchFile["speaks"]): string | undefined {
  const exit = parts.process.exit();
  if (speaks !== "once" && exit)
    return say`The agent ended with exit code ${codeOf(exit)} after its first turn. A session goes on until standard input ends; an agent of one prompt has "speaks": "once".\n${situation(parts)}`;
  if (exit && codeOf(exit) !== 0)
    return say`The agent ended with exit code ${codeOf(exit)}, although the model replied. It must end with 0.\n${situation(parts)}`;
  if (!screenOf(parts).includes(REPLY))
    return say`The agent does not print what the model says. The reply was ${JSON.stringify(REPLY)}; it printed:\n${quote(screenOf(parts))}`;
  return undefined;
}
