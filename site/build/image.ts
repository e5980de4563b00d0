// site/build/image · what is on the disk of a page before anything is done there.
import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import type { Packed } from "../replay/pages.ts";
import { listAgents } from "./agents.ts";

export const HOME = "/home/you";
/** Where the samples are. */
export const PROJECTS = `${HOME}/projects`;
const COURSE = "/course";

/** A folder of this computer with all that is in it, as it is called in the page. */
export async function packFolder(folder: string, as: string): Promise<Packed[]> {
  const inside = await Promise.all(
    (await readdir(folder)).sort().map((name) => packEntry(join(folder, name), `${as}/${name}`)),
  );
  return [{ path: as, kind: "folder" }, ...inside.flat()];
}

async function packEntry(from: string, path: string): Promise<Packed[]> {
  const found = await lstat(from);
  if (found.isSymbolicLink()) return [{ path, kind: "link", target: await readlink(from) }];
  if (found.isDirectory()) return packFolder(from, path);
  return [{ path, kind: "file", mode: found.mode & 0o777, ...(await contentOf(from)) }];
}

/** A text as it is, which a web server compresses well; anything else in base64. */
async function contentOf(path: string): Promise<Pick<Packed, "text" | "data">> {
  const bytes = await readFile(path);
  return isUtf8(bytes) ? { text: bytes.toString("utf8") } : { data: bytes.toString("base64") };
}

/**
 * What agents look for in the course's folder: themselves, and of the chapters that are named, or of all, the page for
 * /try and the scripts of drafts.
 */
export async function courseImage(named: string[] = []): Promise<Packed[]> {
  const agents = await Promise.all(
    listAgents().map(async ({ name, chapter, draft }) => {
      const folder = `${COURSE}/${name}`;
      const code: Packed = { path: `${folder}/code.ts`, kind: "file", data: "" };
      const isNamed = named.length === 0 || named.includes(name.slice(0, 3));
      return draft || !isNamed ? [code] : [code, ...(await filesOf(chapter, folder))];
    }),
  );
  const home: Packed = { path: PROJECTS, kind: "folder" };
  const hosts: Packed = { path: "/etc/hosts", kind: "file", text: "127.0.0.1\tlocalhost\n" };
  return [home, hosts, ...agents.flat()];
}

async function filesOf(chapter: string, folder: string): Promise<Packed[]> {
  const drafts = join(chapter, "drafts");
  const scripts = existsSync(drafts)
    ? (await readdir(drafts))
        .filter((name) => name.endsWith(".json"))
        .map((name) => `drafts/${name}`)
    : [];
  return Promise.all(
    ["README.md", ...scripts].map(async (file) => ({
      path: `${folder}/${file}`,
      kind: "file" as const,
      ...(await contentOf(join(chapter, file))),
    })),
  );
}
