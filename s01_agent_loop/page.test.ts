// s01 – the command on the page that lists the requests of a trace.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** As they are in a trace: an answered request, and one that Ctrl-C has ended. */
const LINES = [
  { request: { messages: [{}] }, reply: { stop_reason: "tool_use" }, usage: { input_tokens: 25 } },
  { request: { messages: [{}, {}, {}] }, error: "Request was aborted." },
];

test.each(["README.md", "README.zh.md", "README.ja.md"])(
  "the command of %s lists every request, also one that was interrupted",
  (name) => {
    const page = readFileSync(join(import.meta.dirname, name), "utf8");
    const [, program = ""] = /^\$ node -e '(.*trace\.jsonl.*)'$/m.exec(page) ?? [];
    const folder = mkdtempSync(join(tmpdir(), "trace-"));
    writeFileSync(
      join(folder, "trace.jsonl"),
      LINES.map((one) => `${JSON.stringify(one)}\n`).join(""),
    );
    const ran = spawnSync(process.execPath, ["-e", program], { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(ran.stderr).toBe("");
    expect(ran.stdout.trimEnd().split("\n")).toEqual([
      "1 messages, 25 tokens in: tool_use",
      "3 messages, ? tokens in: no reply",
    ]);
  },
);
