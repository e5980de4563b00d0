// course/judge/wording.deep.test · an agent from elsewhere may use its own words, but not other facts; a chapter may not.
import { beforeEach, expect as strict, test } from "vitest";
import { isInstalled, lines } from "../fixtures/elsewhere.ts";
import { TOY } from "../fixtures/judged.ts";
import { calls, says } from "../spec/script.ts";
import { judge, type SpecBody } from "./judge.ts";
import { expect } from "./wording.ts";

beforeEach((context) => {
  context.skip(!isInstalled("python3"), "python3 is not installed");
});

/** One command, and what is expected of it. */
const runs =
  (command: string, look: (agent: Agent) => unknown): SpecBody =>
  async ({ start }) => {
    const agent = await start([calls("bash", { command }), says("It ran.")], {
      files: { "kept.txt": "milk\n" },
    });
    await agent.type("run it");
    await agent.sees("It ran.");
    await look(agent);
  };
type Agent = Awaited<ReturnType<Parameters<SpecBody>[0]["start"]>>;

const verdictOf = async (body: SpecBody, folder = lines("nothing")) => {
  const { verdict, error, note } = await judge(body, folder);
  return [verdict, error?.message ?? note];
};

test.each<[string, SpecBody]>([
  [
    "a whole result",
    runs("echo so far; exit 3", ({ toolResults }) =>
      expect(toolResults[0]).toMatchObject({ is_error: true, content: "so far\n[exit code 3]" }),
    ),
  ],
  [
    "a text without facts",
    runs("true", ({ toolResults }) => expect(toolResults[0]?.content).toBe("(no output)")),
  ],
  [
    "a part of a result",
    runs("echo no; exit 7", ({ toolResults }) =>
      expect(toolResults).toMatchObject([{ content: expect.stringContaining("[exit code 7]") }]),
    ),
  ],
  [
    "an end after a beginning",
    runs("seq 3; exit 4", ({ toolResults }) =>
      expect(toolResults[0]?.content).toMatch(/^1\n2\n3\n\[exit code 4\]$/),
    ),
  ],
  ["a line on the screen", runs("exit 5", (agent) => agent.sees("[exit code 5]"))],
  ["the output", runs("exit 5", ({ output }) => expect(output).toContain("[exit code 5]"))],
])("%s in other words is a kept promise, and the words are told", async (_, body) => {
  const [verdict, words] = await verdictOf(body);
  strict([verdict, words]).toEqual([
    "wording",
    strict.stringContaining("was expected, the agent says"),
  ]);
});

test("a difference in white space alone is shown", async () => {
  const [verdict, words] = await verdictOf(
    runs("echo one", ({ toolResults }) => expect(toolResults[0]?.content).toBe("one")),
  );
  strict([verdict, words]).toEqual(["wording", '"one" was expected, the agent says "one\\n"']);
});

test("the difference quotes both sides", async () => {
  const [, words] = await verdictOf(
    runs("echo so far; exit 3", ({ toolResults }) =>
      expect(toolResults[0]?.content).toBe("so far\n[exit code 3]"),
    ),
  );
  strict(words).toBe(
    '"so far\\n[exit code 3]" was expected, the agent says "so far\\n\\nfinished with status 3"',
  );
});

test.each<[string, SpecBody]>([
  [
    "another exit code",
    runs("exit 3", ({ toolResults }) => expect(toolResults[0]?.content).toBe("[exit code 4]")),
  ],
  [
    "is_error",
    runs("exit 3", ({ toolResults }) =>
      expect(toolResults[0]).toMatchObject({ is_error: false, content: "[exit code 3]" }),
    ),
  ],
  [
    "output that is missing",
    runs("echo so far; exit 3", ({ toolResults }) =>
      expect(toolResults[0]?.content).toBe("echo so far\n[exit code 3]"),
    ),
  ],
  [
    "the number of results",
    runs("exit 3", ({ toolResults }) => expect(toolResults).toMatchObject([{}, {}])),
  ],
  ["a length", runs("seq 3", ({ toolResults }) => expect(toolResults[0]?.content).toHaveLength(3))],
  [
    "output that should have been left out",
    runs("echo bert bert", ({ toolResults }) =>
      expect(toolResults[0]?.content).toContain("Result left out"),
    ),
  ],
  [
    "what must not be there",
    runs("exit 3", ({ toolResults }) => expect(toolResults[0]?.content).not.toContain("status")),
  ],
  [
    "the content of a file",
    runs("true", ({ files }) => expect(files).toEqual({ "kept.txt": "tea\n" })),
  ],
  [
    "the names of tools",
    runs("true", ({ requests }) =>
      expect(requests[0]?.tools).toContainEqual(expect.objectContaining({ name: "ba" })),
    ),
  ],
])("%s is not wording: it is judged", async (_, body) => {
  const [verdict] = await verdictOf(body);
  strict(verdict).toBe("failed");
});

test("what the model says must be printed as it is", async () => {
  const [verdict] = await verdictOf(
    runs("true", () => {}),
    lines("mute"),
  );
  strict(verdict).toBe("failed");
});

test("a chapter must use the exact words", async () => {
  const [verdict] = await verdictOf(async ({ start }) => {
    const agent = await start([calls("shout", { text: "one 3" }), says("It ran.")]);
    await agent.type("run it");
    await agent.sees("It ran.");
    expect(agent.toolResults[0]?.content).toBe("shouted: ONE 3");
  }, TOY);
  strict(verdict).toBe("failed");
});
