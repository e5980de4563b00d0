// s24 · heartbeat/limits – when there is no look: too early, outside of its hours, nobody there for days, failures, a budget.
import { join } from "node:path";
import { type Budget, withBudget } from "../../shared/budget.ts";
import { clock } from "../../shared/clock.ts";
import { type Held, hold, isHeld } from "../../shared/lock.ts";
import { note } from "../../shared/terminal.ts";
import { dateIn, timeIn } from "../../shared/zones.ts";
import type { Mechanism } from "../agent.ts";
import type { HeartbeatSettings } from "./settings.ts";
import { isBetween, LATE_MS } from "./tasks.ts";

const DAY_MS = 86_400_000;
/** Requests on one day, counted apart from those of the person. */
export const MAX_A_DAY = 100;
/** Of one look. After them its tools are refused, so that it says what it knows. */
const MAX_REPLIES = 15;
const MAX_LOOK_MS = 10 * 60_000;
/** How long the person may be away. */
const AWAY_DAYS = 3;
/** So many failures in a row are chance; after them there is a rest, which doubles each time. */
const FEW = 3;
const REST_MS = 30 * 60_000;
const ELSEWHERE = "another program in this folder has the heartbeat";

export interface Limits extends Mechanism {
  isResting(): Promise<boolean>;
  /** False when another program in this folder looks. */
  isOurs(): Promise<boolean>;
  ended(isGood: boolean): void;
  /** Runs a look within the budget of this day. */
  within<Result>(look: (own: Mechanism) => Promise<Result>): Promise<Result>;
  turn(word: "on" | "off"): void;
  /** What /heartbeat says of it. */
  words(): Promise<string>;
}

interface State {
  isOn: boolean;
  /** The file whose lock says which program looks. */
  path: string;
  held: Held | undefined;
  /** On the clock that nobody sets: when the person has typed something, when the last look began. */
  seen: number;
  looked: number;
  failures: number;
  notBefore: number;
  budget: Budget;
  day: string;
  told: string;
}

/** Limits of the looks of the program in `cwd`, by the person's settings as they are now. */
export function createLimits(cwd: string, settings: () => Promise<HeartbeatSettings>): Limits {
  const now = clock.elapsed();
  const budget = { name: "the heartbeat of one day", limit: MAX_A_DAY, sent: 0 };
  const state: State = {
    ...{ isOn: true, path: join(cwd, ".heartbeat"), held: undefined, budget, day: "", told: "" },
    ...{ seen: now, looked: now, failures: 0, notBefore: 0 },
  };
  const isQuiet = (now: HeartbeatSettings) => !state.isOn || isEarly(state, now) || isOutside(now);
  const today = ({ zone }: HeartbeatSettings) => beginDay(state, dateIn(zone, clock.now()));
  return {
    async isResting() {
      const now = await settings();
      today(now);
      if (!state.isOn || isAway(state)) await letGo(state); // another program may look
      if (isQuiet(now)) return true;
      const reason = trouble(state);
      tell(state, reason);
      return reason !== "";
    },
    async isOurs() {
      state.held ??= await hold(state.path);
      if (state.held) state.told = "";
      else tell(state, ELSEWHERE);
      return state.held !== undefined;
    },
    ended: (isGood) => ended(state, isGood),
    async within(look) {
      state.looked = clock.elapsed();
      today(await settings());
      return withBudget(state.budget, () => look(watch()));
    },
    turn(word) {
      state.isOn = word === "on";
      if (state.isOn) Object.assign(state, { seen: clock.elapsed(), failures: 0, notBefore: 0 });
      note(`The heartbeat is ${word}${state.isOn ? "" : " until this program ends"}.`);
    },
    async words() {
      const now = await settings();
      if (!state.isOn || now.everyMin === 0) return "It is off.";
      today(now);
      const reason = trouble(state) || (await elsewhere(state));
      const spent = `${state.budget.sent} of ${MAX_A_DAY} requests today`;
      return reason === "" ? `${spent}.` : `It rests: ${reason}. ${spent}.`;
    },
    hooks: {
      UserPromptSubmit({ source }) {
        if (source === "person") state.seen = clock.elapsed();
      },
    },
    stop: () => letGo(state),
  };
}

const isEarly = ({ looked }: State, { everyMin }: HeartbeatSettings) =>
  everyMin === 0 || clock.elapsed() - looked < everyMin * 60_000 - LATE_MS;

const isOutside = ({ zone, from, to }: HeartbeatSettings) =>
  !isBetween(timeIn(zone, clock.now(), "24"), from, to);

const isAway = ({ seen }: State) => clock.elapsed() - seen >= AWAY_DAYS * DAY_MS;

function beginDay(state: State, today: string) {
  if (state.day !== today) state.budget.sent = 0;
  state.day = today;
}

/** Why nothing is to be looked at; "" when nothing speaks against it. */
function trouble(state: State): string {
  const { failures, notBefore, budget } = state;
  if (clock.elapsed() < notBefore) return `${failures} looks in a row have failed`;
  if (budget.sent >= MAX_A_DAY) return `the ${MAX_A_DAY} requests of this day are used up`;
  return isAway(state) ? `nobody has typed anything for ${AWAY_DAYS} days` : "";
}

const elsewhere = async ({ held, path }: State) =>
  held === undefined && (await isHeld(path)) ? ELSEWHERE : "";

function tell(state: State, reason: string) {
  if (reason === "" || reason === state.told) return;
  note(`[heartbeat] rests: ${reason}.`, "yellow");
  state.told = reason;
}

async function letGo(state: State) {
  const { held } = state;
  state.held = undefined;
  await held?.release();
}

function ended(state: State, isGood: boolean) {
  state.failures = isGood ? 0 : state.failures + 1;
  const rest = Math.min(REST_MS * 2 ** (state.failures - FEW), DAY_MS);
  state.notBefore = state.failures < FEW ? 0 : clock.elapsed() + rest;
}

/** A look that goes on and on gets no tool any more: then it has to say what it knows. */
function watch(): Mechanism {
  const began = clock.elapsed();
  let replies = 0;
  const isLong = () => replies > MAX_REPLIES || clock.elapsed() - began > MAX_LOOK_MS;
  return {
    hooks: {
      AfterModel() {
        replies++;
      },
      PreToolUse: () => (isLong() ? { denied: LONG } : undefined),
    },
  };
}

const LONG = "This look has taken too long. Say in a few words what you know.";
