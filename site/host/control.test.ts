// site/host/control · what a page says of the clock reaches the agent, whenever that is ready for it.
import { expect, test } from "vitest";
import { openChannel } from "./control.ts";
import { link } from "./link.ts";
import { pace } from "./sleep.ts";

test("what is said before an agent listens is not lost, and comes first", async () => {
  link.onClock('{"idle":1}');
  const channel = await openChannel("page:1");
  link.onClock('{"idle":2}');
  const heard: string[] = [];
  channel.onLine((line) => heard.push(line));
  link.onClock('{"idle":3}');
  expect(heard).toEqual(['{"idle":1}', '{"idle":2}', '{"idle":3}']);
  channel.close();
  link.onClock('{"idle":4}');
  expect(heard).toHaveLength(3);
});

test("long waits of a session that a program plays end when that moves the clock; a reader may simply wait", async () => {
  const first = async () => JSON.parse((await openChannel("page:1")).first ?? "");
  expect(await first()).toMatchObject({ isMoved: false });
  pace.isOutside = true;
  expect(await first()).toMatchObject({ isMoved: true });
  pace.isOutside = false;
});
