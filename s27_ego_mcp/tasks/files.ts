// s12 · tasks/files – what a task is, and its file.
import { join } from "node:path";
import { z } from "zod";
import { allowedOnly, type GuardedFolder } from "../../shared/consent.ts";
import { createStateFolder, type Found } from "../../shared/stateFile.ts";

export const STATUSES = ["pending", "in_progress", "completed"] as const;
export const MAX_DEPENDENCIES = 50;
const ID = /^task_[0-9a-f]{8}$/;
export const SESSION = /^[0-9a-f]{8}$/;
/** The name of a worktree is a part of a path and of a branch, and git has rules for both. */
export const WORKTREE = /^(?!.*(?:\.\.|\.[Ll][Oo][Cc][Kk]$|\.$))[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const taskSchema = z.object({
  id: z.string().regex(ID),
  /** One line. */
  subject: z.string().trim().min(1).max(200),
  description: z.string().max(20_000),
  status: z.enum(STATUSES),
  /** The agent that has claimed the task, or has completed it. */
  owner: z.string().max(100).optional(),
  /** The session of the owner. Two programs in one folder both have an agent with the name "lead". */
  session: z.string().regex(SESSION).optional(),
  /** The tasks that must be completed before this one is claimed. */
  blockedBy: z.array(z.string().regex(ID)).max(MAX_DEPENDENCIES),
  createdAt: z.iso.datetime(),
  /** The worktree in which its owner works. */
  worktree: z.string().regex(WORKTREE).optional(),
});
export type Task = z.infer<typeof taskSchema>;

export const FOLDER = ".tasks";
const HINT = "The id of a task looks like task_1a2b3c4d; list_tasks shows them.";

/** The files in `cwd`/.tasks, without those that git tracks and that the person has not allowed. */
export function createTaskFiles(cwd: string): GuardedFolder<Task> {
  const idOf = ({ id }: Task) => id;
  const options = { cwd, folder: FOLDER, id: ID, hint: HINT, idOf };
  const files = createStateFolder({ ...options, schema: taskSchema, maxBytes: 128 * 1024 });
  return allowedOnly(files, {
    what: "tasks",
    path: join(cwd, FOLDER),
    fileOf: ({ id }) => `${id}.json`,
    contentOf: ({ id, subject, description, owner, blockedBy, worktree }) => [
      id,
      subject,
      description,
      owner,
      blockedBy,
      worktree,
    ],
    lineOf: (task) => `${task.id}${asideOf(task)}: ${task.subject}. ${task.description}`,
  });
}

/** What else of a task is allowed with it, for the question: its owner, what it waits for, and where it is done. */
function asideOf({ owner, blockedBy, worktree }: Task): string {
  const parts = [
    ...(owner === undefined ? [] : [`owner ${owner}`]),
    ...blockedBy.map((id) => `after ${id}`),
    ...(worktree === undefined ? [] : [`worktree ${worktree}`]),
  ];
  return parts.length > 0 ? ` (${parts.join(", ")})` : "";
}

/** All tasks by id, the oldest first, and one sentence for each file that cannot be used. */
export interface Tasks {
  tasks: Map<string, Task>;
  problems: string[];
}

export function byAge({ values, problems }: Found<Task>): Tasks {
  const sorted = values.sort((one, other) => (isOlder(one, other) ? -1 : 1));
  return { tasks: new Map(sorted.map((task) => [task.id, task])), problems };
}

/** Of two tasks of the same millisecond, the id decides, so that the order is always the same. */
function isOlder(one: Task, other: Task): boolean {
  return one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt;
}
