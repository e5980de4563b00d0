// s25 · soul, draft 3 – what happens is added to a log, and what there is follows from it.
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { subcommands } from "../../shared/subcommands.ts";
import { note } from "../../shared/terminal.ts";
import type { Parts, Soul } from "../soul/soul.ts";
import { defineTool, harmless } from "../tools.ts";

type Event = { type: string; version: number; text?: string };
type Version = { text: string; state: string };

/** What follows from the events: the versions, and what has become of each. */
function fold(events: Event[]): Version[] {
  const versions: Version[] = [];
  for (const { type, version, text } of events) {
    if (text !== undefined) versions[version] = { text, state: "waiting" };
    const one = versions[version];
    if (one === undefined || type === "proposed") continue;
    const before = versions.find(({ state }) => state === "active");
    if (type !== "vetoed" && before) before.state = "past";
    one.state = type === "vetoed" ? "vetoed" : "active";
  }
  return versions;
}

export function createSoul({ cwd }: Parts): Soul {
  const [soul, log] = [join(cwd, "SOUL.md"), join(cwd, ".soul/events.jsonl")];
  const textOf = (path: string) => readFile(path, "utf8").catch(() => "");
  const versions = async () =>
    fold((await textOf(log)).split("\n").flatMap((line) => (line ? [JSON.parse(line)] : [])));
  async function add(event: Event) {
    await mkdir(dirname(log), { recursive: true });
    await appendFile(log, `${JSON.stringify(event)}\n`);
  }
  const propose = defineTool({
    name: "soul_propose",
    effect: "works",
    description: "Propose another text for SOUL.md, which says who you are. The person decides.",
    input: z.object({ intent: z.string(), text: z.string(), why: z.string() }),
    judge: harmless,
    async run({ text }) {
      const isFirst = (await versions()).length === 0;
      if (isFirst) await add({ type: "seeded", version: 0, text: await textOf(soul) });
      const version = (await versions()).length;
      await add({ type: "proposed", version, text: `${text.trim()}\n` });
      await list();
      return "It waits for the person. Nothing has changed yet.";
    },
  });
  const list = async () => {
    const lines = (await versions()).map(
      ({ state, text }, at) => `[soul] v${at} ${state}: ${text}`,
    );
    note(lines.join("").trimEnd());
  };
  const action = (needs: string, type: string) => ({
    takes: "N",
    async run([word]: string[]) {
      const all = await versions();
      const one = all[Number(word)];
      if (one?.state !== needs) throw new Error(`v${word} is ${one?.state ?? "not there"}.`);
      const copy = { type, version: all.length, text: one.text };
      await add(type === "rolled_back" ? copy : { type, version: Number(word) });
      if (type !== "vetoed") await writeFile(soul, one.text);
      await list();
    },
  });
  const commands = subcommands("soul", "what waits for you, and what was", {
    "": { run: list },
    veto: action("waiting", "vetoed"),
    approve: action("waiting", "approved"),
    rollback: action("past", "rolled_back"),
  });
  return { common: {}, tools: [propose], commands: { soul: commands } };
}
