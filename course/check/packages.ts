// course/check/packages · the files that name every chapter: turbo.json, package-lock.json, each package.json.
import { isRecord, parseRecord } from "../json.ts";

const ROOT_OF = "$TURBO_ROOT$";
const CHAPTER_TASK = /^@course\/s\d\d_[^#]*#(?:spec|replay)$/;

/** What every chapter runs on: its host, the practice model, the harness. */
const COMMON = [
  `${ROOT_OF}/shared/**/*.ts`,
  `${ROOT_OF}/practice/**/*.{ts,json}`,
  `${ROOT_OF}/course/**/*.{ts,mjs}`,
  `${ROOT_OF}/skills/**`,
  `${ROOT_OF}/package-lock.json`,
];

/** turbo.json with the spec and the replay of each chapter; everything else in it stays. */
export function turboTasks(text: string, chapters: string[]): Record<string, unknown> {
  const { tasks, ...rest } = parseRecord(text) ?? {};
  const kept = Object.entries(isRecord(tasks) ? tasks : {}).filter(
    ([name]) => !CHAPTER_TASK.test(name) && name !== "spec" && name !== "replay",
  );
  const made = chapters.flatMap((chapter, at) => {
    const used = new Set([chapter, chapters[at - 1] ?? chapter, chapters.at(-1) ?? chapter]);
    const code = [...used].sort().map((name) => `${ROOT_OF}/${name}/**/*.ts`);
    const inputs = ["package.json", ...code, ...COMMON];
    return [
      [`@course/${chapter}#spec`, { inputs, outputs: [".results/spec.json"] }],
      [
        `@course/${chapter}#replay`,
        { inputs: [...inputs, ...PROSE], outputs: [".results/replay.json"] },
      ],
    ] as const;
  });
  return { ...rest, tasks: { ...Object.fromEntries(kept), ...Object.fromEntries(made) } };
}

/** What only a replay reads: the sessions of the READMEs, and the folders they work in, the sample skills among them. */
const PROSE = ["*.md", `${ROOT_OF}/course/fixtures/**`, `${ROOT_OF}/skills/**`];

/** A chapter's package.json with what is the same in all of them; the rest of it stays. */
export function chapterPackage(text: string, chapter: string): Record<string, unknown> {
  const {
    name,
    version,
    private: isPrivate,
    type,
    description,
    descriptions,
    scripts,
    ...rest
  } = parseRecord(text) ?? {};
  const run = "node --import tsx ../course";
  return {
    name: `@course/${chapter}`,
    version: version ?? "0.1.0",
    private: true,
    type: "module",
    description: description ?? "",
    ...(descriptions === undefined ? {} : { descriptions }),
    scripts: {
      start: `node ../course/start.mjs ${chapter}`,
      spec: `node ../course/task.mjs spec --count -- ${run}/check-spec.ts ${chapter}`,
      replay: `node ../course/task.mjs replay --count -- ${run}/replay-main.ts ${chapter}`,
    },
    ...rest,
  };
}

/** The lockfile with an entry and a link for each chapter, as npm writes them; undefined when it is no lockfile. */
export function lockfile(text: string, chapters: string[]): string | undefined {
  const lock = parseRecord(text);
  if (!lock || !isRecord(lock.packages)) return undefined;
  const isOther = ([name]: [string, unknown]) =>
    !/^(?:node_modules\/@course\/)?s\d\d_[^/]*$/.test(name);
  const others = Object.entries(lock.packages).filter(isOther);
  const own = chapters.flatMap((name): [string, unknown][] => [
    [name, { name: `@course/${name}`, version: "0.1.0" }],
    [`node_modules/@course/${name}`, { resolved: name, link: true }],
  ]);
  const sorted = [...others, ...own].sort(([a], [b]) => a.localeCompare(b, "en"));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, undefined, 2)}\n`;
}
