// site/build/disks · the disks that pages begin with: the samples, and what agents look for of the course.
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ROOT } from "../../course/base/root.ts";
import { makePlace } from "../../course/replay/place.ts";

import { listAgents } from "./agents.ts";
import { courseImage, PROJECTS, packFolder } from "./image.ts";

/** The projects in which sessions work. */
const SAMPLES = ["bottle", "kiosk", "shop", "workshop"];
/** Without a sample, sessions begin in an empty folder of this name. */
export const EMPTY = "work";

/** Writes a file for each sample, one for the course, and one with the names of all agents. */
export async function writeDisks(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const write = (name: string, content: unknown) =>
    writeFile(join(folder, `${name}.json`), JSON.stringify(content));
  for (const sample of [...SAMPLES, EMPTY]) {
    const place = await makePlace(ROOT, sample === EMPTY ? undefined : sample);
    await write(sample, await packFolder(place.folder, `${PROJECTS}/${basename(place.folder)}`));
    await place.remove();
  }
  for (const { name, draft } of listAgents())
    if (draft === undefined) await write(name, await courseImage([name.slice(0, 3)]));
  await write(
    "agents",
    listAgents().map(({ name }) => name),
  );
}
