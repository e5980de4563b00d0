// docs/incidents: what incidents.json names is there, and each page says it of each incident.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { LANGUAGES, type Language, readmeName } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";
import { promisesOf, sentencesIn } from "../build/promises.ts";
import { draftAt, draftPath } from "../chapters/drafts.ts";
import { parseReadme } from "./parse.ts";

const FOLDER = "docs/incidents";
/** The longest that an English entry may be. */
const MOST_WORDS = 60;

const schema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  links: z.array(z.string().regex(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(issues|pull)\/\d+$/)),
  /** The draft that fails the same way, and the promise or the session that shows it. */
  draft: z.string().optional(),
  only: z.number().optional(),
  session: z.string().optional(),
  /** We have the bug, too. */
  isHere: z.literal(true).optional(),
  file: z.string(),
  line: z.string(),
  test: z.strictObject({ file: z.string(), promise: z.number().optional(), says: z.string() }),
});

const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");
const INCIDENTS = z.array(schema).parse(JSON.parse(textOf(`${FOLDER}/incidents.json`)));

const draftOf = (name: string) => draftAt(draftPath(name, ROOT) ?? "");

test("each incident has an id of its own and a link", () => {
  expect(new Set(INCIDENTS.map(({ id }) => id)).size).toBe(INCIDENTS.length);
  expect(INCIDENTS.filter(({ links }) => links.length === 0)).toEqual([]);
});

test.each(INCIDENTS)("$id: the line is in its file, and the test is there", (incident) => {
  const { file, line, test } = incident;
  expect(textOf(file)).toContain(line);
  expect(sentencesIn(textOf(test.file))).toContain(test.says);
  if (test.promise !== undefined)
    expect(promisesOf(join(ROOT, dirname(test.file)))[test.promise - 1]).toBe(test.says);
});

const WITH_DRAFT = INCIDENTS.flatMap(({ draft, ...more }) => (draft ? [{ ...more, draft }] : []));

test.each(WITH_DRAFT)("$id: the draft is one that breaks this", ({ draft, only, session }) => {
  const found = draftOf(draft);
  expect(found).toBeDefined();
  expect([only, session].filter((shown) => shown !== undefined)).toHaveLength(1);
  if (only !== undefined) {
    expect(promisesOf(found?.chapter ?? "").length).toBeGreaterThanOrEqual(only);
    expect(found?.keeps).not.toContain(only);
  }
  if (session !== undefined)
    for (const language of LANGUAGES) expect(starts(draft, session, language)).toBe(true);
});

/** Whether a session of the chapter's page starts the draft. */
function starts(draft: string, session: string, language: Language): boolean {
  const page = join(draftOf(draft)?.chapter ?? "", readmeName(language));
  const blocks = parseReadme(readFileSync(page, "utf8")).blocks.filter(({ info }) =>
    info.split(" ").includes(`session=${session}`),
  );
  return blocks.some(({ lines }) => lines.some((line) => line.includes(`npm start ${draft}`)));
}

/** The entries of a page: what comes after each heading of the third level. */
const entriesOf = (language: Language) =>
  textOf(`${FOLDER}/${readmeName(language)}`)
    .split(/^#{2,3} /m)
    .filter((part) => part.includes("\n- "));

test.each(LANGUAGES)("the page in %s says it of each incident, in the same order", (language) => {
  const entries = entriesOf(language);
  expect(entries).toHaveLength(INCIDENTS.length);
  for (const [at, incident] of INCIDENTS.entries())
    for (const part of partsOf(incident, language)) expect(entries[at]).toContain(part);
});

/** What an entry says in every language: its links, how to see it, the line, its file and its test. */
function partsOf({ links, draft, only, file, line, test }: Incident, language: Language): string[] {
  const chapter = draftOf(draft ?? "")?.chapter;
  const shown =
    draft === undefined
      ? []
      : only === undefined
        ? [`npm start ${draft}`, `${chapter?.split("/").at(-1)}/${readmeName(language)})`]
        : [`npm run course -- spec ${draft} --only ${only}`];
  const tested = test.promise === undefined ? test.says : String(test.promise);
  return [...links.map((link) => `](${link})`), ...shown, line, `(../../${file})`, tested];
}

type Incident = z.infer<typeof schema>;

test(`an English entry has at most ${MOST_WORDS} words, without its code and addresses`, () => {
  const long = entriesOf("en").filter((entry) => wordsIn(entry) > MOST_WORDS);
  expect(long).toEqual([]);
});

const wordsIn = (entry: string) =>
  entry.replaceAll(/``.*?``|`[^`]*`|\]\([^)]*\)/g, "").match(/[\p{L}\p{N}][\p{L}\p{N}'.#-]*/gu)
    ?.length ?? 0;

test("a bug that we have too names no draft", () => {
  expect(INCIDENTS.filter(({ isHere, draft }) => isHere && draft !== undefined)).toEqual([]);
});
