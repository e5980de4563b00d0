import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Consent, type ConsentOptions, createConsent, ownOnly, readsOf } from "./consent.ts";
import { git, makeRepository } from "./fixtures/repository.ts";
import { typedTurn } from "./fixtures/turns.ts";
import { nobody } from "./terminal.ts";
import { beginTrust, endTrust, settleTrust, trustCommand } from "./trust.ts";

interface Text {
  name: string;
  text: string;
}

let folder = "";
let questions: string[] = [];
let lines: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "consent-"));
  [questions, lines] = [[], []];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  endTrust();
  await rm(folder, { recursive: true });
  await rm(`${folder}.trust`, { force: true });
});

const options = (): ConsentOptions<Text> => ({
  what: "texts",
  path: join(folder, ".texts"),
  fileOf: ({ name }) => name,
  contentOf: ({ text }) => text,
  lineOf: ({ name, text }) => `${name}: ${text}`,
});
const make = (): Consent<Text> => createConsent(options());

/** A turn in which every question gets this answer. */
function answering(answer: string | undefined) {
  const turn = typedTurn(async (question) => {
    questions.push(question);
    return answer;
  });
  return { turn, signal: new AbortController().signal };
}

const one = { name: "one", text: "First\nline" };
const two = { name: "two", text: "Second" };
/** Both came with the repository. */
const clone = () => makeRepository(folder, { ".texts/one": one.text, ".texts/two": two.text });

test("one question names what came with the repository, and a yes counts for the session", async () => {
  clone();
  const consent = make();
  expect(await consent.allowed([one, two], answering("y"))).toEqual([one, two]);
  expect(questions).toEqual([expect.stringMatching(/texts.*\n- one: First line\n- two: Second\n/)]);
  expect(await consent.allowed([one, two], answering("n"))).toEqual([one, two]);
  expect(questions).toHaveLength(1);
  expect(consent.isAllowed(one)).toBe(true);
});

test("what only a commit has is asked about, and the question says so", async () => {
  clone();
  git(folder, "switch", "--quiet", "--orphan", "empty");
  mkdirSync(join(folder, ".texts"));
  writeFileSync(join(folder, ".texts/one"), one.text);
  expect(await make().allowed([one, { name: "own", text: "Mine" }], answering("n"))).toEqual([
    { name: "own", text: "Mine" },
  ]);
  expect(questions).toEqual([
    expect.stringMatching(/^Git tracks, or has in a commit, these texts/),
  ]);
});

test("what came with a repository in the folder, such as a submodule, is asked about, also once its entry is gone", async () => {
  clone();
  const three = { name: "sub/three", text: "Third" };
  const own = { name: "sub/own", text: "Mine" };
  makeRepository(join(folder, ".texts/sub"), { three: three.text });
  writeFileSync(join(folder, ".texts/sub/own"), own.text);
  git(folder, "add", ".texts/sub");
  expect(await make().allowed([three, own])).toEqual([own]);
  git(folder, "reset", "--quiet"); // a removed submodule leaves its folder behind
  expect(await make().allowed([three, own], answering("y"))).toEqual([three, own]);
  expect(questions).toEqual([expect.stringContaining("\n- sub/three: Third\nUse")]);
});

test("what came into an empty folder since the start is not used before the folder is trusted, whenever it is wanted", async () => {
  const found: Text[] = [];
  const look = vi.fn(async () => found);
  const reads = [readsOf(options(), look)];
  await beginTrust(reads, { cwd: folder, env: { AGENT_TRUST_FILE: `${folder}.trust` } });
  const consent = make();
  look.mockClear();
  await consent.allowed([]);
  expect(look, "for nothing, nobody looks").not.toHaveBeenCalled();
  found.push(one); // an archive was unpacked, and no turn has begun since
  expect(await consent.allowed([one])).toEqual([]);
  await settleTrust(reads, async () => "y");
  expect(await consent.allowed([one])).toEqual([one]);
});

