// course/check/toy · a small course in a folder of its own, for the tests of the tools that check courses.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { faultLines } from "../base/fault.ts";
import { gitText } from "../base/git.ts";
import { LANGUAGES, readmeName } from "../base/languages.ts";
import { writeAll } from "../generate/generated.ts";
import { stamped } from "../readme/stamp.ts";
import { checkAll } from "./command.ts";
import { AROUND, chapterReadme, filled, folderOf, NAMES, rootReadme } from "./toy-readme.ts";

export interface Toy {
  root: string;
  read(file: string): string;
  write(file: string, text: string): void;
  remove(file: string): void;
  /** Replaces text that must be there. */
  edit(file: string, from: string, to: string): void;
  /** The faults that the check finds, two lines each. tsc is not asked. */
  faults(): Promise<string[]>;
  git(...args: string[]): Promise<string>;
  end(): Promise<void>;
}

/** Made once for each process; every toy is a copy of it. */
let template: Promise<string> | undefined;

/** Three chapters that pass every check, in a git repository with one commit. The caller ends it. */
export async function createToy(): Promise<Toy> {
  template ??= makeTemplate();
  const root = await newFolder();
  await cp(await template, root, { recursive: true });
  return toyAt(root);
}

const newFolder = async () => realpath(await mkdtemp(join(tmpdir(), "toy-course-")));

async function makeTemplate(): Promise<string> {
  const root = await newFolder();
  process.on("exit", () => rmSync(root, { recursive: true, force: true }));
  const toy = toyAt(root);
  writeCourse(toy);
  await writeAll(root);
  for (const folder of ["", ...NAMES.map((_, at) => `${folderOf(at)}/`)]) stamp(toy, folder);
  await toy.git("init", "--quiet", "--initial-branch=main");
  await commit(toy, "The course");
  await toy.git("tag", "sound");
  return root;
}

function toyAt(root: string): Toy {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const git = (...args: string[]) => gitText(["-c", "core.autocrlf=false", ...args], root);
  return {
    root,
    read,
    write,
    git,
    remove: (file) => rmSync(join(root, file), { recursive: true }),
    edit(file, from, to) {
      const text = read(file);
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
      write(
        file,
        text.replace(from, () => to),
      );
    },
    async faults() {
      const { outcomes } = await checkAll(root, async () => []);
      return outcomes.flatMap(({ faults }) => faults.map((fault) => faultLines(fault).join("\n")));
    },
    end: () => rm(root, { recursive: true, force: true }),
  };
}

/** Commits all files, with a fixed author. */
export async function commit({ git }: Pick<Toy, "git">, message: string) {
  await git("add", "--all");
  const who = ["-c", "user.name=Toy", "-c", "user.email=toy@example.invalid"];
  await git(...who, "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", message);
}

/** Renews the stamps of the translations in a folder. */
export function stamp({ read, write }: Pick<Toy, "read" | "write">, folder: string) {
  for (const language of LANGUAGES) {
    if (language === "en") continue;
    const file = folder + readmeName(language);
    write(file, stamped(read(file), read(`${folder}README.md`)));
  }
}

function writeCourse({ write }: Pick<Toy, "write">) {
  for (const [file, text] of Object.entries(AROUND)) write(file, text);
  for (const language of LANGUAGES) write(readmeName(language), rootReadme(language));
  for (const at of NAMES.keys()) {
    for (const [file, text] of Object.entries(chapterFiles(at)))
      write(`${folderOf(at)}/${file}`, text);
    for (const language of LANGUAGES) {
      write(`${folderOf(at)}/${readmeName(language)}`, chapterReadme(at, language));
    }
  }
}

/** A chapter has the files of the one before and its own mechanism; the last also revises tools.ts. */
function chapterFiles(at: number): Record<string, string> {
  const known = NAMES.slice(0, at + 1);
  const isLast = at === 2;
  const lines = (word: string, count: number) => numbered(word, count).join("\n");
  const tools = numbered("tool", 60);
  if (isLast) tools[30] = 'const tool30 = "revised";';
  return {
    "code.ts": filled("code.txt", {
      imports: known.map((name) => `import { ${name} } from "./${name}.ts";`).join("\n"),
      settings: lines("setting", 20),
      tools: known.map((name) => `  ${name},`).join("\n"),
    }),
    "loop.ts": filled("loop.txt", { lines: lines("line", 60) }),
    "tools.ts": ["// s01 · tools – acts.", ...tools, ""].join("\n"),
    ...(at === 0 ? { "tools.test.ts": "// tested\n" } : {}),
    ...Object.fromEntries(known.map((name) => [`${name}.ts`, filled("mechanism.txt", { name })])),
    "spec.test.ts": `import { test } from "../course/spec.ts";\n${PROMISES}`,
    "package.json": JSON.stringify({
      description: `the ${NAMES[at]}`,
      descriptions: { zh: `第 ${at}`, ja: `${at} のもの` },
      changes: isLast ? { "tools.ts": "a call may be refused" } : {},
    }),
  };
}

/** Five in each chapter, so that one inherited promise is within the limit. */
const PROMISES = [1, 2, 3, 4, 5].map((at) => `test("it is so, ${at}", async () => {});\n`).join("");

const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `const ${word}${at} = ${at};`);
