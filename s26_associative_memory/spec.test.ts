import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { type Agent, calls, conversation, expect, says, test } from "../course/spec.ts";

const NOW = "2026-03-02T09:00:00Z";
const FILE = ".ego/memories.db";

const remember = (content: string, more = {}) => calls("remember", { content, ...more });
const recall = (context: string, more = {}) => calls("recall", { context, ...more });
const DONE = says("Done.");

const TIRED = "After rowing to the island I was tired and slept at noon.";
const EXHAUSTED = "Rowing back from the island: exhausted.";
const OTHERS = [
  "The cat has a new collar.",
  "Ada likes her tea without sugar.",
  "The key is under the third flower pot.",
  "Omar plays chess on Sundays.",
];
const SLEEVES = "White lead, and my sleeves are painted with it, too.";
const BOAT = [
  "mended the torn net",
  "painted the mast with white lead",
  "scraped the hull",
  "spliced a rope",
  "cooked mussels",
  "greased the winch",
  "counted gulls",
].map((what) => `On the boat with Bea in the harbour this morning we ${what}.`);

const results = (agent: Agent) => agent.toolResults.map(({ content }) => String(content));
const lastResult = (agent: Agent) => results(agent).at(-1) ?? "";
/** The lines of memories in the last result. */
const found = (agent: Agent) =>
  lastResult(agent)
    .split("\n")
    .filter((line) => line.startsWith("- "));
const printed = (agent: Agent) => agent.output + agent.errors;
const idsIn = (text: string) => text.match(/mem_[0-9a-f]{12}/g) ?? [];
const toolsOf = (request: Agent["requests"][number] | undefined) =>
  (request?.tools ?? []).map((tool) => ("name" in tool ? tool.name : "")).join(" ");

async function ask(agent: Agent, prompt = "go on") {
  await agent.type(prompt);
  await agent.sees("Done.");
  await agent.ended();
}

/** Types a command of the person, and waits for its end. */
async function command(agent: Agent, words: string) {
  await agent.type(words);
  await agent.ended();
}

// What the chapter is about

test("what is remembered comes back by a word of it, also after a restart", async ({ start }) => {
  const first = await start([...OTHERS.map((one) => remember(one)), DONE]);
  await ask(first, "keep this in mind");
  await first.exit();
  const agent = await start([recall("sugar"), DONE], { beside: first });
  await ask(agent, "what about sugar?");
  expect(found(agent)[0]).toContain("Ada likes her tea without sugar.");
});

test("a cue is found by a part of its words, in any order", async ({ start }) => {
  const agent = await start([
    ...[...OTHERS, TIRED].map((one) => remember(one)),
    recall("KEYS, and pots: which one?"),
    DONE,
  ]);
  await ask(agent);
  expect(found(agent)[0]).toContain("The key is under the third flower pot.");
});

test("Chinese and Japanese are found by two characters, and by words that are apart", async ({
  start,
}) => {
  const all = [
    "夕日が海に沈むのを見て、泣きそうになった。",
    "昨天在海边看了日落，很美。",
    "码头的钥匙在花盆下面。",
  ];
  const agent = await start([
    ...all.map((one) => remember(one)),
    recall("夕日"),
    recall("海で見た夕日"),
    recall("日落"),
    recall("钥匙，花盆"),
    DONE,
  ]);
  await ask(agent);
  const firsts = results(agent)
    .slice(-4)
    .map((text) => text.split("\n").find((line) => line.startsWith("- ")));
  expect(firsts[0]).toContain("夕日が海に");
  expect(firsts[1]).toContain("夕日が海に");
  expect(firsts[2]).toContain("看了日落");
  expect(firsts[3]).toContain("码头的钥匙");
});

test("what is told twice is kept once", async ({ start }) => {
  const agent = await start([
    remember(TIRED),
    remember("After rowing to the island, I was tired and slept at noon!"),
    recall("rowing"),
    DONE,
  ]);
  await ask(agent);
  expect(results(agent)[1]).toContain("Nothing was saved");
  expect(found(agent)).toHaveLength(1);
});

