// s25 · soul, draft 5 – the core, and a look before and after each tool call that says whose words they are.
import { subcommands } from "../../shared/subcommands.ts";
import { note } from "../../shared/terminal.ts";
import type { HookTable } from "../hooks.ts";
import { openLedger } from "../soul/core.ts";
import { createDisk } from "../soul/disk.ts";
import { lineOf } from "../soul/show.ts";
import type { Parts, Soul } from "../soul/soul.ts";
import { proposeTool } from "../soul/tools.ts";

export function createSoul({ cwd }: Parts): Soul {
  const disk = createDisk(cwd, async () => "SOUL.md");
  const calls = new Set<string>(); // those that run now
  const author = () => (calls.size > 0 ? "agent" : "person");
  const ledger = openLedger({ ...disk, author, mayActivate() {} });
  const look = async () => ((await disk.isBegun()) ? await ledger.look() : undefined);
  const show = async () => note((await look())?.versions.map(lineOf).join("\n") ?? "");
  const act = (action: (version: number) => Promise<unknown>) => ({
    takes: "N",
    async run([number]: string[]) {
      await action(Number(number));
      await show();
    },
  });
  const propose = proposeTool(async (proposal) => {
    const { version, text } = await ledger.propose(proposal, async () => NOT_JUDGED);
    note(`[soul] v${version} waits: ${text}/soul approve ${version} or /soul veto ${version}`);
    return `v${version} waits for the person. Nothing has changed yet.`;
  });
  const soul = subcommands("soul", "what SOUL.md says, and what waits for you", {
    "": { run: show },
    approve: act(ledger.approve),
    veto: act(ledger.veto),
    rollback: act(ledger.rollback),
  });
  const guard: HookTable = {
    async PreToolUse({ call }) {
      await look();
      calls.add(call.id);
    },
    async PostToolUse({ call }) {
      await look();
      calls.delete(call.id);
    },
  };
  const hooks = { UserPromptSubmit: async () => void (await look()) };
  return {
    common: { hooks: guard },
    tools: [propose],
    commands: { soul },
    hooks,
    start: async () => void (await look()),
  };
}

const NOT_JUDGED = { contract: "draft", findings: [] };
