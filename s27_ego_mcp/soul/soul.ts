// s25 · soul – whose words may change who the agent is: it proposes, checks judge, the person says yes, and a log keeps it all.
import { join } from "node:path";
import { z } from "zod";
import type { AskModel } from "../../shared/askModel.ts";
import { clock } from "../../shared/clock.ts";
import { contains } from "../../shared/files.ts";
import type { Json5File } from "../../shared/json5File.ts";
import { lastReply, wordsOf } from "../../shared/messages.ts";
import { alsoSecret } from "../../shared/secrets.ts";
import { createAttempt } from "../../shared/tellOnce.ts";
import { isUnattended, note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { BackgroundMechanism } from "../background/background.ts";
import type { Bootstrap } from "../bootstrap/bootstrap.ts";
import type { Scope } from "../scope/scope.ts";
import type { ToolContext } from "../tools.ts";
import { createScreen, type Desk, nowOf, soulCommand } from "./command.ts";
import { openLedger } from "./core.ts";
import { createDisk, type Disk, FOLDER } from "./disk.ts";
import { type Busy, createGuard, DAY_MS } from "./guard.ts";
import type { Event, History, Proposal, Version } from "./history.ts";
import { judgeOf, type Talk } from "./judge.ts";
import { onlyOwn, readsOf } from "./own.ts";
import { findingLine } from "./show.ts";
import { proposeTool, statusTool } from "./tools.ts";
import { NO_CONTRACT } from "./words.ts";

/** What the mechanism works with. */
export interface Parts {
  cwd: string;
  scope: Scope;
  bootstrap: Bootstrap;
  askModel: AskModel;
  background: BackgroundMechanism;
}

export interface Soul extends Mechanism {
  /** What every agent has. The rest is the lead's, in a session that the person alone hears. */
  common: Mechanism;
}

/** So many texts a day: an agent that goes round in a circle fills no disk. */
const MAX_PROPOSED = 20;

/** True: a change to which nothing objects counts without a yes of the person. */
const autoActivateIn = ({ value }: Json5File): boolean =>
  value("soul.autoActivate", false, z.boolean(), "true or false");

/** The governance of SOUL.md. Its log is in `cwd`/.soul. */
export function createSoul(parts: Parts): Soul {
  const { cwd, scope, bootstrap, background } = parts;
  const nameOf = async () => join((await bootstrap.settings()).workspace, "SOUL.md");
  const autoActivate = bootstrap.settingsOf(autoActivateIn);
  const disk = onlyOwn(cwd, createDisk(cwd, nameOf));
  const calls = new Set<string>();
  const busy = wasOrIs(() => background.runningBelow(cwd).length > 0);
  const author = () => (busy.wasOrIs() || calls.size > 0 ? "agent" : "person");
  const ledger = openLedger({ ...disk, author, mayActivate, add: tellingAdds(disk.add) });
  const attempt = createAttempt("[soul]");
  const { common, notice } = createGuard(
    { cwd, nameOf, author, busy, calls, attempt },
    disk,
    ledger,
  );
  if (scope.isRoom) {
    alsoSecret((path) => contains(join(cwd, FOLDER), path)); // earlier texts are the person's
    return { common };
  }
  const desk: Desk = { ledger, screen: createScreen(), isBegun: disk.isBegun };
  const typed: string[] = [];
  const talk: Talk = { messages: [], typed };
  return {
    common,
    tools: [
      proposeTool((proposal, context) =>
        propose({ ...parts, desk, autoActivate }, proposal, { talk, context }),
      ),
      statusTool(() => begun(desk)),
    ],
    commands: { soul: soulCommand(desk) },
    hooks: {
      async UserPromptSubmit({ prompt, source }) {
        if (source === "person") typed.push(wordsOf({ role: "user", content: prompt })); // a memory may have joined them
        await notice();
      },
      BeforeModel(event) {
        talk.messages = event.messages;
      },
      Stop: (event) => attempt("read back", () => readBack(desk, lastReply(event.messages))),
    },
    start: notice,
    reads: [readsOf(cwd)],
  };
}

const begun = async ({ isBegun, ledger }: Desk): Promise<History | undefined> =>
  (await isBegun()) ? ledger.look() : undefined;

/** Judges a proposal, and keeps it. Gives what the model is told; throws when a check has refused it. */
async function propose(
  { desk, askModel, autoActivate }: Parts & { desk: Desk; autoActivate(): Promise<boolean> },
  proposal: Proposal,
  { talk, context }: { talk: Talk; context: ToolContext },
): Promise<string> {
  const { ledger, screen } = desk;
  mayPropose(await begun(desk));
  const one = await ledger.propose(proposal, judgeOf(askModel, talk, proposal, context));
  const history = await ledger.look();
  if (one.state === "refused") throw new Error(refusal(one, history));
  screen.show(one, history);
  const isTheirs = context.turn.source === "person" && !isUnattended(context.turn);
  const mustWait = !isTheirs || lastApproval(history) !== undefined;
  if (mustWait || !isClean(one) || !(await autoActivate())) {
    note(`/soul approve ${one.version} or /soul veto ${one.version}`, "magenta");
    return `v${one.version} waits for the person. Nothing has changed yet: ${nowOf(history)}`;
  }
  await ledger.approve(one.version, "setting");
  note(`[soul] SOUL.md is v${one.version} now, by autoActivate. Back: /soul rollback`, "green");
  return `SOUL.md is v${one.version} now: the person lets changes like this one count at once.`;
}

/** Whatever the agent says that it has done to itself: this is what is there. */
async function readBack(desk: Desk, reply: string) {
  const history = /soul|灵魂|魂/i.test(reply) ? await begun(desk) : undefined;
  if (history) note(`[soul] ${nowOf(history)}`, "dim");
}

const isClean = ({ event }: Version) =>
  event.type === "proposed" && event.findings.every(({ verdict }) => verdict === "passed");

function refusal({ version, event }: Version, history: History): string {
  const failed = event.type === "proposed" ? event.findings : [];
  const lines = failed.filter(({ verdict }) => verdict === "failed").map(findingLine);
  return [`v${version} is refused. ${nowOf(history)}`, ...lines].join("\n");
}

/** Tells what somebody has done past the log. */
const tellingAdds = (add: Disk["add"]) => async (event: Event) => {
  await add(event);
  if (event.type === "edited")
    note(
      `[soul] SOUL.md was changed, by you or by a pull. That counts: it is v${event.version} now.`,
      "magenta",
    );
  if (event.type === "proposed" && event.contract === NO_CONTRACT)
    note(
      `[soul] A tool call has changed SOUL.md. It is taken back; the text is kept as v${event.version}.`,
      "yellow",
    );
};

/** A command in the background may write at any time, and what it has written last is seen when it has ended. */
function wasOrIs(isBusy: () => boolean): Busy {
  let wasBusy = false;
  return {
    wasOrIs: () => isBusy() || wasBusy,
    settle() {
      wasBusy = isBusy();
    },
  };
}

function mayPropose(history: History | undefined) {
  const isNew = (event: Event) =>
    event.type === "proposed" && event.contract !== NO_CONTRACT && ageOf(event.at) < DAY_MS;
  if ((history?.events.filter(isNew).length ?? 0) >= MAX_PROPOSED)
    throw new Error(
      `There were ${MAX_PROPOSED} proposals within a day. Propose nothing more today.`,
    );
}

const ageOf = (at: string) => clock.now() - Date.parse(at);

/** The last change of the agent that was approved within a day. */
const lastApproval = ({ events }: History): Event | undefined =>
  events.findLast(({ type, at }) => type === "approved" && ageOf(at) < DAY_MS);

/** At most one change a day comes from the agent. What the person does by hand, and a way back, are not counted. */
function mayActivate(history: History) {
  const last = lastApproval(history);
  if (last === undefined) return;
  const since = `v${last.version} was approved at ${last.at}`;
  throw new Error(`${since}. One change a day: wait until a day after that.`);
}
