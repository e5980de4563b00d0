// course/deep/soak · 500 turns of the newest chapter with everything in them, two kills, and what is left at the end.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { brokenRule } from "../../practice/validation/validate.ts";
import { ROOT } from "../base/root.ts";
import { removeFolder } from "../spec/folder.ts";
import { newestFolder } from "../unit/newest-tests.ts";
import { close, killIn, leave, play, type Sample, samplesOf, startProgram, until } from "./soak.ts";
import { actsOf, KILLED_IN_CALL, KILLED_WAITING, LEFT_RUNNING, opening } from "./soak-acts.ts";
import { keptIn, leftoversIn, locksIn, onTheWire, survivorsOf } from "./soak-remains.ts";

const SEED = Number(process.env.SOAK_SEED ?? 20);

test("it runs", async () => {
  const mark = randomUUID();
  const chapter = newestFolder(ROOT);
  const acts = actsOf(SEED);
  const t0 = performance.now();
  const first = await startProgram({ chapter, mark });
  await play(first, [opening(0), ...acts.slice(0, 60)]);
  console.log("first", performance.now() - t0);
  console.log(await killIn(first, KILLED_IN_CALL, false));
  await until(() => survivorsOf(mark).length === 0);
  const second = await startProgram({ chapter, mark, after: first });
  await play(second, [opening(1), ...acts.slice(60, 120)]);
  console.log("second", performance.now() - t0);
  console.log(await killIn(second, KILLED_WAITING, true));
  await until(() => survivorsOf(mark).length === 0);
  const third = await startProgram({ chapter, mark, after: second });
  const samples = await play(third, [opening(2), ...acts.slice(120), LEFT_RUNNING]);
  console.log("third", performance.now() - t0);
  for (const s of samples) console.log(Math.round(s.heapUsed / 1024), Math.round(s.external/1024), Math.round(s.rss / 1024), s.files.length, s.handles.join(" "));
  console.log(locksIn(third.parts.folder), survivorsOf(mark));
  console.log(await leave(third), performance.now() - t0);
  console.log(samplesOf(third).at(-1));
  console.log(locksIn(third.parts.folder), leftoversIn(third.parts.folder), survivorsOf(mark));
  console.log(await close(third));
  console.log(keptIn(third.parts.folder).length, third.cast.last()?.request.messages.length);
  console.log(acts.length);
}, 600_000);
