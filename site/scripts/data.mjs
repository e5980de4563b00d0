// site/scripts/data · whether the site's lists are those of the course: looked at by `npm run course -- check`, without the site's packages.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SESSIONS = "site/sessions.json";
const JUDGED = "site/judged.json";
const SESSION = /^```console\b.*\bsession=([\w-]+)/gm;
const MEASURE =
  'run: npm run site:replay -- CHAPTER --language LANGUAGE --write; or write "not known" for a new session, and remove the line of one that is gone';

/** What is wrong with the lists of sessions and of judged promises: what is not in the course, and what is not in them. */
export function siteFaults(root) {
  const chapters = readdirSync(root).filter((name) => /^s\d\d_/.test(name));
  return [...sessionFaults(root, chapters), ...judgedFaults(root, chapters)];
}

function sessionFaults(root, chapters) {
  const listed = readList(root, SESSIONS);
  if (listed === undefined) return [];
  const there = new Set(chapters.flatMap((chapter) => sessionsIn(root, chapter)));
  const missing = [...there].filter((key) => !(key in listed));
  const gone = Object.keys(listed).filter((key) => !there.has(key));
  return [
    ...missing.map((key) => fault(SESSIONS, `has no line for "${key}"`, MEASURE)),
    ...gone.map((key) => fault(SESSIONS, `has "${key}", which is on no page`, MEASURE)),
  ];
}

/** The sessions on the pages of a chapter, as sessions.json calls them. */
function sessionsIn(root, chapter) {
  const pages = readdirSync(join(root, chapter)).filter((name) =>
    /^(README|details)(\.zh|\.ja)?\.md$/.test(name),
  );
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, chapter, page), "utf8");
    return [...text.matchAll(SESSION)].map(([, name]) => `${chapter}/${page} ${name}`);
  });
}

function judgedFaults(root, chapters) {
  const mend = "correct or remove it: site/README.md, What a reader does beside the text";
  return Object.entries(readList(root, JUDGED) ?? {}).flatMap(([chapter, exceptions]) => {
    if (!chapters.includes(chapter))
      return [fault(JUDGED, `has ${chapter}, which is no chapter`, mend)];
    if (typeof exceptions === "string") return [];
    const spec = readFileSync(join(root, chapter, "spec.test.ts"), "utf8");
    return Object.keys(exceptions)
      .filter((sentence) => !spec.includes(sentence))
      .map((sentence) =>
        fault(JUDGED, `has "${sentence}", which is not in ${chapter}'s spec`, mend),
      );
  });
}

function readList(root, file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

const fault = (file, says, mend) => ({ file, line: 1, says, mend });
