import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { expanded, readEntry, variablesOf, withoutValues } from "./entry.ts";

const CWD = resolve("/work");
const only = (entry: unknown) => ({ name: "s", entry: readEntry(entry).entry });

test("variables are put in everywhere, once, and an empty one counts as none", () => {
  const entry = only({
    type: "http",
    url: "http://$" + "{HOST:-localhost}/",
    headers: { A: "Bearer $" + "{A}" },
  });
  const environment = { HOST: "", A: "$" + "{B}", B: "no" };
  expect(expanded(entry, environment, CWD)).toMatchObject({
    url: "http://localhost/",
    headers: { A: "Bearer $" + "{B}" },
  });
  expect(() => expanded(entry, {}, CWD)).toThrow("needs the variable A for s");
});

test("what stands in for a variable may be another one, and a value is put in as it is", () => {
  const [otherwise, deep] = ["$" + "{A:-$" + "{B}}", "$" + "{A:-x$" + "{env:B:-$" + "{C:-c}}y}!"];
  const entry = only({ command: "x", args: [otherwise, deep] });
  const argsWith = (environment: Record<string, string>) => expanded(entry, environment, CWD);
  expect(argsWith({ A: "$" + "{B}" })).toMatchObject({ args: ["$" + "{B}", "$" + "{B}!"] });
  expect(argsWith({ B: "}b" })).toMatchObject({ args: ["}b", "x}by!"] });
  expect(() => argsWith({})).toThrow("needs the variable B for s");
  expect(expanded(only({ command: "x", args: [deep] }), {}, CWD)).toMatchObject({
    args: ["xcy!"],
  });
  expect(variablesOf(entry.entry)).toEqual(["A", "B", "C"]);
});

test("the value of a variable that an entry reads does not stand in an error", () => {
  const entry = only({ type: "http", url: "$" + "{HOST}/$" + "{PORT:-1}" });
  const environment = { HOST: "secret-$&-host\n", PORT: "80", OTHER: "something" };
  expect(withoutValues("secret-$&-host/80 is something", entry, environment)).toBe(
    "$" + "{HOST}/80 is something",
  );
});

test.each(["a/b c123==", "a/b%20c123==", "a%2Fb%20c123%3D%3D"])(
  "an error does not show the value in the form that it has in an address: %s",
  (value) => {
    const entry = only({ type: "http", url: "http://a/?key=$" + "{KEY}" });
    expect(withoutValues(`no ${value}`, entry, { KEY: "a/b c123==" })).toBe("no $" + "{KEY}");
  },
);

test("where the words of a program were cut in the middle of a value, its end is none of them", () => {
  const entry = { entry: { command: "x", args: [], env: { TOKEN: "$" + "{TOKEN}" } } };
  const environment = { TOKEN: "abcdefgh12345678" };
  for (const before of ["", "; its last words: "])
    expect(withoutValues(`${before}gh12345678: refused`, entry, environment)).toBe(
      `${before}$` + "{TOKEN}: refused",
    );
  expect(withoutValues("5678: refused", entry, environment)).toBe("5678: refused");
});

test.each([
  [{ env: { API_KEY: "written-out" } }, "written-out has expired", "[its API_KEY] has expired"],
  [{ env: { MODE: "production" } }, "production", "production"],
  [{ env: { TOKEN: "short" } }, "short", "short"],
  [{ env: { TOKEN: "$" + "{A:-otherwise}" } }, "otherwise", "[its TOKEN]"],
  [{ env: { "X_TOKEN<note>": "abcdefgh" } }, "abcdefgh", "[its X_TOKEN_note_]"],
  [{ env: { A: "db://me:passw0rd@host/shop" } }, "no passw0rd for me", "no [its password] for me"],
  [{ args: ["--api-key", "abcdefgh"] }, "abcdefgh", "[its --api-key]"],
  [{ args: ["--api-key=abcdefgh"] }, "abcdefgh", "[its --api-key]"],
  [{ args: ["-H", "Authorization: Bearer abcdefgh"] }, "abcdefgh", "[its Authorization]"],
  [{ args: ["-e", "PAT=abcdefgh", "a-package"] }, "abcdefgh a-package", "[its PAT] a-package"],
  [{ args: ["--header=Authorization: Bearer abcdefgh"] }, "abcdefgh", "[its Authorization]"],
  [
    { env: { HEADERS: '{"Version": "12345678", "Authorization": "Bearer abcdefgh"}' } },
    "12345678 Bearer abcdefgh",
    "12345678 [its Authorization]",
  ],
  [{ args: ["sk_live_51Habcdefghijklmnop"] }, "51Habcdefghijklmnop", "[its secret]"],
  [{ args: ["@modelcontextprotocol/server-filesystem@2026.8.31"] }, "filesystem", "filesystem"],
])("a secret that is written out in an entry does not stand in an error: %#", (entry, from, to) => {
  expect(withoutValues(from, only({ command: "x", ...entry }), {})).toBe(to);
});

