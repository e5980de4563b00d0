// course/replay/session · sessions of a toy agent: every kind of line, and everything that can differ.
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { FIXTURES } from "../base/root.ts";
import type { Limit } from "../spec/watch.ts";
import { NEWS } from "./agent.ts";
import { readSessions } from "./readme.ts";
import { type Played, playSession } from "./session.ts";

const PATIENCE_MS = 60_000;
const NEWS_MS = 20;
const SETTING = {
  root: join(FIXTURES, "replay"),
  limit: (what: string) => (what === NEWS ? NEWS_MS : PATIENCE_MS),
};

/** So many waits may take what they take; the ones after them are known to be in vain. */
function patientFor(waits: number): (what: string) => number {
  let begun = 0;
  return (what) => (what === NEWS ? NEWS_MS : begun++ < waits ? PATIENCE_MS : 300);
}

const START = "$ npx tsx s90_toy/code.ts\ntoy";

/** Plays the one session of a README that has these blocks. */
async function play(blocks: string[], limit: Limit = SETTING.limit): Promise<Played> {
  const { sessions } = readSessions(blocks.map(block("session=a fixture=box")).join("\nProse.\n"));
  const [session] = sessions;
  if (session === undefined || sessions.length > 1) throw new Error("one session, please");
  return playSession(session, { ...SETTING, limit });
}

const block = (info: string) => (lines: string) => `\`\`\`console ${info}\n${lines}\n\`\`\``;
const differences = ({ problems }: Played) =>
  problems.map(({ line, expected, printed }) => [line, expected, printed]);

/** What a session may show, played one after the other in one session; each ends with an agent at its prompt. */
const SHOWN: [string, string][] = [
  ["what is typed and printed", "s90 >> say one|two\none\ntwo"],
  [
    "a value typed by its name",
    "s90 >> say made x17\nmade <made>\ns90 >> say <made> <other>\nx17 <other>",
  ],
  ["lines left out", "s90 >> say one|two|three|two|four\none\n…\ntwo\nfour"],
  ["lines left out where there are none", "s90 >> say one\n…\none\n…"],
  ["characters left out", "s90 >> say one and two\none…two"],
  ["an id", "s90 >> make\nmade <id>\ns90 >> which\nit is <id>, nothing but <id>"],
  ["blank lines and blanks at the end of one", "s90 >> say one  ||two\none\n\ntwo"],
  ["a question", "s90 >> ask Allow: all? [y]es\nfirst\n? Allow: all? [y]es: y\nanswered y"],
  ["Ctrl-C in a turn", "s90 >> wait 60000\nwaiting\n^C\n(interrupted)\ns90 >> say on\non"],
  ["Ctrl-C at a question", "s90 >> ask Sure?\nfirst\nSure?\n^C\nanswered undefined"],
  [
    "a command that kills the agent",
    `s90 >> kill -9 $PPID\ngoing down\n${START}\ns90 >> say back\nback`,
  ],
  ["Ctrl-C at the prompt, which ends it", `^C\n${START}\ns90 >> say back\nback`],
  [
    "Ctrl-C once the turn waits for what was printed last",
    "s90 >> relay\none\ntwo\n^C\n(interrupted)",
  ],
  ["a step of the clock", "s90 >> wait 60000\nwaiting\n~ 2m\nwaited"],
  ["two steps of the clock", "s90 >> wait 60000\nwaiting\n~ 1m\nwaited\n~ 90s"],
  [
    "what comes of a step of the clock at the prompt",
    "s90 >> ring 60000\nset\n~ 2m\nit rings\n…\ns90 >> pause\nover",
  ],
  ["a command in the folder", "$ cat lid/wood.txt; echo no >&2; exit 3\noak\nno"],
  ["a command of the course", "$ npm run measure\nmeasured in /home/you/projects/box"],
  [
    "one commit on main",
    "$ git log --format='%s %an %aI' main\nStart You 2026-01-05T09:00:00+00:00",
  ],
  ["a repository made here", "$ git init -q new && git -C new status\nOn branch main\n…"],
  ["paths that are the same everywhere", "s90 >> where\n/home/you/projects/box of /home/you"],
  ["one language and one time zone", "$ echo $LANG $LC_ALL $TZ\nC.UTF-8 C.UTF-8 UTC"],
  ["an empty home", "$ ls -A ~"],
  ["the end, and nothing after it", `s90 >> q\n$ echo over\nover\n${START}`],
  ["an end that complains", `s90 >> end 2\nthe end\n${START}`],
  ["a line that reads as a typed one", "$ echo '$ ls'\n…$ ls"],
];

