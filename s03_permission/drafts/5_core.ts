// s03 · the core – around it, only a short table of programs and a short check of files.
import { readdir } from "node:fs/promises";
import { contains, realPath } from "../../shared/files.ts";
import { isSecretFile } from "../../shared/secrets.ts";
import type { PlainCommand } from "../../shared/shell/line.ts";
import { readArguments } from "../../shared/shell/options.ts";
import type { How } from "../../shared/shell/order.ts";
import { fitsStars } from "../../shared/shell/stars.ts";
import { list, withoutMiddle } from "../../shared/text.ts";
import { deedOf, grantOf } from "../permission/asked.ts";
import * as core from "../permission/core.ts";
import { addReason, addStar, addUse, type Findings, newFindings } from "../permission/findings.ts";
import type { ToolContext } from "../tools.ts";

export type { GateEvent } from "../permission/core.ts";

const KINDS = { text: /^.+$/s };
const HARMLESS = new Map<string, [How | "print", string]>([
  ["ls", ["read", "-[1la]"]],
  ["cat", ["read", "-[n]"]],
  ["wc", ["read", "-[lwc]"]],
  ["sort", ["read", "-[nru]"]],
  ["echo", ["print", "-[n]"]],
  ["touch", ["write", "-[c]"]],
  ["find", ["read", "-name_<text> -type_<text> -print"]],
]);

export const judgeLine = (line: string, context: ToolContext) =>
  core.judgeWith({ whyNever: () => undefined, checkCommand, checkPath }, line, context);

export async function judgeFile(how: How, path: string, context: ToolContext) {
  const found = newFindings(context);
  await checkPath(found, how, path);
  return core.decisionOf(found);
}

async function checkCommand(line: Findings, { words, source, pipeline }: PlainCommand) {
  const found = { ...line, pipeline };
  const texts = await wordsOf(found, words);
  const [name = "", ...args] = texts;
  const [how = "print", forms] = HARMLESS.get(name) ?? [];
  const read = forms === undefined ? undefined : readArguments(args, list(forms), KINDS);
  if (read === undefined || "unknown" in read) {
    const grant = grantOf(texts, source);
    return addReason(found, `${deedOf(texts)}: ${grant ?? source}`, grant && `bash: ${grant}`);
  }
  if (how !== "print") for (const path of read.operands) await checkPath(found, how, path);
}

async function wordsOf(found: Findings, words: PlainCommand["words"]): Promise<string[]> {
  const { cwd } = found.context;
  const names = (await readdir(cwd)).filter((name) => !name.startsWith(".")).sort();
  return words.flatMap(({ text, pieces }) => {
    if (pieces.length === 1) return [text];
    addStar(found, text, cwd);
    const fitting = names.filter((name) => fitsStars(name, text));
    return fitting.length > 0 ? fitting : [text];
  });
}

async function checkPath(found: Findings, how: How, path: string) {
  const { cwd, roots } = found.context;
  const real = await realPath(path, cwd).catch(() => undefined);
  if (real === undefined) return addReason(found, `cannot be followed: ${path}`);
  addUse(found, how, real);
  const grant = `${how}: ${real}`;
  if (!roots.some((root) => contains(root, real))) {
    found.outside.push(real);
    addReason(found, `outside the folder: ${real}`, grant);
  } else if (isSecretFile(real, cwd)) addReason(found, `may hold secrets: ${path}`, grant);
}

/** The gate that every tool call passes. */
export function createGate() {
  const granted: core.Grants = new Set();
  const around: core.Around = {
    decide: core.decide,
    ask: (event, question) => core.askAbout(event, question, granted, around),
    wordsOf: ({ name, input }, { reasons }) => ({
      shown: oneLine(`${name}: ${Object.values(Object(input))[0]}`),
      why: reasons.map(({ text }) => oneLine(text)).join("; "),
    }),
  };
  return { gate: (event: core.GateEvent) => core.pass(event, around), commands: {} };
}

const oneLine = (text: string) => withoutMiddle(text.replaceAll("\n", " ↵ "), 1000);
