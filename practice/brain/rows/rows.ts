// practice/brain/rows/rows · all intents that are data.
import { listBackground, readBackground, runInBackground, stopBackground } from "./background.ts";
import { cancelCron, listCrons, remind, schedule } from "./crons.ts";
import type { IntentRow } from "./row.ts";
import { createTask, listTasks, withTask } from "./tasks.ts";
import { checkMail, listMates, sendMail, spawnMate } from "./team.ts";

export const ROWS: readonly IntentRow[] = [
  schedule,
  remind,
  listCrons,
  cancelCron,
  runInBackground,
  listBackground,
  readBackground,
  stopBackground,
  createTask,
  listTasks,
  ...withTask,
  spawnMate,
  sendMail,
  listMates,
  checkMail,
];
