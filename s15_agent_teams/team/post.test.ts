import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "../../shared/clock.ts";
import { stopTime } from "../../shared/fixtures/clock.ts";
import { createPost } from "./post.ts";

let lines = "";
let armed = 0;
beforeEach(() => {
  stopTime();
  armed = clock.armed(); // other tests may have left some
  lines = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    lines += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  clock.setNow(Date.now()); // other tests use the same clock
});

const letter = (content: string) =>
  ({ from: "alice", to: "lead", type: "result", content }) as const;

/** A post whose disk is full until it is mended, and promises of what it has tried and written. */
function fullDisk() {
  const [tried, written]: string[][] = [[], []];
  let isFull = true;
  let seen = () => {};
  const mend = () => {
    isFull = false;
  };
  const post = createPost(async ({ content }) => {
    tried?.push(content);
    seen();
    if (isFull) throw new Error("The disk is full.");
    written?.push(content);
  });
  const next = () =>
    new Promise<void>((resolve) => {
      seen = resolve;
    });
  return { post, tried, written, next, mend };
}

test("letters that cannot be written are tried again until they are on the disk, in their order, and that is said once", async () => {
  const { post, tried, written, next, mend } = fullDisk();
  await post.send(letter("first"));
  await post.send(letter("second"));
  const again = next();
  clock.advance(10_000);
  await again;
  expect(tried).toEqual(["first", "first", "first"]);
  expect(lines.match(/not sent yet: The disk is full\./g)).toHaveLength(1);
  mend();
  const now = next();
  clock.advance(10_000);
  await now;
  await post.close();
  expect(written).toEqual(["first", "second"]);
  clock.advance(60_000);
  expect(clock.armed()).toBe(armed);
});

test("at the end they are tried once more, and it is said whose letters are not sent", async () => {
  const { post, tried } = fullDisk();
  await post.send(letter("lost"));
  await post.close();
  expect(tried).toEqual(["lost", "lost"]);
  expect(lines).toMatch(/The result of alice was not sent, and is on the screen only/);
  expect(clock.armed()).toBe(armed);
});
