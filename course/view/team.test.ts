// course/view · a real run of s15 with two mates, as its trace shows it.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { FIXTURES, ROOT } from "../base/root.ts";
import { bundleChapter } from "../bundle/bundle.ts";
import { chapterFolder } from "../chapters/list.ts";
import { viewCommand } from "./command.ts";

/** What the agent shows when ann's message and a result of each mate have been read. */
const READ = [
  /ben has read \S+ from ann/,
  /lead has read \S+ from ann/,
  /lead has read \S+ from ben/,
];

/** Runs the chapter until this mail has been read; then its input ends. Returns its exit code. */
async function runTeam(cwd: string): Promise<number | null> {
  const program = await bundleChapter(chapterFolder("s15", ROOT));
  const env = {
    ...{ PATH: process.env.PATH, HOME: cwd, PRACTICE: "1", EXPLAIN: "1", TRACE: "trace.jsonl" },
    PRACTICE_SCRIPT: join(FIXTURES, "two-mates.json"),
  };
  const child = spawn(process.execPath, [program], { cwd, env });
  let said = "";
  child.stdout.resume();
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
    if (READ.every((one) => one.test(said))) child.stdin.end();
  });
  child.stdin.write("get two mates\n");
  return new Promise((resolve) => child.on("close", resolve));
}

async function drawn(file: string): Promise<string[]> {
  const printed: string[] = [];
  expect(await viewCommand([file], ROOT, (line) => printed.push(line))).toBe(0);
  return printed;
}

/** The arrow of mail from a mate: to the lead, or to the other mate, whose column may be on either side. */
function arrows([, first]: string[], mate: string) {
  const isFirst = first === mate;
  return {
    toLead: isFirst ? "◀─+┤ .*" : "◀─+┼─+┤ +",
    toOther: isFirst ? "├─+▶ +" : "◀─+┤ +",
  };
}

test("in the trace of a team each agent has its column, and mail goes from one to the other", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "view-team-"));
  try {
    await writeFile(join(cwd, "1.md"), "Buy a cork.\n");
    expect(await runTeam(cwd)).toBe(0);
    const lines = await drawn(join(cwd, "trace.jsonl"));
    const columns = (lines[2] ?? "").trim().split(/ +/);
    // both mates begin at the same time, and the one whose request is sent first has the first column
    expect(["lead ann ben", "lead ben ann"]).toContain(columns.join(" "));
    const [ofAnn, ofBen] = [arrows(columns, "ann"), arrows(columns, "ben")];
    const at = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));
    const order = [
      at(/> .* lead: spawn_teammate ann/),
      at(/» .* ann: Tell ben what 1.md says\.$/),
      at(/> .* ann: read_file 1\.md$/),
      at(new RegExp(`${ofAnn.toOther}ann → ben: message, 11 characters$`)),
      at(/✓[ │]+ben: has read the message from ann$/),
    ];
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(at(new RegExp(`${ofAnn.toLead}ann → lead: result, 16 characters$`))).toBeGreaterThan(0);
    expect(at(new RegExp(`${ofBen.toLead}ben → lead: result`))).toBeGreaterThan(0);
    expect(at(/\? .* lead: memories/)).toBeGreaterThan(0);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    expect(lines.at(-1)).not.toContain("Left out");
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
});