/** The problems of the one session, by the line. */
let shown: Played | undefined;
beforeAll(async () => {
  shown = await play([[START, ...SHOWN.map(([, lines]) => lines)].join("\n")]);
});

test.each(SHOWN.map(([name], at) => [name, at] as const))("a session may show %s", (_, at) => {
  const lengths = [START, ...SHOWN.map(([, lines]) => lines)].map(
    (text) => text.split("\n").length,
  );
  const first = 2 + lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0);
  const isHere = ({ line }: { line: number }) =>
    line >= first && line < first + (lengths[at + 1] ?? 0);
  expect(shown?.problems.filter(isHere)).toEqual([]);
});

test("nothing else is found in that session", () => {
  expect(shown?.problems).toEqual([]);
  expect(shown?.verdict).toBe("passed");
});

test("a session may show a question with an id and a gap", async () => {
  const { problems } = await play([
    `${START}\ns90 >> ask Allow 17?\nfirst\n? A… <id>?: no\nanswered no`,
  ]);
  expect(problems).toEqual([]);
});

test("a session goes on over blocks, with its folder and the running agent", async () => {
  const first = `${START}\ns90 >> make\nmade <id>\n$ echo more > new.txt`;
  const { problems } = await play([first, "s90 >> which\nit is <id>…\n$ cat new.txt\nmore"]);
  expect(problems).toEqual([]);
});

test("starting again starts a new agent in the same folder, with the settings before the command", async () => {
  const again = "$ TOY=two npm start s90\ntoy two\ns90 >> which\nit is , nothing but";
  expect((await play([`${START}\n$ rm README.md\n${again}\n$ ls\nlid`])).problems).toEqual([]);
});

test("--fresh makes the folder new, with new ids; without it a start goes on in the folder", async () => {
  const again = "$ npm start s90\ntoy\ns90 >> q\n$ cat made.txt\nmine";
  const { problems } = await play([
    `$ npm start s90 -- --fresh=box\ntoy\ns90 >> make\nmade <id>\ns90 >> q\n$ echo mine > made.txt; rm -r lid`,
    again,
    "$ TOY=two npm start s90 -- --fresh=box\ntoy two\n2$ git status --short; ls\nREADME.md\nlid\ns90 >> make\nmade <id>",
  ]);
  expect(problems).toEqual([]);
});

test("--fresh that makes another sample than the session's is a mistake, with the word that is right", async () => {
  const { problems } = await play([
    "$ npm start s90 -- --fresh\ntoy\ns90 >> q\n$ npm start s90 -- --fresh=bottle\ntoy",
  ]);
  const message =
    "This makes a new bottle, and the session works in box: --fresh=box, or fixture=bottle.";
  expect(problems).toEqual([{ line: 5, message: expect.stringContaining(message) }]);
});

test("`2$` is a second terminal: commands and an agent of its own, beside the first and in the same time", async () => {
  const { problems } = await play([
    [
      START,
      "s90 >> make\nmade <first>",
      "2$ TOY=two npm start s90\ntoy two",
      "2 s90 >> which\nit is , nothing but",
      "2 s90 >> ask Sure?\nfirst\n2 ? Sure?: y\nanswered y",
      "s90 >> which\nit is <first>, nothing but <first>",
      "2 s90 >> wait 60000\nwaiting\n2 ^C\n(interrupted)",
      "2 s90 >> wait 60000\nwaiting\n2 ^C\n(interrupted)\n2 s90 >> q",
      "2$ ls lid\nwood.txt",
      "s90 >> which\nit is <first>…\ns90 >> q",
      "$ echo over\nover",
    ].join("\n"),
  ]);
  expect(problems).toEqual([]);
});

test("what waits in the second terminal has the time of the first", async () => {
  const { problems } = await play([
    `${START}\n2$ npm start s90\ntoy\n2 s90 >> ring 90000\nset\n~ 1m\n~ 1m\n2 s90 >> pause\n…\nit rings\n…`,
  ]);
  expect(problems).toEqual([]);
});

