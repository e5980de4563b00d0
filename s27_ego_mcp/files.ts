// s02 · files – read, write, edit and find files without a shell.
import { createReadStream } from "node:fs";
import { access, constants, mkdir, readFile as readWhole, stat } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { glob as findFiles, isDynamicPattern } from "tinyglobby";
import { z } from "zod";
import { contains, isMissing, realPath, writeAtomic } from "../shared/files.ts";
import { judgedPath } from "../shared/judged.ts";
import {
  isUtf8File,
  spelledOnDisk,
  type Utf8Check,
  utf8Check,
  withEndsOf,
} from "../shared/textFile.ts";
import { judgeFile } from "./permission/permission.ts";
import { defineTool, harmless, type ToolContext } from "./tools.ts";

const MAX_READ = 50_000;
const MAX_EDIT_BYTES = 10_000_000;
const MAX_MATCHES = 500;
const MAX_OPEN = 3;
const UPWARDS = /(^|[/{,(|])\.\.([/},)|]|$)/;
/** Only a shell knows what ~ means. For the file tools it would be a folder of this name. */
const HOME = /^~[\w-]*(\/|$)/;
const IGNORED = ["**/node_modules/**", "**/.git/**", "**/.*/**/*.lock/**", ".worktrees/**"];

const path = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !HOME.test(path), "Write the whole path: ~ is a name like any other here.")
  .describe("Path of the file, relative to the working folder");

export const readFile = defineTool({
  name: "read_file",
  effect: "reads",
  description: "Read a text file, or some of its lines.",
  input: z.object({
    path,
    offset: z.int().min(1).optional().describe("First line to read, from 1"),
    limit: z.int().min(1).optional().describe("How many lines to read"),
  }),
  judge: ({ path }, context) => judgeFile("read", path, context),
  async run({ path, offset = 1, limit = Number.POSITIVE_INFINITY }, context) {
    const file = await existingFile(path, context);
    const check = utf8Check();
    const pieces = readPieces(file.path, path, check, context.signal);
    const text = await readLines(pieces, path, offset, limit);
    return check.isUtf8 ? text : `${text}\n… (${path} is not UTF-8: ${ODD_BYTES})`;
  },
});

export const writeFile = defineTool({
  name: "write_file",
  effect: "works",
  description: "Write a whole text file. Creates missing folders and replaces an existing file.",
  input: z.object({ path, content: z.string().describe("The whole content of the file") }),
  judge: ({ path }, context) => judgeFile("write", path, context),
  async run(input, context) {
    const target = await judgedPath(input.path, context);
    await checkWritable(target, input.path);
    if (!(await isUtf8File(target, context.signal))) throw new Error(notUtf8(input.path));
    await mkdir(dirname(target), { recursive: true });
    await writeAtomic(target, input.content);
    return `wrote ${Buffer.byteLength(input.content)} bytes to ${input.path}`;
  },
});

export const editFile = defineTool({
  name: "edit_file",
  effect: "works",
  description: "Replace text in a file. It must occur exactly once, unless replace_all is set.",
  input: z.object({
    path,
    old_text: z.string().min(1).describe("The text to replace, exactly as it is in the file"),
    new_text: z.string().describe("The text to put in its place"),
    replace_all: z.boolean().optional().describe("Replace every occurrence"),
  }),
  judge: ({ path }, context) => judgeFile("write", path, context),
  async run(input, context) {
    const file = await existingFile(input.path, context);
    await checkWritable(file.path, input.path);
    if (file.size > MAX_EDIT_BYTES)
      throw new Error(`${input.path} is too large to edit. Use bash.`);
    const text = decode(await readWhole(file.path), input.path);
    const { old_text, new_text } = withEndsOf(text, input);
    const parts = text.split(old_text);
    const count = parts.length - 1;
    if (count === 0) throw new Error(notFound(input.path, text));
    const isUnique = text.indexOf(old_text) === text.lastIndexOf(old_text);
    if (!isUnique && !input.replace_all) throw new Error(notUnique(input.path));
    await writeAtomic(file.path, parts.join(new_text));
    return `edited ${input.path} (${count} replacement${count === 1 ? "" : "s"})`;
  },
});

export const glob = defineTool({
  name: "glob",
  effect: "reads",
  description: "Find files by a pattern such as **/*.ts. Leaves out node_modules and .git.",
  input: z.object({
    pattern: z.string().min(1).describe("Glob pattern; ** matches any number of folders"),
  }),
  judge: harmless,
  async run({ pattern }, { cwd, signal }) {
    checkPattern(pattern);
    const found = (await beginsInside(pattern, cwd))
      ? await findFiles(pattern, { ...GLOB_OPTIONS, cwd, signal })
      : [];
    const names = (await onlyInside(found, cwd)).sort();
    if (names.length === 0) return "(no matches)";
    const shown = names.slice(0, MAX_MATCHES);
    const left = names.length - shown.length;
    return shown.join("\n") + (left > 0 ? `\n… (${left} more: use a narrower pattern)` : "");
  },
});

const GLOB_OPTIONS = {
  ignore: IGNORED,
  dot: true,
  followSymbolicLinks: false,
  expandDirectories: false,
};

