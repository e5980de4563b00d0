// site/views/map · each mechanism stands where the code joins it to the loop, from the chapter on that brings it.
import { beforeAll, expect, test } from "vitest";
import { ROOT } from "../../../course/base/root.ts";
import { compareAll } from "../../../course/chapters/compare.ts";
import { loadChapters } from "../../../course/chapters/files.ts";
import { joinsOf } from "../../../course/generate/joins.ts";
import { mapSteps } from "../../build/mapData.ts";
import type { MapStep } from "../data.ts";
import { stationsOf, WAYS } from "./stations.ts";

const chapters = loadChapters(ROOT);
let steps: MapStep[] = [];
beforeAll(async () => {
  steps = mapSteps(await compareAll(chapters, ROOT));
});

const indexOf = (name: string) => steps.findIndex((step) => step.name === name);

function stations(name: string) {
  const at = indexOf(name);
  const step = steps[at];
  return step ? stationsOf(step, steps[at - 1]) : [];
}

const namesAt = (name: string, station: string) =>
  stations(name)
    .find((one) => one.name === station)
    ?.mechanisms.map(({ mechanism, isNew }) => `${mechanism.name}${isNew ? " new" : ""}`);

test("the newest chapter has the mechanisms of docs/map", () => {
  const joins = joinsOf(chapters.at(-1)).map(({ name }) => name);
  const names = steps.at(-1)?.mechanisms.map(({ name }) => name) ?? [];
  expect(names.slice(0, joins.length)).toEqual(joins);
  expect(names.slice(joins.length)).toEqual(expect.arrayContaining(["loop.ts", "recovery/"]));
});

test("before there are hooks there are messages, a model and tools", () => {
  expect(stations("s01").map(({ name }) => name)).toEqual([
    ...["messages", "model", "tools", "commands", "others"],
  ]);
  expect(namesAt("s01", "tools")).toEqual(["bash.ts new"]);
  expect(namesAt("s01", "others")).toEqual(["code.ts new", "loop.ts new", "tools.ts new"]);
  expect(namesAt("s02", "tools")).toEqual(["bash.ts", "files.ts new"]);
});

test("a mechanism is new at its event in its own chapter only, and each has the chapter that brought it", () => {
  expect(namesAt("s05", "BeforeModel")).toEqual(["todo.ts new"]);
  expect(namesAt("s06", "BeforeModel")).toEqual(["todo.ts"]);
  const memory = steps.at(-1)?.mechanisms.find(({ name }) => name === "memory/");
  expect(memory).toMatchObject({ since: "s09", door: "memory/memory.ts" });
});

test("each mechanism stands somewhere, and each way of the loop has two ends", () => {
  for (const { name, mechanisms } of steps) {
    const standing = stations(name).flatMap((one) => one.mechanisms.map((it) => it.mechanism.name));
    expect(new Set(standing)).toEqual(new Set(mechanisms.map((one) => one.name)));
  }
  const places = stations("s27").map(({ name }) => name);
  for (const way of WAYS) expect(places).toEqual(expect.arrayContaining(way));
});
