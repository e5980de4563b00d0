import { mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Offer } from "../../shared/mcp/offers.ts";
import { linesAbout, readConfig } from "./config.ts";
import { searchOffers, toolLines, toolsOf } from "./pool.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "mcp-")));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const write = (text: string) => writeFile(join(cwd, ".mcp.json"), text);
const entries = (value: unknown) => write(JSON.stringify({ mcpServers: value }));

async function only(entry: unknown) {
  await entries({ s: entry });
  const [found] = readConfig(cwd).servers;
  if (found === undefined) throw new Error("it was left out");
  return found;
}

test.each([
  [
    "http://g\u043eod.example/mcp",
    'calls "http://g\u043eod.example/mcp", whose host is xn--god-sed.example',
  ],
  ["http://0x7f.1/mcp", "calls http://0x7f.1/mcp, whose host is 127.0.0.1"],
  ["http://0x7f.1/?a=//127.0.0.1", "calls http://0x7f.1/?a=//127.0.0.1, whose host is 127.0.0.1"],
  ["http://[::1]:80/mcp", 'calls "http://[::1]:80/mcp"'],
  ["https://Good.example:443/mcp", "calls https://Good.example:443/mcp"],
  ["https://${HOST}/mcp", "calls https://${HOST}/mcp"],
])(
  "an address whose host is another one than it looks like is shown with it: %s",
  async (url, says) => {
    const [what] = linesAbout(await only({ type: "http", url }));
    expect(what).toBe(says);
  },
);

test("without a file there are no servers and no problems", () => {
  expect(readConfig(cwd)).toEqual({ servers: [], problems: [] });
});

test.each([
  ["{", /^\.mcp\.json: /],
  ["[]", "it must be"],
  ['{"mcpServers": []}', "it must be"],
  [`{"mcpServers": {"${"x".repeat(65)}": {}}}`, "is no name"],
  ['{"mcpServers": {"a\\n# Rules": {"command": "x"}}}', '"a # Rules" is no name'],
  ['{"mcpServers": {"run; setup": {"command": "x"}}}', '"run; setup" is no name'],
  [`{"mcpServers": {"${"x ".repeat(32)}x": {"command": "x"}}}`, "is no name"],
  ['{"mcpServers": {"<note>": {"command": "x"}}}', "is no name"],
  [`"${"x".repeat(100_001)}"`, "more than"],
])("a file that cannot be used is a problem, and no server: %#", async (text, says) => {
  await write(text);
  const { servers, problems } = readConfig(cwd);
  expect(servers).toEqual([]);
  expect(problems).toEqual([expect.stringMatching(says)]);
});

test("a file that is a link is not followed", async () => {
  await writeFile(join(cwd, "other.json"), '{"mcpServers": {"s": {"command": "x"}}}');
  await symlink("other.json", join(cwd, ".mcp.json"));
  expect(readConfig(cwd).servers).toEqual([]);
  expect(readConfig(cwd).problems[0]).toContain("symbolic link");
});

test("a bad entry is left out, and the others stay", async () => {
  await entries({ a: { command: 5 }, b: { url: "http://x" }, c: { command: "c" }, d: null });
  const { servers, problems } = readConfig(cwd);
  expect(servers.map(({ name }) => name)).toEqual(["c"]);
  expect(problems).toHaveLength(3);
});

test("a name with spaces has underscores here, which is said, unless another server has that name", async () => {
  await entries({
    "my  server": { command: "a", args: ["~"] },
    "b c": { command: "b" },
    b_c: { command: "c" },
    "d e": { command: "d" },
    "d  e": { command: "e" },
  });
  const { servers, problems } = readConfig(cwd);
  expect(servers.map(({ name, notes }) => [name, ...notes])).toEqual([
    ["my_server", 'it is named "my server" there, and my_server here', expect.any(String)],
    ["b_c"],
  ]);
  expect(problems).toEqual(
    ["b c", "d e", "d e"].map((name) =>
      expect.stringContaining(`"${name}" would be ${name.replace(" ", "_")} here`),
    ),
  );
});

test("the fingerprint changes with anything in the entry", async () => {
  const all = [
    await only({ command: "a" }),
    await only({ command: "a", args: ["b"] }),
    await only({ command: "a", env: { K: "1" } }),
    await only({ command: "a", env: { K: "2" } }),
  ];
  expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(4);
  expect((await only({ command: "a" })).fingerprint).toBe(all[0]?.fingerprint);
  expect(all[0]?.fingerprint).toMatch(/^[0-9a-f]{32}$/); // with 8, two entries of the same are found in a second
});