/** Matching backtracks: with many open places, or with a group that repeats, it would take forever, and nothing stops it. */
function checkPattern(pattern: string) {
  if (isAbsolute(pattern) || UPWARDS.test(pattern)) {
    throw new Error("The pattern leads outside the working folder. Use one relative to it.");
  }
  if (/(?<!\\)(\\\\)*\(|[)}]\+/.test(pattern)) {
    throw new Error("A pattern has no ( ) or }+. Use * and {a,b}. For ( in a name, write \\(.");
  }
  const open = [...pattern.split("/").map(openPlaces), count(pattern, /\*\*|\{/g)];
  if (Math.max(...open) > MAX_OPEN) {
    throw new Error(`More than ${MAX_OPEN} stars or braces. Use a simpler pattern.`);
  }
}

const openPlaces = (name: string) => count(name, /\*+|\{|\]\+/g);
const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0;

/** False when the fixed beginning of a pattern goes through a link that leads out: a link to / would mean the whole disk. */
async function beginsInside(pattern: string, cwd: string): Promise<boolean> {
  const names = pattern.split("/");
  const open = names.findIndex((name) => isDynamicPattern(name));
  const fixed = names.slice(0, open).map((name) => name.replace(/\\(.)/g, "$1"));
  return isInside(fixed.join("/") || ".", cwd);
}

/** Leaves out files outside the folder, which a part in braces may name. */
async function onlyInside(names: string[], cwd: string): Promise<string[]> {
  const folders = [...new Set(names.map((name) => dirname(name)))];
  const inside = new Set<string>();
  for (const folder of folders) {
    if (await isInside(folder, cwd)) inside.add(folder);
  }
  return names.filter((name) => inside.has(dirname(name)));
}

/** False for a folder that a link takes out of the working folder. */
async function isInside(folder: string, cwd: string): Promise<boolean> {
  return contains(await realPath(".", cwd), await realPath(folder, cwd));
}

/** Throws unless the file is inside the roots, exists and is an ordinary file: opening a pipe could hang. */
async function existingFile(path: string, context: ToolContext) {
  const real = await spelledOnDisk(await judgedPath(path, context));
  const info = await stat(real).catch((error) => {
    throw isMissing(error) ? new Error(`${path} does not exist. Use glob to find it.`) : error;
  });
  if (info.isDirectory()) throw new Error(`${path} is a folder. Use glob to see what is in it.`);
  if (!info.isFile()) throw new Error(`${path} is not an ordinary file, so it cannot be read.`);
  return { path: real, size: info.size };
}

/** Yields the text of a file, at most one line at a time. Throws at the first zero byte: the file is binary. */
async function* readPieces(file: string, path: string, check: Utf8Check, signal: AbortSignal) {
  const decoder = new TextDecoder();
  for await (const chunk of createReadStream(file, { signal })) {
    if (chunk.includes(0)) throw new Error(`${path} is not a text file. Use bash to look into it.`);
    check.see(chunk);
    yield* decoder.decode(chunk, { stream: true }).split(/(?<=\n)/);
  }
  check.see();
  yield decoder.decode();
}

/** Lines `offset` to `offset + limit - 1`, at most MAX_READ characters, and the offset to read on from. */
async function readLines(
  pieces: AsyncIterable<string>,
  path: string,
  offset: number,
  limit: number,
): Promise<string> {
  let line = 1;
  let text = "";
  let wholeLines = "";
  for await (const piece of pieces) {
    if (piece === "") continue;
    if (line >= offset + limit) return `${wholeLines}${readOn(line)}`;
    if (line >= offset) text += piece;
    if (text.length > MAX_READ)
      return wholeLines ? `${wholeLines}${readOn(line)}` : tooLong(text, line);
    if (!piece.endsWith("\n")) continue;
    line++;
    wholeLines = text;
  }
  if (text === "" && offset > 1)
    throw new Error(`${path} has no line ${offset}. Use a lower offset.`);
  return text === "" ? "(empty)" : text.replace(/\r?\n$/, "");
}

function readOn(line: number): string {
  return `… (more: read on with offset ${line})`;
}

function tooLong(text: string, line: number): string {
  return `${text.slice(0, MAX_READ).toWellFormed()}\n… (line ${line} is too long to show whole: use bash)`;
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(notUtf8(path));
  }
}

const ODD_BYTES =
  "\uFFFD stands for bytes that are no text. Do not write them back; use bash to change it.";

function notUtf8(path: string): string {
  return `${path} is not UTF-8 text, and this would damage it. Use bash: iconv makes a copy in UTF-8.`;
}

/** A write replaces whatever has that name, so it must be an ordinary file that is not read-only. */
async function checkWritable(file: string, path: string): Promise<void> {
  if (path.endsWith("/")) throw new Error(`${path} names a folder. Give the path of a file in it.`);
  const info = await stat(file).catch(() => undefined);
  if (info === undefined) return;
  if (info.isDirectory()) throw new Error(`${path} is a folder. Give the path of a file in it.`);
  if (!info.isFile()) throw new Error(`${path} is not an ordinary file, so it cannot be written.`);
  await access(file, constants.W_OK).catch(() => {
    throw new Error(`${path} is read-only. Tell the person, and let them decide.`);
  });
}

function notUnique(path: string): string {
  return `old_text occurs more than once in ${path}. Give more of the text around it, or set replace_all.`;
}

function notFound(path: string, text: string): string {
  const ending = text.includes("\r\n") ? " Its lines end in \\r\\n." : "";
  return `old_text is not in ${path}. Read the file and copy the text exactly.${ending}`;
}
