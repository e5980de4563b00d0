// site/host/work · what the program in this worker has begun and waits for.
import type { Work } from "../../shared/host/node/work.ts";
import { activity, running, waitedFor } from "../node/clockwork.ts";

export function workOfProcess(): Work {
  const { timers, files } = waitedFor();
  return { programs: running.count, timers, others: files + activity.loading };
}
