import { homedir } from "node:os";
import { expect, test } from "vitest";
import { readShellLine } from "./line.ts";
import { folderWritten } from "./words.ts";

const home = homedir();

test.each([
  ["/etc/*", "/etc"],
  ["//etc/./x/../", "/etc"],
  ["/*", "/"],
  ["/", "/"],
  ["~", home],
  ["~/*", home],
  ['"$HOME"/', home],
  ["${HOME}/x//y", `${home}/x/y`],
  ["$PWD/", "$PWD"],
  ["${PWD}/x/..", "$PWD"],
  ["~root/", "~root"],
  ["a/b/", "a/b"],
  [".", "."],
])("%s is written for %s", (word, folder) => {
  expect(folderWritten(word)).toBe(folder);
});

test.each(["[ -f a ]", "[ ! -d a ] && b", "a ]", "[ a"])(
  "a bracket that is a word by itself is plain: %s",
  (line) => {
    const { unclear, commands } = readShellLine(line);
    expect(unclear).toEqual([]);
    const words = commands.flatMap((command) => command.words.map(({ text }) => text));
    expect(words).toEqual(line.split(" ").filter((word) => word !== "&&"));
  },
);

test.each(["a [b]", "a [*]", 'a ["b"]', "a [$X]", "a []", "a [!b]", "[[ a ]]", "a [ b]c ] [d]"])(
  "any other bracket is not understood: %s",
  (line) => {
    expect(readShellLine(line).unclear).not.toEqual([]);
  },
);