test.each(["", "n", "no", "maybe"])(
  "the answer %j is a no, and is not asked for again",
  async (answer) => {
    clone();
    const consent = make();
    expect(await consent.allowed([one], answering(answer))).toEqual([]);
    expect(await consent.allowed([one], answering("y"))).toEqual([]);
    expect(questions).toHaveLength(1);
  },
);

test("a changed content is asked about again", async () => {
  clone();
  const consent = make();
  await consent.allowed([one], answering("y"));
  const changed = { name: "one", text: "Another" };
  expect(consent.isAllowed(changed)).toBe(false);
  expect(await consent.allowed([changed, one], answering("n"))).toEqual([one]);
  expect(questions[1]).not.toContain("First");
});

test("without a person it is left out, which is said once, and the next person is asked", async () => {
  clone();
  const consent = make();
  expect(await consent.allowed([one, two], answering(undefined))).toEqual([]);
  expect(await consent.allowed([one, two])).toEqual([]);
  expect(lines).toEqual([
    expect.stringMatching(
      /Left out until you allow them: texts that git tracks \(2 in \.texts\)\.\n/,
    ),
  ]);
  expect(await consent.allowed([one, two], answering("yes"))).toEqual([one, two]);
  expect(lines).toHaveLength(1);
});

test("what git does not track is used without a question", async () => {
  clone();
  writeFileSync(join(folder, ".texts/three"), "Third");
  const three = { name: "three", text: "Third" };
  expect(await make().allowed([one, three], answering("n"))).toEqual([three]);
  expect(questions.join()).not.toContain("Third");
});

test("what this program has written needs no question, even in a file that git tracks", async () => {
  clone();
  const consent = make();
  consent.own(two);
  expect(await consent.allowed([one, two])).toEqual([two]);
});

test("git is not started again for what it was asked about", async () => {
  clone();
  const consent = make();
  await consent.allowed([one, two]);
  vi.stubEnv("PATH", ""); // without git, a new value would count as the person's own
  expect(await consent.allowed([one, two])).toEqual([]);
  expect(await consent.allowed([{ name: "one", text: "New" }])).toHaveLength(1);
});

test("a question shows all that it allows, or says how much more there is, and where", async () => {
  clone();
  const many = Array.from({ length: 53 }, (_, at) => ({ name: "one", text: `Text ${at}` }));
  await make().allowed([...many.slice(0, 14)], answering("y"));
  expect(questions[0]).toContain("Text 13");
  await make().allowed(many, answering("y"));
  expect(questions[1]).toContain("… and 3 more in .texts");
  await make().allowed([{ name: "one", text: "x".repeat(1000) }], answering("y"));
  expect(questions[2]).toMatch(/x… \(805 characters more in \.texts\/one\)/);
});

test("a question hides nothing that it allows in characters without width or in what a terminal obeys", async () => {
  clone();
  const text = "Kind.\u{e0072}\u{e0075}\u{e006e}\u001b]0;./evil;\u0007";
  await make().allowed([{ name: "one", text }], answering("y"));
  expect(questions[0]).toContain(
    "- one: Kind.\\u{e0072}\\u{e0075}\\u{e006e}\\u{1b}]0;./evil;\\u{7}\n",
  );
  await make().allowed([{ name: "one", text: "\u{e0072}".repeat(100) }], answering("y"));
  expect(questions[1]).toMatch(/\(\d+ characters more in \.texts\/one\)/);
});

test("two agents that want the same values at the same time ask one question, and nobody waits who cannot ask", async () => {
  clone();
  const consent = make();
  await consent.allowed([one]); // so that neither of them waits for git
  const [asked, isAsked] = signalled();
  const [answered, answer] = signalled();
  const turn = typedTurn(async (question) => {
    questions.push(question);
    isAsked();
    await answered;
    return "y";
  });
  const asking = { turn, signal: new AbortController().signal };
  const both = [consent.allowed([one], asking), consent.allowed([one], asking)];
  await asked;
  expect(await consent.allowed([one], { ...asking, turn: { ask: nobody } })).toEqual([]);
  answer();
  expect(await Promise.all(both)).toEqual([[one], [one]]);
  expect(questions).toHaveLength(1);
});

