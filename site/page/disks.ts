// site/page/disks · the disk that a page's machine begins with, fetched from the site.
import type { Saved } from "../disk/image.ts";
import type { Packed } from "../replay/pages.ts";

export const HOME = "/home/you";
const PROJECTS = `${HOME}/projects`;

/** What a machine begins with. */
export interface Begin {
  image: Saved[];
  cwd: string;
  env: Record<string, string>;
  /** The names of all agents. */
  agents: string[];
}

const ENVIRONMENT = {
  ...{ HOME, PATH: "/usr/bin:/bin", LANG: "C.UTF-8", LC_ALL: "C.UTF-8", TZ: "UTC" },
  ...{ TERM: "xterm-256color", PRACTICE: "1" },
};

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

/** A disk as it came, with its content as bytes. */
export const unpack = (image: Packed[]): Saved[] =>
  image.map(({ data, text, ...entry }) => ({
    ...entry,
    ...(data !== undefined && { data: bytesOf(data) }),
    ...(text !== undefined && { data: new TextEncoder().encode(text) }),
  }));

async function load(base: URL, name: string) {
  const url = new URL(`disks/${name}.json`, base);
  const response = await fetch(url);
  if (response.ok) return response.json();
  throw new Error(`${url.pathname} cannot be read (${response.status}). Load the page again.`);
}

/** The folder in which sessions of a sample work; without a sample it is empty. */
const nameOf = (sample: string) => sample || "work";
export const folderOf = (sample: string): string => `${PROJECTS}/${nameOf(sample)}`;

/** The files of a sample, new. */
export const loadSample = async (base: URL, sample: string): Promise<Saved[]> =>
  unpack(await load(base, nameOf(sample)));

/** A disk with a sample, and with what agents look for of the course when the page is about this chapter. */
export async function loadDisk(base: URL, chapter: string, sample: string): Promise<Begin> {
  const [course, files, agents] = await Promise.all([
    load(base, chapter),
    loadSample(base, sample),
    load(base, "agents"),
  ]);
  const cwd = folderOf(sample);
  const trust: Saved = { path: `${cwd}.trust`, kind: "file", data: trusting(cwd) };
  const image = [...unpack(course), ...files, trust];
  return { image, cwd, env: { ...ENVIRONMENT, AGENT_TRUST_FILE: trust.path }, agents };
}

/** What an agent keeps when its person trusts a folder. */
const trusting = (folder: string) =>
  new TextEncoder().encode(`${JSON.stringify({ folder, trusted: true })}\n`);

/** The agent that somebody means by "s1", "s01", "01.2" or a folder's name. */
export function agentNamed(word: string, agents: string[]): string | undefined {
  const [, digits, draft = ""] = /^s?(\d{1,2})(\.\d)?$/.exec(word) ?? [];
  if (digits === undefined) return agents.find((name) => name === word);
  const short = `s${digits.padStart(2, "0")}${draft}`;
  return agents.find((name) => name === short || (draft === "" && name.startsWith(`${short}_`)));
}
