// s02 · first draft – four file tools that all lead to one switch.
import { mkdir, readFile as read, writeFile as write } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { glob as findFiles } from "tinyglobby";
import { z } from "zod";
import type { Tool } from "../tools.ts";

const text = z.string();
const GLOB = {
  dot: true,
  followSymbolicLinks: false,
  ignore: ["**/node_modules/**", "**/.git/**"],
};

export const readFile = tool("read_file", "Read a text file, or its first lines.", {
  path: text,
  limit: z.int().min(1).optional(),
});

export const writeFile = tool("write_file", "Write a whole text file.", {
  path: text,
  content: text,
});

export const editFile = tool("edit_file", "Replace text. Without new_text, it is deleted.", {
  path: text,
  old_text: text,
  new_text: text.optional(),
});

export const glob = tool("glob", "Find files by a pattern such as **/*.ts.", {
  pattern: text,
});

function tool(name: string, description: string, fields: z.ZodRawShape): Tool {
  const input = z.object(fields);
  return { name, description, input, run: (sent, { cwd }) => work(name, sent as Input, cwd) };
}

/** What the model sends. */
interface Input {
  path: string;
  limit: number;
  content: string;
  old_text: string;
  new_text: string;
  pattern: string;
}

async function work(name: string, input: Input, cwd: string): Promise<string> {
  switch (name) {
    case "read_file": {
      const whole = await read(resolve(cwd, input.path), "utf8");
      return whole.trimEnd().split("\n").slice(0, input.limit).join("\n");
    }
    case "write_file": {
      const path = resolve(cwd, input.path);
      await mkdir(dirname(path), { recursive: true });
      await write(path, input.content);
      return `wrote ${Buffer.byteLength(input.content)} bytes to ${input.path}`;
    }
    case "edit_file": {
      const path = resolve(cwd, input.path);
      const whole = await read(path, "utf8");
      await write(path, whole.replace(input.old_text, input.new_text));
      return `edited ${input.path}`;
    }
    case "glob": {
      const names = await findFiles(input.pattern, { ...GLOB, cwd });
      return names.sort().join("\n") || "(no matches)";
    }
    default:
      throw new Error(`There is no tool ${name}.`);
  }
}