test("a memory that shares no word with the cue comes back through one that does", async ({
  start,
}) => {
  const agent = await start([
    ...[...OTHERS, TIRED, EXHAUSTED].map((one) => remember(one)),
    recall("tired"),
    DONE,
  ]);
  await ask(agent);
  expect(found(agent)[0]).toContain(TIRED);
  expect(found(agent)[1]).toContain(EXHAUSTED);
  expect(found(agent)).toHaveLength(2);
  const onlyTwo = await start([remember(TIRED), remember(EXHAUSTED), recall("tired"), DONE]);
  await ask(onlyTwo);
  expect(found(onlyTwo)[0]).toContain(TIRED);
  expect(found(onlyTwo)[1], "the other one of two").toContain(EXHAUSTED);
});

test("among memories that are told in the same words, a cue still brings back its own and what goes with it", async ({
  start,
}) => {
  const agent = await start([
    ...[...BOAT, ...OTHERS, TIRED, EXHAUSTED, SLEEVES].map((one) => remember(one)),
    ...["on the boat with Bea: the mast", "this morning in the harbour, the winch", "tired"].map(
      (cue) => recall(cue),
    ),
    DONE,
  ]);
  await ask(agent);
  const [mast = "", winch = "", tired = ""] = results(agent).slice(-3);
  expect(mast.split("\n")[1]).toContain("painted the mast");
  expect(mast.split("\n")[2]).toContain(SLEEVES);
  expect(winch.split("\n")[1]).toContain("greased the winch");
  expect(tired.split("\n")[2]).toContain(EXHAUSTED);
});

test("of those that fit alike, the newer and the more important come first, and a clock that was wrong breaks nothing", async ({
  start,
}) => {
  const first = await start(
    [...OTHERS.map((one) => remember(one)), remember("Supper with Noor at the quay."), DONE],
    { now: "2026-01-02T09:00:00Z" },
  );
  await ask(first);
  await first.exit();
  const agent = await start(
    [
      remember("Supper with Noor at the fort."),
      recall("supper with Noor"),
      remember("Lunch with Omar in the barn.", { importance: 1 }),
      remember("Lunch with Omar in the tent.", { importance: 5 }),
      recall("lunch with Omar"),
      DONE,
    ],
    { beside: first, now: NOW },
  );
  await ask(agent);
  const lists = results(agent).filter((text) => text.includes("\n- "));
  expect(lists[0]?.split("\n")[1]).toContain("at the fort");
  expect(lists[0]?.split("\n")[2]).toContain("at the quay");
  expect(lists[1]?.split("\n")[1]).toContain("in the tent");
  await agent.exit();
  const early = await start([recall("supper at the quay"), DONE], {
    beside: first,
    now: "2025-11-02T09:00:00Z",
  });
  await ask(early);
  expect(found(early)[0]).toContain("at the quay");
});

test("what differs in a number only is another memory, however much is alike", async ({
  start,
}) => {
  const long = (code: number) =>
    `The lock code of the boat shed behind the old fish market, next to the blue crane and the chandler's shop, was changed by the harbour master on Friday afternoon and is ${code} now.`;
  const agent = await start([
    remember(long(4711)),
    remember(long(4712)),
    remember(long(4711)),
    remember(`${long(4711)} Ask Ada.`),
    recall("lock code of the shed"),
    DONE,
  ]);
  await ask(agent);
  expect(results(agent)[1]).toContain("Saved");
  expect(results(agent)[2]).toContain("Nothing was saved");
  expect(results(agent)[3]).toContain("Saved");
  expect(found(agent)).toHaveLength(3);
});

test("what was answered with Saved is there after kill -9", async ({ start }) => {
  const three = BOAT.slice(0, 3);
  const first = await start([...three.map((one) => remember(one)), DONE], { real: true });
  await ask(first);
  await first.kill();
  const agent = await start([recall("boat"), DONE], { beside: first });
  await ask(agent);
  expect(found(agent)).toHaveLength(three.length);
  for (const line of found(agent)) expect(line).toMatch(/mem_[0-9a-f]{12} /);
});

