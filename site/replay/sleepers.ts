// site/replay/sleepers · stands in for course/replay/sleepers: the commands that sleep in the page of a session, until they are woken.
import type { Sleepers } from "../../course/replay/sleepers.ts";
import type { Report } from "../host/link.ts";
import { heard, stageOf } from "./stages.ts";

interface Sleeper {
  id: number;
  /** In ms of the session's time, from its start. */
  due: number;
  /** Of two that are due at the same moment, that of the earlier command goes on first. */
  script: number;
}

/** A folder that no session works in. */
const NOBODY: Sleepers = {
  next: () => undefined,
  pass: () => {},
  wake: () => false,
  close: async () => {},
};

/** The commands that sleep in a session's page; `began` is called when one of them begins to. */
export async function offerSleep(folder: string, began: () => void): Promise<Sleepers> {
  const stage = stageOf(folder);
  if (stage === undefined) return NOBODY;
  const { page, listeners } = stage;
  const sleepers = new Map<number, Sleeper>();
  let passed = 0;
  function hear(report: Report) {
    if (report.type === "exit") sleepers.clear();
    if (report.type === "awake") sleepers.delete(report.id);
    if (report.type !== "sleep") return;
    const { id, ms, script } = report;
    sleepers.set(id, { id, due: passed + ms, script });
    began();
  }
  listeners.add(hear);
  const first = () =>
    [...sleepers.values()].sort((a, b) => a.due - b.due || a.script - b.script).at(0);
  return {
    next() {
      const due = first()?.due;
      return due === undefined ? undefined : Math.max(0, due - passed);
    },
    pass(ms) {
      heard();
      passed += ms;
    },
    wake() {
      const sleeper = first();
      if (sleeper === undefined || sleeper.due > passed) return false;
      const { id } = sleeper;
      sleepers.delete(id);
      void page.evaluate((id) => globalThis.inPage.send({ type: "wake", id }), id).catch(() => {}); // it was left
      return true;
    },
    async close() {
      listeners.delete(hear);
    },
  };
}
