// site/replay/place · stands in for course/replay/place: a session's folder on the disk of a page.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { makePlace as makeReal, type Place } from "../../course/replay/place.ts";
import { startTime } from "../../course/replay/time.ts";
import { DATES, environmentOf } from "../../course/spec/folder.ts";
import { courseImage, HOME, PROJECTS, packFolder } from "../build/image.ts";
import type { Report } from "../host/link.ts";
import type { Packed } from "./pages.ts";
import { closeStage, openStage } from "./stages.ts";

const FIXED = { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", LC_ALL: "C.UTF-8", TZ: "UTC" };
const PRACTICE = { PRACTICE: "1", ANTHROPIC_API_KEY: "", MODEL_ID: "" };

/** The folders of state whose changes a timeline shows. */
const WATCHED = [".tasks", ".mailboxes", ".sessions"];

/** A page whose disk has the session's folder. A folder here stands for it, and has what changes in its folders of state. */
export async function makePlace(root: string, fixture: string | undefined): Promise<Place> {
  const real = await makeReal(root, fixture);
  const folder = `${PROJECTS}/${basename(real.folder)}`;
  const files = await packFolder(real.folder, folder);
  await real.remove();
  const here = await mkdtemp(join(tmpdir(), "page-"));
  const { page, listeners } = await openStage(here);
  const time = await startTime(here);
  const trust = `${folder}.trust`;
  const environment = (control = "") =>
    environmentOf(
      { ...FIXED, HOME },
      { model: "", control },
      { ...PRACTICE, ...DATES, AGENT_TRUST_FILE: trust },
    );
  const told = Buffer.from(`${JSON.stringify({ folder, trusted: true })}\n`).toString("base64");
  const trusted: Packed = { path: trust, kind: "file", data: told };
  const image = [...(await courseImage()), ...files, trusted];
  const watched = WATCHED.map((name) => `${folder}/${name}`);
  const boot = { cwd: folder, env: environment(), watched };
  listeners.add((report) => {
    if (report.type === "changed") mirror(report, folder, here);
  });
  await page.evaluate(([image, boot]) => globalThis.inPage.open(image, boot), [
    image,
    boot,
  ] as const);
  return {
    folder: here,
    time,
    shown: (text) => text,
    environment,
    async renew() {
      for (const name of WATCHED) rmSync(join(here, name), { recursive: true, force: true });
      await page.evaluate(([folder, files]) => globalThis.inPage.renew(folder, files), [
        folder,
        files,
      ] as const);
    },
    async remove() {
      await time.close();
      await closeStage(here);
      await rm(here, { recursive: true, force: true });
    },
  };
}

/** Does what was done at a path of the page's folder in the one that stands for it. */
function mirror({ path, files }: Extract<Report, { type: "changed" }>, from: string, to: string) {
  const placed = (path: string) => join(to, relative(from, path));
  rmSync(placed(path), { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(dirname(placed(file.path)), { recursive: true });
    writeFileSync(placed(file.path), file.text);
  }
}