/** A promise, and what resolves it. */
function signalled() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, resolve] as const;
}

/** A start in a folder that is trusted; answers are kept in a file beside it. */
async function started(isTrusted = true) {
  const file = `${folder}.trust`;
  await beginTrust([{ what: "texts", keys: async () => ["one"] }], {
    cwd: folder,
    env: { AGENT_TRUST_FILE: file },
  });
  await settleTrust([], async () => "");
  if (isTrusted) await trustCommand([]).alone?.text("yes");
  return make();
}

test("an answer is kept by content: after the next start nothing is asked, and what changed is", async () => {
  clone();
  await (await started()).allowed([one], answering("y"));
  await (await started()).allowed([two], answering("n"));
  const third = await started();
  expect(await third.allowed([one, two], answering("y"))).toEqual([one]);
  expect(questions).toHaveLength(2);
  expect(await third.allowed([{ ...one, text: "Changed" }], answering("n"))).toEqual([]);
  expect(questions).toHaveLength(3);
});

test.each([undefined, ""])(
  "after the answer %j, /trust yes allows what is there, without another question",
  async (answer) => {
    clone();
    const consent = await started();
    expect(await consent.allowed([one], answering(answer))).toEqual([]);
    const reads = readsOf(options(), async () => [one]);
    await trustCommand([reads]).alone?.text("yes");
    expect(await consent.allowed([one, two], answering("n"))).toEqual([one]);
    expect(questions.slice(1).join()).not.toContain("First");
  },
);

test("what the program has written needs no question at later starts, though it was committed since", async () => {
  clone();
  (await started()).own(one);
  expect(await (await started()).allowed([one], answering("n"))).toEqual([one]);
});

test("in a folder that is not trusted only the program's own is used, and nothing is asked", async () => {
  writeFileSync(join(folder, "jobs"), "");
  const consent = await started(false);
  consent.own(two);
  expect(await consent.allowed([one, two], answering("y"))).toEqual([two]);
  expect(consent.isAllowed(one)).toBe(false);
  expect(questions).toEqual([]);
  expect((await ownOnly([{ id: "a" }], folder, "mail")).problems).toEqual([
    "Left out: mail, because this folder is not trusted (1).",
  ]);
});

test("when git does not say what it tracks, its reason is told, and the person is asked, about mail too", async () => {
  clone();
  writeFileSync(join(folder, ".git/index"), "broken");
  await make().allowed([one], answering(undefined));
  expect(lines.join("")).toMatch(/of which git does not say whether it tracks them: .*index/);
  expect(await make().allowed([one], answering("y"))).toEqual([one]);
  expect(questions.at(-1)).toMatch(/^Git does not say whether it tracks these texts \(.*index/);
  const letters = [{ id: "a" }];
  const sorted = await ownOnly(letters, join(folder, ".texts"), "mail", answering("y"));
  expect(sorted.own).toEqual(letters);
  const nobody = await ownOnly(letters, join(folder, ".texts"), "mail");
  expect(nobody.problems[0]).toMatch(/mail of which git does not say .*index/);
});

test("what nobody is asked about is sorted: what git tracks is left out, and it is said", async () => {
  makeRepository(folder, { "a.json": "{}" });
  const [a, b] = [{ id: "a" }, { id: "b" }];
  expect(await ownOnly([a, b], folder, "mail")).toEqual({
    own: [b],
    tracked: [a],
    problems: ["Left out: mail that git tracks (1)."],
  });
  expect(await ownOnly([b], folder, "mail")).toEqual({ own: [b], tracked: [], problems: [] });
});
