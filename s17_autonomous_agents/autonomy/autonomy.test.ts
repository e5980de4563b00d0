import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "../../shared/clock.ts";
import { stopTime } from "../../shared/fixtures/clock.ts";
import { beginTrust, endTrust, lookAgain } from "../../shared/trust.ts";
import { createTasks, type Task, type TaskBoard } from "../tasks/tasks.ts";
import type { MateExtra, MateHandle, Team } from "../team/team.ts";
import { createAutonomy } from "./autonomy.ts";

let folder = "";
const opened: (() => Promise<void> | undefined)[] = [];
beforeEach(async () => {
  stopTime(); // a look every ten seconds would count, too
  folder = await mkdtemp(join(tmpdir(), "autonomy-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  clock.setNow(Date.now()); // other tests use the same clock
  for (const close of opened.splice(0)) await close();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

const signal = new AbortController().signal;

/** A mate without a model: in each turn that a task begins it does `work`, which gives the reason if it fails. */
interface Hand {
  name: string;
  progress: MateHandle["progress"];
  extra: MateExtra;
  prompts: string[];
  letters: string[];
  written(count: number): Promise<void>;
}

type Work = (prompt: string, board: TaskBoard, name: string) => Promise<string | undefined>;

/** Letters to the lead, and a promise of so many of them. */
function createPost() {
  const letters: string[] = [];
  const waiting: (() => void)[] = [];
  function write(letter: string) {
    letters.push(letter);
    for (const look of waiting) look();
  }
  const written = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (letters.length >= count) resolve();
      };
      waiting.push(look);
      look();
    });
  return { letters, write, written };
}

/** All that autonomy waits for is tracked: here what it uses of the store, below the mail and the turns. */
function trackedBoard({ tracked }: Tracker): TaskBoard {
  const board = createTasks(folder);
  const { store } = board;
  store.claimable = tracked(store.claimable);
  store.claimNext = tracked(store.claimNext);
  store.taskOf = tracked(store.taskOf);
  store.release = tracked(store.release);
  return board;
}

/** A program in the folder, with a team whose mates have nothing to do. */
function program() {
  const tracker = createTracker();
  const board = trackedBoard(tracker);
  const { letters, write, written } = createPost();
  // Of a team, only what autonomy looks at.
  const team: Team = Object({
    forMates: [],
    isEnding: false,
    mates: new Map(),
    post: {
      send: tracker.tracked(async (letter: { content: string }) => write(letter.content)),
    },
  });
  const autonomy = createAutonomy({ team }, board);
  opened.push(async () => {
    await autonomy.stop?.();
    await board.stop?.();
  });

  function hire(name: string, work: Work, isHeld = () => false): Hand {
    const prompts: string[] = [];
    let last: Promise<void> = Promise.resolve();
    const progress: MateHandle["progress"] = {
      isLeaving: false,
      tokens: 0,
      isCut: false,
      turnsAlone: 0,
      running: undefined,
    };
    async function turn(promptOf: Parameters<MateHandle["submit"]>[0]) {
      const prompt = await promptOf();
      if (prompt === undefined) return;
      prompts.push(prompt);
      await extra.turnEnded?.(await work(prompt, board, name));
    }
    const handle: MateHandle = {
      name,
      progress,
      isHeld,
      async dismiss({ content }) {
        progress.isLeaving = true;
        await extra.left?.(false);
        write(content);
      },
      submit: tracker.tracked((promptOf) => {
        last = last.then(() => turn(promptOf));
        return last;
      }),
    };
    const [extra = {}] = team.forMates.map((make) => make(handle));
    return { name, progress, extra, prompts, letters, written };
  }

  const create = (subject: string) =>
    board.store.create({ subject, description: "", blockedBy: [] }, { name: "lead", signal });
  return { board, team, letters, written, hire, create, quiet: tracker.quiet };
}

const idOf = (prompt: string) => /task_[0-9a-f]{8}/.exec(prompt)?.[0] ?? "";

const completes: Work = async (prompt, { store }, name) => {
  await store.complete(idOf(prompt), { name, signal });
  return undefined;
};

async function tasksIn(): Promise<Task[]> {
  const names = (await readdir(join(folder, ".tasks"))).filter((name) => name.endsWith(".json"));
  const texts = names.map((name) => readFile(join(folder, ".tasks", name), "utf8"));
  return (await Promise.all(texts)).map((text) => JSON.parse(text));
}

/** Resolves when the store tells of a change of which this is true. By then autonomy has heard of it. */
function changed({ store }: TaskBoard, isIt: (task: Task) => boolean): Promise<void> {
  return new Promise((resolve) => {
    store.onChange((task) => {
      if (isIt(task)) resolve();
    });
  });
}

/** Time for some more looks, if there were any: for what must not happen. */
async function time() {
  for (let at = 0; at < 10; at++) await tasksIn();
}

test("sixteen mates of two programs do twenty tasks, each of them once", async () => {
  const [one, other] = [program(), program()];
  const open = new Set<string>();
  for (let at = 0; at < 20; at++) open.add((await one.create(`number ${at}`)).id);
  const isLast = ({ id, status }: Task) =>
    status === "completed" && open.delete(id) && open.size === 0;
  const done = Promise.race([changed(one.board, isLast), changed(other.board, isLast)]);
  const hands = Array.from({ length: 16 }, (_, at) =>
    (at % 2 === 0 ? one : other).hire(`mate-${at}`, completes),
  );
  for (const { extra } of hands) void extra.turnEnded?.(undefined);
  await done;
  const taken = hands.flatMap(({ prompts }) => prompts.map(idOf)).sort();
  expect(taken).toEqual((await tasksIn()).map(({ id }) => id).sort());
});

test("a task that is made while a look runs is not overlooked", async () => {
  const { board, hire, create } = program();
  const { claimable } = board.store;
  for (let round = 0; round < 10; round++) {
    let made: Promise<Task> | undefined;
    board.store.claimable = async () => {
      const seen = await claimable();
      made ??= create(`number ${round}`);
      await made;
      return seen;
    };
    const hand = hire(`mate-${round}`, completes);
    const done = changed(board, ({ status }) => status === "completed" && hand.prompts.length > 0);
    void hand.extra.turnEnded?.(undefined); // looks, and finds nothing yet
    await done;
    await hand.extra.left?.(false);
  }
});

test("a mate that has given a task back is not asked for ever whether it wants it", async () => {
  const { board, hire, create, quiet } = program();
  await create("too hard");
  let looks = 0;
  const { claimable } = board.store;
  board.store.claimable = () => {
    looks++;
    return claimable();
  };
  const releases: Work = async (prompt, { store }, name) => {
    await store.release(idOf(prompt), { name, signal });
    return undefined;
  };
  const released = changed(board, ({ status }) => status === "pending");
  const hand = hire("alice", releases);
  void hand.extra.turnEnded?.(undefined);
  await released;
  await quiet();
  const before = looks;
  await time();
  expect(looks).toBe(before);
  expect(hand.prompts).toHaveLength(1);
});

test("what the list shows and the claim cannot get is tried again only when something has changed", async () => {
  const { board, hire, create, quiet } = program();
  await create("lost to another program");
  let claims = 0;
  let tried = () => {};
  board.store.claimNext = async () => {
    claims++;
    tried();
    return undefined;
  };
  const nextTry = () =>
    new Promise<void>((resolve) => {
      tried = resolve;
    });
  const first = nextTry();
  const hand = hire("alice", completes);
  void hand.extra.turnEnded?.(undefined);
  await first;
  await quiet();
  expect(claims).toBe(1);
  const second = nextTry();
  clock.advance(10_000);
  await second;
  await quiet();
  expect(claims).toBe(2);
});

test("of a task that a mate leaves behind the lead hears, and it is free", async () => {
  const { board, letters, hire, create } = program();
  await create("half done");
  const claimed = changed(board, ({ owner }) => owner === "alice");
  const hand = hire("alice", () => new Promise(() => {}));
  void hand.extra.turnEnded?.(undefined);
  await claimed;
  await hand.extra.left?.(false);
  expect(await tasksIn()).toMatchObject([{ status: "pending" }]);
  expect(letters.join()).toMatch(/half done is free again, because I leave the team/);
});

test("when the program ends, a mate's task is free before its team is, and the letter says why", async () => {
  const { board, team, letters, hire, create } = program();
  await create("half done");
  const claimed = changed(board, ({ owner }) => owner === "alice");
  const hand = hire("alice", () => new Promise(() => {}));
  void hand.extra.turnEnded?.(undefined);
  await claimed;
  team.isEnding = true;
  await hand.extra.left?.(true); // the team calls this while it still has its lock
  expect(await tasksIn()).toMatchObject([{ status: "pending" }]);
  expect(letters.join()).toMatch(/half done is free again, because the program ended/);
});

test("a store that cannot be read is reported, and throws nothing", async () => {
  const { hire, quiet } = program();
  await symlink(tmpdir(), join(folder, ".tasks"));
  const hand = hire("alice", completes);
  await hand.extra.turnEnded?.(undefined);
  await quiet();
  expect(hand.prompts).toEqual([]);
  await rm(join(folder, ".tasks"));
});

test("a mate at work on one task gets no second one from the store, and that of a dead session is taken over", async () => {
  const [one, other] = [program(), program()];
  const caller = { name: "alice", signal, oneAtATime: true } as const;
  for (const subject of ["first", "second"]) await one.create(subject);
  const first = await one.board.store.claimNext(caller, () => true);
  expect(first?.task.subject).toBe("first");
  expect(await one.board.store.claimNext(caller, () => true)).toBeUndefined();
  await one.board.store.stop();
  const taken = await other.board.store.claimNext({ ...caller, name: "bob" }, () => true);
  expect(taken).toMatchObject({ from: "alice", task: { subject: "first", owner: "bob" } });
});

test("a task that cannot be released is told once, tried again, and free then, also when its mate has left", async () => {
  const { board, letters, written, hire, create, quiet } = program();
  await create("half done");
  const claimed = changed(board, ({ owner }) => owner === "alice");
  const hand = hire("alice", async () => undefined);
  void hand.extra.turnEnded?.(undefined);
  await claimed;
  await quiet(); // its turn has ended
  const { release } = board.store;
  let tries = 0;
  board.store.release = () => {
    tries++;
    return Promise.reject(new Error("The disk is full."));
  };
  await hand.extra.left?.(false);
  await quiet();
  const before = tries;
  clock.advance(10_000);
  await quiet();
  expect(tries).toBeGreaterThan(before);
  expect(letters).toEqual([expect.stringMatching(/half done could not be released yet.*is full/)]);
  board.store.release = release;
  clock.advance(10_000);
  await written(2);
  expect(await tasksIn()).toMatchObject([{ status: "pending" }]);
  expect(letters[1]).toContain("half done is free again");
});

test("a task that could not be released is tried again, also when a look has found no mate meanwhile", async () => {
  const { board, letters, hire, create, quiet } = program();
  await create("half done");
  const claimed = changed(board, ({ owner }) => owner === "alice");
  const hand = hire("alice", async () => undefined);
  void hand.extra.turnEnded?.(undefined);
  await claimed;
  await quiet();
  const { release } = board.store;
  let fail = () => {};
  const full = new Promise<never>((_, reject) => {
    fail = () => reject(new Error("The disk is full."));
  });
  board.store.release = () => full;
  const left = hand.extra.left?.(false);
  await create("another one"); // a look: the team is empty, and nothing is owed yet
  await time();
  fail();
  await left;
  board.store.release = release;
  clock.advance(10_000);
  await time();
  await quiet();
  expect(letters).toEqual([
    expect.stringContaining("not be released"),
    expect.stringContaining("free again"),
  ]);
});

test.each(["deleted", "completed"])(
  "a task that a person has %s is not its mate's any more, and the mate takes the next one",
  async (how) => {
    const { board, hire, create } = program();
    const { id } = await create("gone");
    await create("next");
    const path = join(folder, ".tasks", `${id}.json`);
    const work: Work = async (prompt, at, name) => {
      if (idOf(prompt) !== id) return completes(prompt, at, name);
      if (how === "deleted") await rm(path);
      else await writeFile(path, (await readFile(path, "utf8")).replace("in_progress", how));
      return undefined;
    };
    const done = changed(board, (task) => task.subject === "next" && task.status === "completed");
    const hand = hire("alice", work);
    void hand.extra.turnEnded?.(undefined);
    await done;
    expect(hand.prompts).toHaveLength(2);
  },
);

test("tasks that a mate claims with its tool count, it is reminded of each, and after twenty it may claim none", async () => {
  const { board, hire, create } = program();
  const { extra } = hire("alice", completes, () => true); // takes none by herself
  const mayClaim = () =>
    extra.hooks?.PreToolUse?.(
      Object({ call: { name: "claim_task" }, context: { agent: extra } }) as never,
    );
  const caller = { name: "alice", signal };
  for (let at = 0; at < 20; at++) {
    expect(await mayClaim()).toBeUndefined();
    const { id } = await create(`number ${at}`);
    await board.store.claim(id, caller);
    expect(extra.status?.()).toContain(`${at + 1} of 20 tasks`);
    expect(await extra.hooks?.Stop?.(Object({}) as never)).toHaveProperty("again");
    await board.store.complete(id, caller);
  }
  expect(await mayClaim()).toHaveProperty("denied");
});

test("a task that a person has marked as in progress is taken by a call only", async () => {
  const { board, create } = program();
  const { id } = await create("by hand");
  const path = join(folder, ".tasks", `${id}.json`);
  await writeFile(path, (await readFile(path, "utf8")).replace("pending", "in_progress"));
  expect(await board.store.claimable()).toEqual([]);
  await board.store.claim(id, { name: "alice", signal });
});

test("a mate that is held for two hours leaves", async () => {
  const { hire } = program();
  const hand = hire("alice", completes, () => true);
  clock.advance(119 * 60_000);
  expect(hand.letters).toEqual([]);
  clock.advance(60_000);
  await hand.written(1);
  expect(hand.letters).toEqual([expect.stringContaining("waited for 120 minutes")]);
});

test("a mate whose tokens are used up leaves at the end of its turn", async () => {
  const { hire } = program();
  const hand = hire("alice", completes);
  hand.progress.tokens = 5_000_000;
  await hand.extra.turnEnded?.(undefined);
  await hand.written(1);
  expect(hand.letters).toEqual([expect.stringContaining("5000000 of 5000000 tokens")]);
});

test("a task that comes into a folder in which there was nothing is taken only after a yes of the person", async () => {
  const { board, create } = program();
  const ready = async () => (await board.store.claimable()).map(({ id }) => id).sort();
  const trusted = { cwd: folder, env: { AGENT_TRUST_FILE: `${folder}.trust` } };
  opened.push(async () => {
    endTrust();
    await rm(`${folder}.trust`, { force: true });
  });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await beginTrust([board.store.reads], trusted);
  const own = await create("ours");
  expect(await ready()).toEqual([own.id]);
  const unpacked = { ...own, id: "task_00000001", subject: "as the archive says" };
  await writeFile(join(folder, ".tasks", `${unpacked.id}.json`), JSON.stringify(unpacked));
  expect(await ready()).toEqual([own.id]);
  await lookAgain(async () => "y");
  expect(await ready()).toEqual([unpacked.id, own.id]);
});

/** No test leads to so many actions one after the other. */
const MAX_ROUNDS = 1000;

/** Knows which of its actions run. */
interface Tracker {
  /** The same action. While it runs, it is not quiet. */
  tracked<Given extends unknown[], Result>(
    action: (...given: Given) => Promise<Result>,
  ): (...given: Given) => Promise<Result>;
  /**
   * Resolves when no action runs, and what follows from those that have ended has begun no other one. Then nothing
   * happens before somebody else does something, if the code under test waits for tracked actions only. Throws when
   * one follows the other for ever.
   */
  quiet(): Promise<void>;
}

/** A tracker that knows of no action yet. */
function createTracker(): Tracker {
  const running = new Set<Promise<unknown>>();

  const tracked: Tracker["tracked"] =
    (action) =>
    (...given) => {
      const result = action(...given);
      const end = () => running.delete(result);
      running.add(result);
      result.then(end, end);
      return result;
    };

  async function quiet() {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      await Promise.allSettled(running);
      await new Promise(setImmediate); // all that waits for a promise only has gone on afterwards
      if (running.size === 0) return;
    }
    throw new Error(`It does not end: ${MAX_ROUNDS} times one action followed another one.`);
  }
  return { tracked, quiet };
}