test.each([
  [
    { headers: { Authorization: "Bearer abcdefgh" } },
    "Bearer: abcdefgh",
    "Bearer: [its Authorization]",
  ],
  [{ headers: { Cookie: "id=abcdefgh; b=12345678" } }, "12345678", "[its Cookie]"],
  [{ headers: { "X-Shop": "abcdefgh" } }, "abcdefgh", "abcdefgh"],
  [{ url: "http://a?k=abc%20defgh&id=1" }, "abc%20defgh, abc defgh, 1", "[its k], [its k], 1"],
  [{ url: "ht:/x?key=abcdefgh" }, "abcdefgh", "[its key]"],
  [
    { url: "http://a/s/NDk2Y2ZhZjUtM2Rk98/mcp" },
    "/s/NDk2Y2ZhZjUtM2Rk98/mcp",
    "/s/[its secret]/mcp",
  ],
  [
    { url: "http://a/49dcfaf5-3dd9-4f0a-9b1c-0123456789ab" },
    "49dcfaf5-3dd9-4f0a-9b1c-0123456789ab",
    "[its secret]",
  ],
])("nor one for a server over HTTP: %#", (entry, from, to) => {
  const whole = { type: "http", url: "http://a", ...entry };
  expect(withoutValues(from, only(whole), {})).toBe(to);
});

test("the longest of several values is hidden, and a variable as such", () => {
  const env = { TOKEN: "abcdefgh", SECRET: "abcdefgh-ijkl", KEY: "$" + "{A}" };
  const entry = only({ command: "x", env });
  const text = "abcdefgh-ijkl abcdefgh of-a-person";
  const hidden = "[its SECRET] [its TOKEN] $" + "{A}";
  expect(withoutValues(text, entry, { A: "of-a-person" })).toBe(hidden);
});

test("variables as editors write them, and their places, are put in, too", () => {
  const args = ["$" + "{env:A}", "$" + "{workspaceFolder}/s.js", "$" + "{userHome}"];
  const entry = only({ command: "x", args, cwd: "tools" });
  expect(expanded(entry, { A: "a" }, CWD)).toMatchObject({
    args: ["a", `${CWD}/s.js`, homedir()],
    cwd: join(CWD, "tools"),
  });
  expect(variablesOf(entry.entry)).toEqual(["A"]);
  expect(withoutValues("a long secret", entry, { A: "a long secret" })).toBe("$" + "{A}");
});

test("a number or a truth is the text of it", () => {
  const { entry } = only({ command: "x", args: [1], env: { PORT: 8080, DEBUG: true } });
  expect(entry).toMatchObject({ args: ["1"], env: { PORT: "8080", DEBUG: "true" } });
});

test.each([
  [undefined, undefined],
  [120_000, 120_000],
  [300, 300_000], // some clients count seconds
  ["90000", 90_000],
  [0, undefined],
  [-5, undefined],
])(
  "how long a call may take is a number of milliseconds, or a small one of seconds: %s",
  (timeout, ms) => {
    expect(only({ command: "x", timeout }).entry.timeout).toBe(ms);
    expect(only({ type: "http", url: "x", timeout }).entry.timeout).toBe(ms);
  },
);

test.each([
  [{ command: "x", disabled: true }, '"disabled": true switches it off'],
  [{ command: "x", enabled: false }, '"enabled": false switches it off'],
  [{ command: "x", disabled: "true" }, '"disabled": true switches it off'],
  [{ command: "x", enabled: "False" }, '"enabled": false switches it off'],
  [{ command: "x", disabled: "yes" }, 'its "disabled" cannot be read: it must be true or false'],
  [{ command: "x", enabled: 0 }, 'its "enabled" cannot be read: it must be true or false'],
  [{ type: "sse", url: "https://e.x/sse" }, '"type": "sse" is the old transport'],
  [{ url: "https://e.x/" }, '"url" without a "type"'],
  [{ httpUrl: "https://e.x/" }, '"httpUrl" is not read here'],
  [{ serverUrl: "https://e.x/" }, '"serverUrl" is not read here'],
  [
    { type: "http", url: "x", headers: { A: "$" + "{input:key}" } },
    "nobody fills in $" + "{input:key}",
  ],
  [{ command: "x", args: "-y" }, 'its "args" cannot be read: it must be a list'],
  [{ command: "x", env: { A: null } }, 'its "env.A" cannot be read: it must be a text'],
  [{ type: "ws", url: "x" }, 'its "type" cannot be read'],
  [null, 'it needs a "command", or'],
  [[], 'it needs a "command", or'],
])("an entry that cannot be used is refused by its key: %#", (entry, says) => {
  expect(() => readEntry(entry)).toThrow(says);
});

test.each([
  [{ command: "x", disabled: false, enabled: true, description: "d", cwd: "a" }, []],
  [{ command: "x", disabled: "false", enabled: "true" }, []],
  [{ command: "x", timeout: 5, oauth: {} }, ['not used here: "oauth"']],
  [{ command: "x", timeout: "soon" }, ['not used here: "timeout"']],
  [{ command: "x", url: "y" }, ['not used here: "url"']],
  [{ command: "~/x", args: ["$A"] }, [/^~ is passed on/, /^\$A is passed on/]],
  [{ command: "x", env: { A: "Bearer $TOKEN" } }, [/^\$TOKEN is passed on/]],
  [{ command: "sh", args: ["-c", "echo $HOME"] }, []],
  [{ type: "streamableHttp", url: "http://x", headers: { A: "$A" } }, [/^\$A is passed on/]],
])("what has no effect in an entry is named: %#", (entry, notes) => {
  expect(readEntry(entry).notes).toEqual(notes.map((note) => expect.stringMatching(note)));
});
