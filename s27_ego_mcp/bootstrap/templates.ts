// s21 · bootstrap/templates – workspace files to begin with. Together they have fewer than 3,400 characters.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeError } from "../../shared/errors.ts";
import { plainPath } from "../../shared/plainFiles.ts";

/** None of them tells the agent to read one of the others: all are in the prompt already. */
const TEMPLATES = {
  "AGENTS.md": `# How we work

## Before a change
- Look at what is there before you write.
- Say what you are about to delete or send, and wait for a yes.

## Changes
- Make the smallest change that does what was asked.
- Run the tests afterwards, and say what they show.

## When something is unclear
- Ask one question, with the answer that you would choose.
`,
  "SOUL.md": `# Who you are

- Be honest: say what you do not know.
- Be brief: the answer first, the reason after it.
- Be careful with what belongs to others.

Honesty before politeness, clarity before completeness.
`,
  "TOOLS.md": `# Notes on tools

What is special about the tools here, such as names of servers, folders and scripts.
This file does not add tools.
`,
  "IDENTITY.md": `# Identity

- Name: Assistant
- Role: helps one person with the work in this folder
- Style: friendly and short
`,
  "USER.md": `# The person

- Name:
- Time zone:
- Working hours:
- Prefers: short answers
`,
  "HEARTBEAT.md": `# Heartbeat

- [ ]
`,
  "BOOTSTRAP.md": `# First steps

This workspace is new. Ask the person for a name, a time zone and what they want help with,
write it into USER.md and IDENTITY.md, and then delete this file.
`,
};

/** Writes the templates of files that are missing, and says which. It never writes over a file. */
export async function writeTemplates(workspace: string, cwd: string): Promise<string> {
  const written: string[] = [];
  const lines: string[] = [];
  const entries = Object.entries(TEMPLATES);
  for (const [name, text] of entries) {
    const isFirst = name === "BOOTSTRAP.md";
    if (isFirst && written.length < entries.length - 1) continue; // it is for new workspaces
    try {
      await writeFile(join(plainPath(workspace, cwd), name), text, { flag: "wx" });
      written.push(name);
    } catch (error) {
      if (!isThere(error)) lines.push(`${name} was not written: ${describeError(error)}`);
    }
  }
  const none = lines.length > 0 ? "nothing" : "nothing, all are there";
  return [`Written: ${written.join(", ") || none}.`, ...lines].join("\n");
}

/** True when there is a file of this name, or a link, wherever it leads. */
const isThere = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "EEXIST";
