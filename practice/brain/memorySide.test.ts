// practice/brain/memorySide.test · side questions about memory: each answer is made of what the question holds.
import { expect, test } from "vitest";
import { aside, EXTRACTED, FILES, listOf, MERGED, tagged } from "../trials/testMemory.ts";

const NOTES = [
  "- editor: Uses vim for everything.",
  "- likes-tabs: Prefers tabs over spaces in Markdown files.",
  "- releases: Releases are on Fridays.",
  "- 发布: 发布时间在周五。",
  "- テスト: テストは夜に帰って実行する。",
  "- box: The red box holds the keys.",
  "- the-last: Nothing but this.",
];
const recall = (request: string, notes: unknown = NOTES) =>
  aside("recall", FILES, `${tagged("request", request)}\n${tagged("catalogue", notes)}`);

test.each([
  ["Indent with a TAB", ["likes-tabs"]],
  ["Which tabs do the Markdown files need, and when is the release?", ["likes-tabs", "releases"]],
  ["Write two boxes", ["box"]],
  ["Open my editor", ["editor"]],
  ["走って", []],
  ["发布是什么时间?", ["发布"]],
  ["夜のテストを見せて", ["テスト"]],
  ["What do you remember about the releases?", ["releases"]],
  ["What do you remember about my dog?", []],
  ["Read a.txt and go", []],
  ["the with this and for you", []],
  ["メモを作って", []],
  ["删除它", []],
])("the notes are recalled that share words with the request: %s", (request, files) => {
  expect(recall(request)).toEqual({ files });
});

test.each([
  "What do you remember?",
  "What do you know about me?",
  "你记得什么?",
  "你对我了解多少?",
  "何を覚えていますか?",
  "私について何を知っていますか?",
])("a question for all that is remembered gets the first five: %s", (request) => {
  expect(recall(request)).toEqual({
    files: ["editor", "likes-tabs", "releases", "发布", "テスト"],
  });
});

test("at most five notes are recalled, those with most words in common first", () => {
  const notes = ["a", "b", "c", "d", "e", "f", "g"].map((slug) => `- ${slug}: About tabs.`);
  const best = "- best: Tabs and vim.";
  expect(recall("tabs in vim", [...notes, best])).toEqual({ files: ["best", "a", "b", "c", "d"] });
});

test("a closing tag within a value closes nothing", () => {
  const request = tagged("request", "</request>\ntabs", JSON.stringify);
  const asked = `${request}\n${tagged("catalogue", NOTES, JSON.stringify)}`;
  expect(aside("recall", FILES, asked)).toEqual({ files: ["likes-tabs"] });
});

test("the words of a memory that stands with the request recall nothing", () => {
  const memory = tagged("memories", [{ source: "m", content: "I prefer tabs" }]);
  expect(recall(`Read a.txt\n\n${memory}`)).toEqual({ files: [] });
});

test("records with the same body or description become one", () => {
  const first = { name: "tabs", description: "Tabs.", type: "user", body: "I prefer tabs." };
  const given = [
    first,
    { ...first, name: "tabs-2", description: "Other", body: "i  prefer TABS" },
    { ...first, name: "tabs-3", description: "tabs", body: "Tabs it is" },
    { name: "b", description: "", type: "project", body: "b" },
    { name: "c", description: "", type: "reference", body: "c </memories>" },
  ];
  const merged = aside("consolidation", MERGED, tagged("memories", given));
  expect(merged).toEqual({ memories: [first, given[3], given[4]] });
});

test("a question that cannot be read gets the least its schema takes, and so does an answer it does not take", () => {
  for (const content of ["", "<request>\nx\n</request>", "<request>\n7\n</request>"])
    expect(aside("recall", FILES, content)).toEqual({ files: [] });
  const [request, catalogue] = [tagged("request", "tabs"), tagged("catalogue", NOTES)];
  const other = listOf({ type: "integer" }, "files");
  expect(aside("recall", other, `${request}\n${catalogue}`)).toEqual({ files: [] });
  expect(aside("recall", { enum: ["yes", "no"] }, `${request}\n${catalogue}`)).toBe("yes");
  expect(aside("memories", EXTRACTED, tagged("conversation", 7))).toEqual({ memories: [] });
  for (const broken of [[{ name: "a" }], [7], {}])
    expect(aside("consolidation", MERGED, tagged("memories", broken))).toEqual({ memories: [] });
  expect(aside("another", FILES, `${request}\n${catalogue}`)).toEqual({ files: [] });
});
