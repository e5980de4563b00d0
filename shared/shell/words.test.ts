import { homedir } from "node:os";
import { expect, test } from "vitest";
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