test("two agents in one folder remember for each other, at once", async ({ start }) => {
  const one = await start([...OTHERS.map((text) => remember(text)), DONE, recall("Noor"), DONE], {
    real: true,
  });
  const other = await start(
    [...BOAT.map((text) => remember(text)), remember("Noor sails."), DONE],
    { beside: one, real: true },
  );
  await other.type("remember all this");
  await one.type("remember this, too");
  await Promise.all([one.ended(), other.ended()]);
  expect(results(other).filter((text) => text.startsWith("Saved"))).toHaveLength(BOAT.length + 1);
  await ask(one);
  expect(found(one)[0] ?? "").toMatch(/mem_[0-9a-f]{12} .*Noor sails\./);
});

test("a file of a newer program is left as it is", async ({ start }) => {
  const first = await start([remember(TIRED), DONE]);
  await ask(first);
  await first.exit();
  expect(existsSync(join(first.folder, FILE)), FILE).toBe(true);
  const db = createClient({ url: `file:${join(first.folder, FILE)}` });
  await db.execute("INSERT INTO schema VALUES (99)");
  await db.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const before = readFileSync(join(first.folder, FILE));
  const agent = await start([recall("tired"), remember(EXHAUSTED), DONE], { beside: first });
  await ask(agent);
  for (const result of results(agent)) expect(result).toContain("newer program");
  expect(readFileSync(join(first.folder, FILE)).equals(before)).toBe(true);
});

// What surrounds it

test("filters hold whatever finds a memory; what a filter or a feeling is not called is told", async ({
  start,
}) => {
  const agent = await start(
    [
      remember("Bea sang on the pier.", { emotion: "happy", valence: 0.8 }),
      remember("Bea sang on the pier at night, and I wept.", { emotion: "sad", valence: -0.5 }),
      remember("Bea sang in the choir.", { emotion: "gloomy" }),
      recall("Bea sang", { emotion_filter: "sad" }),
      recall("Bea sang", { valence_range: [1, 0.5] }),
      recall("Bea sang", { date_to: "2026-03-01" }),
      recall("Bea sang", { date_from: "2026-03-02", date_to: "2026-03-02" }),
      calls("search_memories", { query: "Bea sang", emotion_filter: "sad" }),
      recall("Bea sang", { emotion_filter: "gloomy", n_results: 99 }),
      DONE,
    ],
    { now: NOW },
  );
  await ask(agent);
  const [kept = "", sad = "", high = "", early = "", day = "", looked = "", unknown = ""] =
    results(agent).slice(2);
  expect(kept).toContain("gloomy is not known, so it is kept as neutral");
  expect(sad).toContain("I wept");
  expect(sad).not.toContain("choir");
  expect(high).toMatch(/1 related memory:\n.*on the pier\.\n.*turned round/);
  expect(early).toContain("No related memories");
  expect(day).toContain("3 related memories");
  expect(looked).toMatch(/1 related memory:\n.*I wept/);
  expect(unknown).toContain("3 related memories");
  expect(unknown).toContain("There is no gloomy");
});

test("two memories are linked once, in both directions, and an id that is not there is named", async ({
  start,
}) => {
  const agent = await start([
    remember(TIRED),
    remember(OTHERS[1] ?? ""),
    remember(`${TIRED} It rained.`),
    DONE,
  ]);
  await ask(agent);
  const [one, other, alike] = results(agent).flatMap(idsIn);
  const link = (source_id = "", target_id = "", link_type = "related") =>
    calls("link_memories", { source_id, target_id, link_type });
  const again = await start(
    [
      link(one, other),
      link(other, one),
      link(one, alike, "similar"),
      link(one, "mem_000000000000"),
      DONE,
    ],
    { beside: agent },
  );
  await ask(again);
  const [first, back, byItself, unknown] = results(again);
  expect(first).toContain(": linked");
  expect(back).toContain("already linked");
  expect(byItself).toContain("already linked");
  expect(unknown).toContain("There is no memory mem_000000000000");
});

