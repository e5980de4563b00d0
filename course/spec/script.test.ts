// course/spec/script · the scripted model, and what it is strict about.
import { expect, test } from "vitest";
import { holds, problemOf } from "../fixtures/judged.ts";
import { atMost, calls, conversation, cut, says } from "./script.ts";

test("a side question does not use up the script, and is answered by its name", () =>
  holds(async ({ start }) => {
    const script = [calls(["recall", {}], ["recall", {}]), says("Now I know.")];
    const agent = await start(script, { side: { recall: "a teapot" } });
    await agent.type("what was it?");
    await agent.sees("Now I know.");
    expect(agent.toolResults.map(({ content }) => content)).toEqual(["a teapot", "a teapot"]);
    expect(agent.requests).toHaveLength(2);
  }));

test("the answer to a side question may come later", () =>
  holds(async ({ start }) => {
    const side = { recall: async () => "a teapot" };
    const agent = await start([calls("recall", {}), says("Now I know.")], { side });
    await agent.type("what was it?");
    await agent.sees("Now I know.");
    expect(agent.toolResults.map(({ content }) => content)).toEqual(["a teapot"]);
  }));

test("a failure names the side questions that were not asked, or whose answer was not waited for", async () => {
  const side = { recall: () => new Promise(() => {}), choose: "one" };
  const script = [calls("recall", {}), says("Now I know.")];
  const problem = await problemOf("failed", async ({ start }) => {
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const recall = () => {
      asked();
      return side.recall();
    };
    const agent = await start(script, { side: { ...side, recall } });
    await agent.type("what was it?");
    await isAsked;
    expect(agent.toolResults).toHaveLength(1);
  });
  expect(problem).toContain('has asked the question "recall" (side:recall), and did not wait');
  expect(problem).toContain('has not asked the question "choose" (side:choose)');
  const unseen = await problemOf("failed", async ({ start }) => {
    const agent = await start([says("Hello.")], { side: { choose: "one" } });
    await agent.type("hi");
    await agent.sees("Which one?");
  });
  expect(unseen).toContain('has not asked the question "choose" (side:choose)');
});

test("an expectation of a value that is not there names the value", async () => {
  const nothing: string | undefined = undefined;
  const about = (look: () => void) =>
    problemOf("failed", async ({ start }) => {
      const agent = await start([says("Hello.")]);
      await agent.type("hi");
      await agent.sees("Hello.");
      look();
    });
  const missing = await about(() => {
    expect(nothing).toContain("a");
  });
  expect(missing).toMatch(/^There is no nothing: it is undefined\.\nExpected by script\.test\.ts/);
  const unmatched = await about(() => {
    expect("b".match(/a/), "Of b").toHaveLength(1);
  });
  expect(unmatched).toMatch(/^Of b: There is no "b"\.match\(\/a\/\): it is null or undefined\.\n/);
  const other = await about(() => {
    expect("b").toContain("a");
  });
  expect(other).toMatch(/^expected 'b' to contain 'a'\n/);
});

test("a subagent's conversation has a script of its own", () =>
  holds(async ({ start }) => {
    const agent = await start([
      calls("delegate", { prompt: "count the files" }),
      says("The lead is done."),
      conversation("count", calls("shout", { text: "psst" }), says("Three.")),
    ]);
    await agent.type("delegate");
    await agent.sees("The lead is done.");
    expect(agent.toolResults.map(({ content }) => content)).toEqual(["PSST", "delegated"]);
  }));

test("a reply that no request used fails the test, unless it is atMost", async () => {
  const problem = await problemOf("failed", async ({ start }) => {
    const agent = await start([says("Hello."), calls("shout", { text: "hey" })]);
    await agent.type("hi");
  });
  expect(problem).toBe('Replies that no request used: shout({"text":"hey"})');
  await holds(async ({ start }) => {
    const agent = await start([says("Hello."), atMost(says("Again."))]);
    await agent.type("hi");
  });
});

test("a request without a reply left fails the test and quotes the last user text", async () => {
  const problem = await problemOf("failed", async ({ start }) => {
    const agent = await start([says("Hello.")]);
    await agent.type("hi");
    await agent.type("and now?");
    await agent.ended();
  });
  expect(problem).toContain('whose last user text is "and now?"');
});

test("a request that the API refuses fails the test and quotes the API", async () => {
  const problem = await problemOf("failed", async ({ start }) => {
    const agent = await start([calls("unpaired", {}), atMost(says("Fine."))]);
    await agent.type("go");
    await agent.ended();
  });
  expect(problem).toMatch(/API refused POST \/v1\/messages \(400\): .*toolu_/);
});

test("a reply cut at max_tokens comes with its stop reason", () =>
  holds(async ({ start }) => {
    const agent = await start([cut("I was about to"), cut("shout", { text: "half" }), says("Ok.")]);
    await agent.type("one");
    await agent.sees("I was about to");
    await agent.type("two");
    await agent.sees("Ok.");
  }));
