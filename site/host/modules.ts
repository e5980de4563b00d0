// site/host/modules · a program of the disk as modules of the browser: each file becomes a blob whose imports name other blobs.
import fs from "../node/fs.ts";
import { calls } from "../node/fs-calls.ts";
import * as promises from "../node/fs-promises.ts";
import * as os from "../node/os.ts";
import * as path from "../node/path.ts";
import * as readline from "../node/readline.ts";
import * as url from "../node/url.ts";
import * as util from "../node/util.ts";

const OF_NODE: Record<string, object> = {
  ...{ fs: { ...fs, default: fs }, "fs/promises": promises, os, path, readline, url, util },
};
const IMPORT = /(\bfrom\s*|\bimport\s*)(["'])([^"'\n]+)\2/g;

Object.assign(globalThis, { moduleOfNode: (name: string) => OF_NODE[name] });

/** The address under which a file of the disk can be imported. Throws for what is not there. */
export function addressOf(file: string, known = new Map<string, string>()): string {
  const found = known.get(file);
  if (found !== undefined) return found;
  const imported = (name: string) =>
    name.startsWith(".") ? addressOf(path.resolve(file, "..", name), known) : ofNode(name);
  const text = String(calls.readFile(file, "utf8"))
    .replaceAll("import.meta.url", JSON.stringify(`file://${file}`))
    .replace(IMPORT, (_, word: string, __, name: string) => `${word}"${imported(name)}"`);
  const address = blobOf(text);
  known.set(file, address);
  return address;
}

const blobOf = (text: string) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

function ofNode(given: string): string {
  const name = given.replace(/^node:/, "");
  const module = OF_NODE[name];
  if (module === undefined) throw new Error(`Cannot find module '${given}' in a page.`);
  const names = Object.keys(module).filter((one) => one !== "default");
  const from = `const all = globalThis.moduleOfNode(${JSON.stringify(name)});`;
  return blobOf(
    `${from}\nexport const { ${names.join(", ")} } = all;\nexport default all.default ?? all;`,
  );
}
