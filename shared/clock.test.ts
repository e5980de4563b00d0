import { expect, test } from "vitest";
import { createClock } from "./clock.ts";

/** Time does not go on by itself. */
const STILL = { date: () => Date.parse("2026-03-02T09:00:00Z"), ticks: () => 0 };

test("advance runs every timer that is due, in order, and leaves the others", () => {
  const clock = createClock(STILL);
  const ran: string[] = [];
  clock.after(60_000, () => ran.push("minute"));
  clock.after(30_000, () => ran.push("half"));
  const cancel = clock.after(3_600_000, () => ran.push("hour"));
  clock.advance(29_999);
  expect(ran).toEqual([]);
  clock.advance(30_001);
  expect(ran).toEqual(["half", "minute"]);
  cancel();
});

test("a timer that is cancelled by an earlier one in the same jump does not run", () => {
  const clock = createClock();
  let ran = false;
  const cancel = clock.after(2000, () => {
    ran = true;
  });
  clock.after(1000, cancel);
  clock.advance(5000);
  expect(ran).toBe(false);
});

test("setNow changes the date and no timer's wait", () => {
  const clock = createClock(STILL);
  let ran = false;
  const cancel = clock.after(60_000, () => {
    ran = true;
  });
  clock.setNow(0);
  expect(clock.now()).toBe(0);
  clock.advance(59_999);
  expect(ran).toBe(false);
  clock.advance(1);
  expect(ran).toBe(true);
  cancel();
});

test("sleep ends with its time, and with its signal's reason when that is aborted", async () => {
  const clock = createClock();
  const asleep = clock.sleep(60_000);
  clock.advance(60_000);
  await expect(asleep).resolves.toBeUndefined();
  const controller = new AbortController();
  const interrupted = clock.sleep(60_000, controller.signal);
  controller.abort(new Error("stop it"));
  await expect(interrupted).rejects.toThrow("stop it");
  await expect(clock.sleep(1, controller.signal)).rejects.toThrow("stop it");
});

test("a real timer fires by itself", async () => {
  await expect(createClock().sleep(1)).resolves.toBeUndefined();
});

test("the listener is called for every timer, with the time when it is due", () => {
  const clock = createClock(STILL);
  const heard: number[] = [];
  clock.onTimer((due) => heard.push(due));
  const cancel = clock.after(120_000, () => {});
  expect(heard).toEqual([clock.now() + 120_000]);
  cancel();
});

test("where the clock is moved, a long wait lasts until then, however long that takes, and a short one its time", () => {
  let ticks = 0;
  const clock = createClock({ date: () => ticks, ticks: () => ticks });
  const ran: string[] = [];
  clock.onTimer(() => {}, true);
  clock.after(10_000, () => ran.push("long"));
  clock.after(4000, () => ran.push("short"));
  ticks = 3_600_000; // an hour of work
  clock.advance(0);
  expect(ran).toEqual(["short"]);
  clock.advance(4000);
  expect([clock.settle(0), ran]).toEqual([true, ["short"]]);
  clock.advance(4000); // two seconds are left, which pass by themselves
  expect([clock.settle(0), ran]).toEqual([false, ["short"]]);
  ticks += 2000;
  clock.advance(0);
  expect(ran).toEqual(["short", "long"]);
});

test("what runs every so often runs once in a jump, goes on after it, and is not announced", () => {
  const clock = createClock(STILL);
  const heard: number[] = [];
  clock.onTimer((due) => heard.push(due));
  let ran = 0;
  const stop = clock.every(1000, () => ran++);
  clock.advance(3_600_000);
  expect(ran).toBe(1);
  clock.advance(1000);
  expect(ran).toBe(2);
  stop();
  clock.advance(3_600_000);
  expect([ran, heard]).toEqual([2, []]);
});

test("it can be stopped from inside", () => {
  const clock = createClock();
  let ran = 0;
  const stop = clock.every(1000, () => {
    ran++;
    stop();
  });
  clock.advance(5000);
  clock.advance(5000);
  expect(ran).toBe(1);
});

test("a date that is set back or forward delays no timer and hastens none", () => {
  let [date, ticks] = [Date.parse("2026-03-02T09:00:00Z"), 0];
  const clock = createClock({ date: () => date, ticks: () => ticks });
  const ran: string[] = [];
  const cancel = clock.after(60_000, () => ran.push("before"));
  date -= 3_600_000;
  clock.after(60_000, () => ran.push("after"));
  clock.every(60_000, () => ran.push("every"));
  ticks = 59_000;
  clock.advance(0);
  expect(ran).toEqual([]);
  date += 86_400_000;
  clock.advance(0);
  expect(ran).toEqual([]);
  ticks = 60_000;
  clock.advance(0);
  expect(ran).toEqual(["before", "after", "every"]);
  expect(clock.now()).toBe(date);
  cancel();
});

test("it is settled while no timer is soon due, and once all that watch have looked again, which they do at once", () => {
  const clock = createClock(STILL);
  const cancel = clock.after(60_000, () => {});
  expect(clock.settle(0)).toBe(true);
  clock.advance(56_000);
  expect(clock.settle(0)).toBe(false);
  cancel();
  const looked: number[] = [];
  const stop = clock.every(1000, () => looked.push(clock.elapsed()));
  const stopSlow = clock.every(60_000, () => looked.push(Number.NaN)); // looks when the spec moves the clock
  const asked = clock.elapsed();
  expect(clock.settle(asked)).toBe(false);
  expect(looked).toEqual([asked]);
  clock.advance(1);
  const again = clock.elapsed();
  expect(clock.settle(asked)).toBe(false);
  expect(looked).toEqual([asked, again]);
  expect(clock.settle(asked)).toBe(true);
  stopSlow();
  stop();
  expect(clock.armed()).toBe(0);
});
