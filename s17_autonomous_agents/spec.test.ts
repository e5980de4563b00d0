import { says, test } from "../course/spec.ts";

test.inherited(
  "the agent answers",
  "every chapter does; the chapter's own promises replace this test",
  async ({ start }) => {
    const agent = await start([says("Hello.")]);
    await agent.type("hi");
    await agent.sees("Hello.");
  },
);