test("where a page has the second terminal or --fresh, a shell is not typed at while an agent runs in its terminal", async () => {
  const { problems } = await play([`${START}\n2$ ls lid\nwood.txt\n$ ls lid\nwood.txt\n${START}`]);
  const message = expect.stringMatching(/^An agent runs in this terminal: .* q .*`2\$`/);
  expect(problems).toEqual([
    { line: 6, message },
    { line: 8, message },
  ]);
});

/** A session in which the toy writes a task, and a timeline of it with these rows. */
async function playTimeline(...rows: string[]) {
  const state = `'{"id":"t1","status":"pending"}' > .tasks/t1.json`;
  const session = block("session=a")(
    `${START}\ns90 >> run mkdir .tasks; echo ${state}; echo done\nstarted\n…\ndone\n~ 5s\ns90 >> say over\nover`,
  );
  const table = ["```timeline session=a", "time | you | lead | .tasks", ...rows, "```"];
  const [one] = readSessions([session, ...table].join("\n")).sessions;
  if (one === undefined) throw new Error("no session");
  return playSession(one, { ...SETTING, limit: PATIENCE_MS });
}

test("a timeline is compared with what has happened in its session, and written when it has no rows", async () => {
  expect(
    await playTimeline(" | | started |", " | | | t1: pending", "0:05 | say over | over |"),
  ).toMatchObject({
    verdict: "passed",
    problems: [],
  });
  expect((await playTimeline(" | | | t1: done")).problems).toMatchObject([
    { expected: ".tasks: t1: done", printed: expect.stringContaining("0:00 .tasks: t1: pending") },
  ]);
  const { verdict, edits } = await playTimeline();
  expect([verdict, edits.flatMap(({ added }) => added)]).toEqual([
    "failed",
    expect.arrayContaining(["0:00 |  |  | t1: pending", "0:05 | say over |  |"]),
  ]);
});

test("another name is a fresh copy of the fixture, and without a fixture an empty folder", async () => {
  const a = block("session=a fixture=box")("$ ls\nREADME.md\nlid\n$ rm -r lid");
  const b = block("session=b fixture=box")("$ ls\nREADME.md\nlid");
  const c = block("session=c")("$ ls -A\n$ pwd\n/home/you/projects/work");
  const { sessions } = readSessions([a, b, c].join("\n"));
  const played = await Promise.all(sessions.map((session) => playSession(session, SETTING)));
  expect(played.map(({ name, problems }) => [name, problems])).toEqual([
    ["a", []],
    ["b", []],
    ["c", []],
  ]);
});

test("a one-shot shows stdout and stderr in the order they were written, and its words are bash's", async () => {
  const words = `-p 'say "one"' say\\ two "$(echo ask me)" 'say end'`;
  const shown = 'note: say "one"\n"one"\nnote: say two\ntwo\nnote: ask me\nfirst';
  const { problems } = await play([
    `$ npm start -- ${words}\n${shown}\n? me: y\nanswered y\nnote: say end\nend\n$ ls lid\nwood.txt`,
  ]);
  expect(problems).toEqual([]);
});

test("Ctrl-C and the clock reach a one-shot", async () => {
  const { problems } = await play([
    "$ npm start -- -p 'wait 60000' 'wait 5000'\nnote…\nwaiting\n~ 1m\nwaited\nnote…\nwaiting\n^C\n(interrupted)",
  ]);
  expect(problems).toEqual([]);
});

test.each<[string, string, (string | number)[][]]>([
  ["another line", "say one|two\none\ntow", [[6, "tow", "two"]]],
  ["a line that is not printed", "say one\none\ntwo", [[6, "two", "(nothing more)"]]],
  ["a line too many", "say one|two|three\none", [[5, "(nothing more)", "two (and 1 more)"]]],
  [
    "a line not among those left out",
    "say a|b\n…\nc",
    [[6, "c", "a\nb\n(it is none of these lines)"]],
  ],
  ["a line after those left out", "say a|b|c\n…\nb", [[6, "(nothing more)", "c"]]],
])("%s is a difference, and says where", async (_, lines, found) => {
  const played = await play([`${START}\ns90 >> ${lines}`]);
  expect(differences(played)).toEqual(found);
  expect(played.verdict).toBe("failed");
});

