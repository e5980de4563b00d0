// practice/brain/rows/rows · all intents that are data; the first whose words fit has the request.
import { listBackground, runInBackground } from "./background.ts";
import { everyDay, everyMinute, everyMinutes, listCrons } from "./crons.ts";
import type { IntentRow } from "./row.ts";
import { createTask, listTasks } from "./tasks.ts";

export const ROWS: readonly IntentRow[] = [
  everyMinute,
  everyMinutes,
  everyDay,
  listCrons,
  runInBackground,
  listBackground,
  createTask,
  listTasks,
];
