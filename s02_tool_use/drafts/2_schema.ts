// s02 · second draft – one declaration per tool: its schema checks what the model sends.
import { mkdir, readFile as read, writeFile as write } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { glob as findFiles } from "tinyglobby";
import { z } from "zod";
import { defineTool } from "../tools.ts";

const text = z.string();
const GLOB = {
  dot: true,
  followSymbolicLinks: false,
  ignore: ["**/node_modules/**", "**/.git/**"],
};

export const readFile = defineTool({
  name: "read_file",
  description: "Read a text file, or its first lines.",
  input: z.object({ path: text, limit: z.int().min(1).optional() }),
  async run({ path, limit }, { cwd }) {
    const whole = await read(resolve(cwd, path), "utf8");
    return whole.trimEnd().split("\n").slice(0, limit).join("\n");
  },
});

export const writeFile = defineTool({
  name: "write_file",
  description: "Write a whole text file.",
  input: z.object({ path: text, content: text }),
  async run(input, { cwd }) {
    const path = resolve(cwd, input.path);
    await mkdir(dirname(path), { recursive: true });
    await write(path, input.content);
    return `wrote ${Buffer.byteLength(input.content)} bytes to ${input.path}`;
  },
});

export const editFile = defineTool({
  name: "edit_file",
  description: "Replace text in a file.",
  input: z.object({ path: text, old_text: text, new_text: text }),
  async run({ path, old_text, new_text }, { cwd }) {
    const file = resolve(cwd, path);
    const whole = await read(file, "utf8");
    await write(file, whole.replace(old_text, new_text));
    return `edited ${path}`;
  },
});

export const glob = defineTool({
  name: "glob",
  description: "Find files by a pattern such as **/*.ts.",
  input: z.object({ pattern: text }),
  async run({ pattern }, { cwd }) {
    const names = await findFiles(pattern, { ...GLOB, cwd });
    return names.sort().join("\n") || "(no matches)";
  },
});