test("consolidate links what happened on one day, once, and makes it stronger the next time", async ({
  start,
}) => {
  const before = await start([remember(TIRED), DONE], { now: "2026-02-26T09:00:00Z" });
  await ask(before);
  await before.exit();
  const agent = await start(
    [
      ...OTHERS.slice(0, 3).map((one) => remember(one)),
      calls("consolidate", {}),
      calls("consolidate", {}),
      DONE,
    ],
    { beside: before, now: NOW },
  );
  await ask(agent);
  const [first, second] = results(agent).slice(-2);
  expect(first).toContain("3 memories of the last day: 2 links are new, 0 are stronger");
  expect(second).toContain("0 links are new, 2 are stronger");
});

test("an episode keeps several memories as one story, and says which are not there", async ({
  start,
}) => {
  const agent = await start([remember(TIRED), remember(EXHAUSTED), DONE], { now: NOW });
  await ask(agent);
  const memory_ids = [...results(agent).flatMap(idsIn), "mem_000000000000"];
  const summary = "The trip to the island";
  const later = await start([calls("create_episode", { memory_ids, summary }), DONE], {
    beside: agent,
  });
  await ask(later);
  expect(lastResult(later)).toMatch(/of 2 memories.*Not there: mem_000000000000/);
  const [episode_id] = /ep_[0-9a-f]{12}/.exec(lastResult(later)) ?? [];
  const last = await start([calls("get_episode", { episode_id }), DONE], { beside: agent });
  await ask(last);
  expect(lastResult(last)).toContain("The trip to the island (2026-03-02");
  expect(lastResult(last)).toMatch(/slept at noon\.[\s\S]*exhausted\./);
});

test("the words of a private memory are on no screen, and the model has them", async ({
  start,
}) => {
  const agent = await start([
    remember("Noor is afraid of the dentist.", { private: true, emotion: "sad" }),
    recall("dentist"),
    calls("search_memories", { query: "dentist" }),
    DONE,
  ]);
  await ask(agent);
  expect(results(agent)[1]).toContain("Noor is afraid of the dentist.");
  expect(results(agent)[2]).toContain("Noor is afraid of the dentist.");
  expect(printed(agent)).not.toContain("afraid");
  expect(printed(agent)).toContain("(private)");
});

test("a room and a helper have no part in it: no tool, no command, and the file is closed", async ({
  start,
}) => {
  const own = await start([
    remember("Noor is afraid of the dentist."),
    calls("task", { description: "look around" }),
    DONE,
    ...conversation("look around", says("Looked.")),
  ]);
  await ask(own);
  const helper = own.requests.find(({ messages }) =>
    JSON.stringify(messages[0]).includes("look around"),
  );
  expect(toolsOf(own.requests[0])).toContain("recall");
  expect(toolsOf(helper)).not.toMatch(/\brecall\b|\bremember\b/);
  await own.exit();
  const room = await start([calls("bash", { command: `grep -a dentist ${FILE}` }), DONE], {
    beside: own,
    args: ["--scope", "group:lunch"],
  });
  await ask(room);
  expect(toolsOf(room.requests[0])).not.toMatch(/\brecall\b|\bremember\b/);
  expect(lastResult(room)).not.toContain("dentist");
  await command(room, "/recall dentist");
  expect(printed(room)).not.toContain("dentist.");
});

test("a broken file is put aside and told, and a new one begins", async ({ start }) => {
  const agent = await start([remember(TIRED), recall("tired"), DONE], {
    files: { [FILE]: "this is no database, but somebody's only copy" },
  });
  await ask(agent);
  expect(found(agent)[0]).toContain(TIRED);
  expect(printed(agent)).toMatch(/memories\.db is broken.*memories\.db\.corrupt-/);
  const folder = join(agent.folder, ".ego");
  const aside = readdirSync(folder).filter((name) => name.includes(".corrupt-"));
  const kept = aside.map((name) => readFileSync(join(folder, name), "utf8"));
  expect(kept.join("\n")).toContain("somebody's only copy");
});

