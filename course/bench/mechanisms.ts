// course/bench/mechanisms · how much time permission and compaction take, and how much memory.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { createAgent } from "../../s08_context_compact/agent.ts";
import { bash } from "../../s08_context_compact/bash.ts";
import { createCompactor } from "../../s08_context_compact/compact/compact.ts";
import { decide } from "../../s08_context_compact/permission/permission.ts";
import type { ToolContext } from "../../s08_context_compact/tools.ts";
import {
  createPrompt,
  keyOf,
  type PromptContext,
  withState,
} from "../../s10_system_prompt/prompt.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { ROOT } from "../base/root.ts";
import { PEAK } from "./cold.ts";
import { type Figure, median, timed } from "./figures.ts";

const COMMANDS = [
  "ls -la src && grep -rn 'TODO' --include='*.ts' . | head -20",
  'for f in *.md; do wc -l "$f"; done; git status --short',
  "cat <<'EOF' > notes.txt\nsome words\nEOF\nrm -f notes.txt",
];

/** Command lines that take long to judge, or would with a simpler gate. */
const SLOW = [
  `${"eval $(".repeat(24)}x${")".repeat(24)}`,
  `${'eval "$('.repeat(12)}x${')"'.repeat(12)}`,
  `ls ${"*a".repeat(7)}*b`,
  `find . ${"-exec find . ".repeat(200)} +`,
  `env ${"env ".repeat(700)}rm`,
  `echo ${"$(".repeat(1400)}`,
  `cat ${"<<A ".repeat(700)}`,
  `printf '${"%-".repeat(1400)}n'`,
];

/** Without a question and without a summary, because the time of a person or a model is not ours to measure. */
export async function mechanismFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const context = contextIn(folder);
  const judge = async (command: string) => {
    const call = { type: "tool_use" as const, id: "toolu_1", name: "bash", input: { command } };
    return median(await timed(() => decide({ ...call, caller: { type: "direct" } }, context), 200));
  };
  const judged: number[] = [];
  for (const command of COMMANDS) judged.push(await judge(command)); // one at a time, as in the loop
  const slow: number[] = [];
  for (const command of SLOW) {
    const call = { type: "tool_use" as const, id: "toolu_1", name: "bash", input: { command } };
    slow.push(...(await timed(() => decide({ ...call, caller: { type: "direct" } }, context), 1)));
  }
  const compacted = await timed(() => compact(context), 20);
  const figures: Figure[] = [
    { name: "permission, a command", value: Math.max(...judged), unit: "ms", target: 1 },
    { name: "permission, the slowest command", value: Math.max(...slow), unit: "ms", target: 1000 },
    {
      name: "compaction of 1,000 messages, no summary",
      value: median(compacted),
      unit: "ms",
      target: 20,
    },
  ];
  for (const turns of [20, 200])
    figures.push({
      name: `peak memory of ${turns} turns of s08`,
      value: await peakOf(folder, turns),
      unit: "MB",
    });
  await rm(folder, { recursive: true });
  return figures;
}

/** The system prompt with a growing index of notes: built anew, taken from the cache, and the cost of its cache key. */
export async function promptFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of [0, 10, 1000]) {
    const memory = Array.from(
      { length: count },
      (_, at) => `- [note ${at}](note-${at}.md): words about it`,
    );
    const context: PromptContext = {
      identity: "You are a coding agent.",
      tools: ["bash", "read_file", "write_file", "edit_file", "glob"],
      workspace: "/work",
      state: { memory: memory.join("\n") },
    };
    const { assembleSystemPrompt, getSystemPrompt } = createPrompt([
      { name: "identity", text: ({ identity }) => identity },
      withState("memory", (index) => index),
    ]);
    const ways = {
      "made anew": () => assembleSystemPrompt(context),
      "from the cache": () => getSystemPrompt(context),
      "its key": () => keyOf(context),
    };
    for (const [way, run] of Object.entries(ways)) {
      const times = await timed(async () => run(), 200);
      figures.push({
        name: `prompt with ${count} notes, ${way}`,
        value: median(times) * 1000,
        unit: "µs",
      });
    }
  }
  return figures;
}

function contextIn(cwd: string): ToolContext {
  const compactor = createCompactor(
    () => Promise.reject(new Error("no summary here")),
    () => 150_000,
  );
  const agent = createAgent({ name: "lead", label: "", system: "", cwd, say() {} }, [
    compactor,
    { tools: [bash] },
  ]);
  const { signal } = new AbortController();
  return { agent, cwd, roots: [cwd], signal, turn: typedTurn() };
}

/** All cheap steps at once: 1,000 messages of about 1,000 characters, over half of the window. */
async function compact(context: ToolContext) {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: "work" }];
  for (let round = 0; messages.length < 1000; round++) {
    const id = `toolu_${round}`;
    messages.push(
      { role: "assistant", content: [{ type: "tool_use", id, name: "bash", input: { round } }] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: id, content: "words ".repeat(160) }],
      },
    );
  }
  await context.agent.hooks.emit("BeforeModel", { messages, context });
}

/** Peak memory in MB of a whole agent with the practice model and a small window, one prompt per line. */
async function peakOf(cwd: string, turns: number): Promise<number> {
  const [hook, peakFile] = [join(cwd, "peak.mjs"), join(cwd, "peak.txt")];
  await writeFile(hook, PEAK);
  await writeFile(join(cwd, "note.md"), "a line of a note\n".repeat(100));
  const { PATH, HOME } = process.env;
  const settings = {
    PRACTICE: "1",
    CONTEXT_TOKENS: "8000",
    MAX_REQUESTS: "2000",
    PEAK_FILE: peakFile,
  };
  const tsx = join(ROOT, "node_modules/tsx/dist/cli.mjs");
  const chapter = join(ROOT, "s08_context_compact/code.ts");
  const child = spawn(process.execPath, [tsx, "--import", hook, chapter], {
    cwd,
    env: { PATH, HOME, ...settings },
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.end("Read note.md\n".repeat(turns));
  await new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve));
  return Number(await readFile(peakFile, "utf8")) / 1024;
}
