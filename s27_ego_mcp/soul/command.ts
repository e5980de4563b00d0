// s25 · soul/command – /soul: what the person can do about it, and the agent cannot.
import { subcommands } from "../../shared/subcommands.ts";
import { type Command, note } from "../../shared/terminal.ts";
import type { Ledger } from "./core.ts";
import { type History, type Version, versionIn } from "./history.ts";
import { eventLine, findingLine, lineOf, shownText } from "./show.ts";

/** What the person has seen in this session: the text of each version that was shown. */
export interface Screen {
  show(version: Version, history: History): void;
  hasSeen(version: Version): boolean;
}

export function createScreen(): Screen {
  const seen = new Map<number, string>();
  return {
    show(one, { active }) {
      const { event } = one;
      note(`[soul] ${lineOf(one)}`, "magenta");
      if (event.type === "proposed") note(event.findings.map(findingLine).join("\n"), "dim");
      note(shownText(active?.text ?? "", one.text));
      seen.set(one.version, one.text);
    },
    hasSeen: ({ version, text }) => seen.get(version) === text,
  };
}

/** What the command works with. */
export interface Desk {
  ledger: Ledger;
  screen: Screen;
  /** True once there is a log. */
  isBegun(): Promise<boolean>;
}

/** The command. It works on a log that is there; `seed` begins one. */
export function soulCommand(desk: Desk): Command {
  const { ledger } = desk;
  const list = (lines: (history: History) => string[]) => ({
    run: async () => note(lines(await looked(desk)).join("\n")),
  });
  const words = {
    "": list(({ versions }) => versions.map(lineOf)),
    log: list(({ events }) => events.map(eventLine)),
    diff: numbered("diff", async (version) => {
      const history = await looked(desk);
      desk.screen.show(versionIn(history, version), history);
    }),
    approve: numbered("approve", (version) => approve(desk, version)),
    veto: numbered("veto", (version) => change(desk, () => ledger.veto(version))),
    rollback: {
      takes: "[N]",
      async run([word]: string[]) {
        const version = word === undefined ? undefined : numberIn("rollback", word);
        await change(desk, () => ledger.rollback(version));
      },
    },
    seed: { run: () => seed(desk) },
  };
  return subcommands("soul", "what SOUL.md says, what waits for you, and what has happened", words);
}

async function looked({ isBegun, ledger }: Desk): Promise<History> {
  if (await isBegun()) return ledger.look();
  throw new Error("SOUL.md is a file like any other so far. /soul seed makes its text v0.");
}

async function change(desk: Desk, action: () => Promise<Version>) {
  await looked(desk);
  await action();
  note(`[soul] ${nowOf(await looked(desk))}`, "green");
}

/** A yes is for a text that was on the screen: one that was not is shown, and has to be said again. */
async function approve(desk: Desk, version: number) {
  const history = await looked(desk);
  const one = versionIn(history, version);
  const isSeen = desk.screen.hasSeen(one);
  if (isSeen || one.state !== "waiting") return change(desk, () => desk.ledger.approve(version));
  desk.screen.show(one, history);
  note(`You have not seen it yet. To approve it: /soul approve ${version}`, "yellow");
}

async function seed({ isBegun, ledger }: Desk) {
  if (await isBegun()) throw new Error("It has begun already. /soul log shows what has happened.");
  note(`[soul] ${nowOf(await ledger.begin())} From now on, it changes with your yes.`, "green");
}

const numbered = (word: string, action: (version: number) => Promise<void>) => ({
  takes: "N",
  run: ([given]: string[]) => action(numberIn(word, given)),
});

const NUMBER = /^v?(\d{1,6})$/;

function numberIn(word: string, given = ""): number {
  const [, digits] = NUMBER.exec(given) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new Error(`Which version? Write /soul ${word} N. /soul shows them.`);
}

export const nowOf = ({ active }: History): string =>
  active === undefined ? "SOUL.md is a file like any other." : `SOUL.md is ${lineOf(active)}.`;
