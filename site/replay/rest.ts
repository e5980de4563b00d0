// site/replay/rest · stands in for course/replay/rest: whether anything is at work in the page of a session.
import type * as real from "../../course/replay/rest.ts";
import { stageOf } from "./stages.ts";

/** A page can always tell. */
export const CAN_SEE_REST = true;

/** A page has its worker, and nothing that was there before. */
export const processes: typeof real.processes = () => [];

/** Resolves when nothing in the page of this folder has been at work for a moment, or when nobody wants to know any more. */
export const atRest: typeof real.atRest = async (folder, _others, isOver) => {
  while (!isOver()) {
    const page = stageOf(folder)?.page;
    if (page === undefined || page.isClosed()) return;
    if (await page.evaluate(() => globalThis.inPage.isAtRest())) return;
  }
};