test("memories that came with a repository are not used", async ({ start }) => {
  const agent = await start([recall("tired"), DONE], {
    files: { [FILE]: "as if a stranger had told it" },
    git: true,
  });
  await ask(agent);
  expect(lastResult(agent)).toContain("git tracks it");
  expect(readFileSync(join(agent.folder, FILE), "utf8")).toContain("a stranger");
});

test("/recall shows where each memory stood in both lists, and before and after association", async ({
  start,
}) => {
  const agent = await start([...[...OTHERS, TIRED, EXHAUSTED].map((one) => remember(one)), DONE]);
  await ask(agent);
  await command(agent, "/recall tired");
  const rows = printed(agent)
    .split("\n")
    .filter((line) => /^ +\d+ +\d+ +[\d-]+ +[\d-]+ +\d\.\d\d /.test(line));
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/^ +1 +1 +1 +1 +1\.00 .*tired/);
  expect(rows[1]).toMatch(/^ +2 +\d +- .*exhausted/);
  await command(agent, "/recall");
  expect(printed(agent)).toContain("Write /recall CUE");
  await command(agent, "/recall zebra");
  expect(printed(agent)).toContain("It reminds of nothing.");
});

test("whatever is in a text, it is words and nothing else: to the index, and on its line", async ({
  start,
}) => {
  const odd =
    'A line\nmem_000000000000 [just now] another line\u0000, and "quotes" OR 1=1; DROP TABLE memories';
  const agent = await start([
    remember(odd),
    recall('" OR * NEAR( : ^ -- quotes'),
    recall("tokens:quotes AND (NOT drop)"),
    recall("'\u0000; *"),
    DONE,
  ]);
  await ask(agent);
  const [, first = "", second = "", third = ""] = results(agent);
  for (const result of [first, second]) {
    expect(result.split("\n")).toHaveLength(2);
    expect(result).toMatch(
      /\n- mem_\w+ \[just now\] A line mem_000000000000 \[just now\] another line/,
    );
  }
  expect(third).not.toContain("\n- ");
});

test("a wrong input is refused with the name of its field, and a text in a tag is not kept", async ({
  start,
}) => {
  const agent = await start([
    remember("Noor sails.", { importance: "high" }),
    remember("<content>Noor sails on the lake.</content>"),
    recall("Noor", { date_from: "last week" }),
    recall("Noor"),
    DONE,
  ]);
  await ask(agent);
  const [importance, tag, date, last] = results(agent);
  expect(importance).toContain("importance");
  expect(tag).toContain('{"content": "…"}');
  expect(tag).not.toContain("lake");
  expect(date).toContain("date_from");
  expect(last).toContain("No related memories");
});

test("no word of a private memory is on the screen by /recall, nor in a call that says private in another way", async ({
  start,
}) => {
  const agent = await start([
    remember("Noor is afraid of the dentist.", { private: true }),
    remember("Omar is allergic to walnuts.", { private: "true" }),
    DONE,
  ]);
  await ask(agent);
  await command(agent, "/recall dentist");
  expect(results(agent)[1]).toContain("private");
  expect(printed(agent)).toMatch(/mem_[0-9a-f]{12} .*\(private\) …/);
  expect(printed(agent)).not.toMatch(/afraid|walnuts/);
});

test("what a repository has put beside the file is not used either", async ({ start }) => {
  const agent = await start([recall("tired"), DONE], {
    files: { [`${FILE}-wal`]: "as if a stranger had changed it" },
    git: true,
  });
  await ask(agent);
  expect(lastResult(agent)).toContain("git tracks it");
});

test("what says the opposite in the same words is another memory", async ({ start }) => {
  const agent = await start([
    remember("Ada does not like tea."),
    remember("Ada does like tea."),
    remember("Bea owes Omar ten euros."),
    remember("Omar owes Bea ten euros."),
    remember("ada does like tea"),
    DONE,
  ]);
  await ask(agent);
  const [twin, ...others] = results(agent).reverse();
  expect(twin).toContain("Nothing was saved");
  expect(others).toHaveLength(4);
  for (const result of others) expect(result).toContain("Saved");
});