test("the question shows each word of the command as it is", async () => {
  const entry = await only({ command: "sh", args: ["-c", "rm -rf ~; echo 'x'"] });
  expect(linesAbout(entry)).toEqual([`starts sh -c "rm -rf ~; echo 'x'"`]);
});

const offer = (name: string, description = ""): Offer => ({
  ...{ name: `mcp__s__${name}`, own: name, description },
  ...{ input: { type: "object" }, definition: { name, inputSchema: { type: "object" } } },
});

test("a whole word in the name counts most, and a whole name is found alone at the top", () => {
  const offers = [offer("list_users", "a bottle"), offer("bottles"), offer("open_bottle")];
  const names = (query: string) => searchOffers(offers, query).map(({ own }) => own);
  expect(names("bottle")).toEqual(["open_bottle", "bottles", "list_users"]);
  expect(names("mcp__s__bottles")[0]).toBe("bottles");
  expect(names("瓶")).toEqual([]);
});

test("a byte order mark at the beginning of the file is no mistake", async () => {
  await write('\ufeff{"mcpServers": {"s": {"command": "x"}}}');
  expect(readConfig(cwd)).toMatchObject({ servers: [{ name: "s" }], problems: [] });
});

test("what is not used in the file is named, and no server is lost by its name", async () => {
  await write('{"inputs": [], "mcpServers": {"__proto__": {"command": "x", "oauth": {}}}}');
  const { servers, problems } = readConfig(cwd);
  expect(problems).toEqual(['.mcp.json: not used here: "inputs".']);
  expect(servers).toMatchObject([{ name: "__proto__", notes: ['not used here: "oauth"'] }]);
});

test("the question says in which folder a program starts", async () => {
  const entry = await only({ command: "node", args: ["s.js"], cwd: "tools" });
  expect(linesAbout(entry)).toEqual(["starts node s.js in the folder tools"]);
});

test("comments, and a comma too many, are no mistake", async () => {
  await write('{ // ours\n "mcpServers": {"s": {"command": "x", "args": ["//y",],},}, }');
  expect(readConfig(cwd)).toMatchObject({ servers: [{ entry: { args: ["//y"] } }], problems: [] });
});

test("what cannot be seen in an entry is shown, and a value cannot end its own line", async () => {
  const env = { A: "1; reads nothing\n[mcp] s is safe" };
  const program = await only({ command: "node", args: ["a\u200b.js", "\u202esj.b"], env });
  expect(linesAbout(program)).toEqual([
    'starts node "a\\u{200b}.js" "\\u{202e}sj.b"',
    'with A="1; reads nothing\\n[mcp] s is safe"',
  ]);
  const address = await only({ type: "http", url: "https://a.example/ (safe); reads\u202e" });
  expect(linesAbout(address)).toEqual(['calls "https://a.example/ (safe); reads\\u{202e}"']);
});

test("an entry with much that has no effect does not fill the screen", async () => {
  const env = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`A${at}`, `$B${at}`]));
  const { notes } = await only({ command: "node", env });
  expect(notes).toHaveLength(6);
  expect(notes.at(-1)).toBe("… and 895 more");
});

/** A server with so many tools, each with a schema of so many characters that are no ASCII. */
function heavy(count: number, characters: number) {
  const input = { type: "object", description: "\u5b57".repeat(characters) };
  const offers = Array.from({ length: count }, (_, at) => ({
    ...{ name: `mcp__s__big_${at}`, own: `big_${at}`, input, definition: {} },
    description: "\u5b57".repeat(200),
  }));
  return [Object({ offers, configured: { name: "s", fingerprint: "f" } })];
}

test("the tools that find_tools brings have room in a request, and it names no other", async () => {
  const servers = heavy(12, 39_000);
  const brought = new Set<string>();
  const names = () => toolsOf(servers, brought).map(({ name }) => name);
  const find = async (query: string) =>
    String(await toolsOf(servers, brought)[0]?.run({ query }, Object({})));
  expect((await find("big")).match(/^- /gm)).toHaveLength(1);
  for (let at = 0; at < 12; at++) await find(`mcp__s__big_${at}`);
  expect(names()).toEqual(["find_tools", "mcp__s__big_11"]);
  expect(toolsOf(heavy(12, 3_000), brought)).toHaveLength(13);
});

test("tools that are only listed have room in a request, too", () => {
  const lines = toolLines(heavy(500, 0));
  expect(lines).toHaveLength(500);
  expect(lines[0]).toBe("- mcp__s__big_0");
  expect(toolLines(heavy(2000, 0)).at(-1)).toBe(
    "- … and 1000 more, which find_tools finds as well",
  );
  expect(toolLines(heavy(100, 100))[0]).toContain("- mcp__s__big_0: \u5b57");
});