test("an id that is not the one from before is a difference", async () => {
  const played = await play([`${START}\ns90 >> make\nmade <id>\ns90 >> another\nit is <id>`]);
  expect(differences(played)).toEqual([
    [7, "it is <id>", expect.stringMatching(/^it is [\w-]{36}$/)],
  ]);
});

test("every difference of a session is told, not only the first", async () => {
  const played = await play([`${START}\ns90 >> say a\nb\ns90 >> say c\nc\ns90 >> say d\ne`]);
  expect(differences(played)).toEqual([
    [5, "b", "a"],
    [9, "e", "d"],
  ]);
});

test("a difference before Ctrl-C or a step of the clock does not make them wait", async () => {
  const played = await play([
    `${START}\ns90 >> wait 60000\nwaitin\n^C\n(interrupted)\ns90 >> wait 5000\nwaitin\n~ 1m\nwaited`,
  ]);
  expect(differences(played)).toEqual([
    [5, "waitin", "waiting"],
    [9, "waitin", "waiting"],
  ]);
});

test("what a step of the clock at the prompt does not bring is a difference", async () => {
  const played = await play([`${START}\ns90 >> ring 60000\nset\n~ 1s\nit rings`], patientFor(4));
  expect(differences(played)).toEqual([[7, "it rings", "(nothing more)"]]);
});

test("a question that is not asked is a difference", async () => {
  const played = await play([`${START}\ns90 >> say one\none\n? Sure?: y\nanswered y`]);
  expect(differences(played)).toEqual([[6, "? Sure?: y", "(no question is asked)"]]);
});

test("a question in other words is a difference", async () => {
  const played = await play([`${START}\ns90 >> ask Sure?\nfirst\n? Really?: y\nanswered y`]);
  expect(differences(played)).toEqual([[6, "? Really?: y", "? Sure?: y"]]);
});

test("a question the README does not answer is answered no, and is a difference", async () => {
  const played = await play([`${START}\ns90 >> ask Sure?\nfirst\nanswered n`]);
  expect(differences(played)).toEqual([[6, "answered n", "? Sure?: n"]]);
});

test("what work beside the conversation prints at the prompt is waited for", async () => {
  const news = `${START}\ns90 >> say one\none\ns90 >> later some news\nsome news\ns90 >> say two\ntwo`;
  expect(await play([news], PATIENCE_MS)).toMatchObject({ verdict: "passed", problems: [] });
});

test("the prompt of another chapter is a difference", async () => {
  const played = await play([`${START}\ns91 >> say one\none`]);
  expect(differences(played)).toEqual([[4, "s91 >>", "s90 >>"]]);
});

test.each([
  [
    "a crash",
    "s90 >> crash\ngoing down\n…",
    /^The agent crashed with exit code 1:\n[\s\S]*the toy broke/,
    9,
  ],
  ["a turn that never ends", "s90 >> hang\nhanging", /^Waited 0.3 s for [\s\S]*hang/, 2],
  ["a command that never ends", "$ echo so; sleep infinity\nso", /^Waited 0.3 s for [\s\S]*so/, 1],
  ["a Ctrl-C that nothing waits for", "s90 >> hang\nhanging\n^C", /^Waited 0.3 s for /, 2],
])("%s breaks a session, within the limit", async (_, lines, message, waits) => {
  const { verdict, problems } = await play([`${START}\n${lines}`], patientFor(waits));
  expect(verdict).toBe("broken");
  expect(problems.at(-1)?.message).toMatch(message);
});

test.each([
  ["nothing runs", "s90 >> say one\none", 2, /^No agent is running here/],
  ["it has ended", "$ npm start s90 -- --help\ntoy\ns90 >> q\ns90 >> say one\none", 5, /^No agent/],
  [
    "there is no such chapter",
    "$ npx tsx s91_none/code.ts\ntoy",
    2,
    /^There is no chapter "s91_none"/,
  ],
])("a session cannot go on where %s", async (_, lines, line, message) => {
  const { verdict, problems } = await play([lines]);
  expect([verdict, problems]).toEqual([
    "failed",
    [{ line, message: expect.stringMatching(message) }],
  ]);
});

test("an unknown fixture is named", async () => {
  const [session] = readSessions(block("session=a fixture=bag")("$ ls")).sessions;
  const message = "There is no fixture bag in course/fixtures.";
  expect(session && (await playSession(session, SETTING))).toMatchObject({
    verdict: "failed",
    problems: [{ line: 1, message }],
  });
});
