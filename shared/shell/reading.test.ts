import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readShellLine, type ShellLine } from "./line.ts";

let base = "";
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "reading-")));
  vi.stubEnv("HOME", join(base, "home"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(base, { recursive: true });
});

/** A usual run takes seconds; more than four times as many lines would show little more. */
const DEPTH = Math.min(Number(process.env.TEST_DEPTH ?? 1), 4);
const LINES = DEPTH > 1 ? 2000 : 250;
/** A safety net, as in vitest.config.ts. */
const timeout = 300_000 * DEPTH;
/** Lines for one bash process: starting bash takes longer than running them. */
const BATCH = 100;

/** What bash or the reader made of a line. */
interface Reading {
  /** The words of each command, as JSON; sorted, without duplicates. */
  commands: string[];
  /** The names of the files that were written. */
  written: string[];
  /** True if bash did not run the line, or not all of it. */
  isInvalid?: boolean;
}

/**
 * Bash finds no program in this PATH, so it passes every command to the handler, which writes it down. The handler
 * replaces line feeds: each command is one write, so that the two sides of a pipe cannot mix theirs.
 */
const PRELUDE = `
enable -n . : '[' test
command_not_found_handle() { printf '%s\\037' "\${@//$'\\n'/$'\\035'}" $'\\036' >&9; return "$STATUS"; }
PATH=/nowhere
mapfile -d '' lines < "$1/lines"
for number in "\${!lines[@]}"; do
  ( cd "$1/$number" && eval -- "\${lines[number]}" ) 9>> "$1/$number.seen" 2> "$1/$number.said" < /dev/null
done`;

const isSimple = (name: string) => /^[^/]+$/.test(name) && !/^\.\.?$/.test(name);

/** True if running the line in an empty folder shows how bash reads it: no path in it, no star that matches a file. */
function canBeShown({ commands, files, unclear }: ShellLine): boolean {
  const words = commands.flatMap((command) => command.words);
  return (
    unclear.length === 0 &&
    files.every(({ path }) => isSimple(path) || path === "/dev/null") &&
    commands.every(({ words: [name] }) => /^[^%/][^/]*$/.test(name?.text ?? "")) && // %1 is a job
    (files.length === 0 || words.every(({ pieces }) => pieces.length === 1))
  );
}

const unique = (texts: string[]) => [...new Set(texts)].sort();

function readingOf({ commands, files }: ShellLine): Reading {
  const written = files.filter(({ how, path }) => how === "write" && path !== "/dev/null");
  return {
    commands: unique(commands.map(({ words }) => JSON.stringify(words.map(({ text }) => text)))),
    written: unique(written.map(({ path }) => path)),
  };
}

/** What bash runs of each line if every command ends with this status. The files that a line reads are there. */
async function readByBash(lines: string[], status: 0 | 1): Promise<Reading[]> {
  const folder = mkdtempSync(join(base, "batch-"));
  await writeFile(join(folder, "lines"), lines.map((line) => `${line}\0`).join(""));
  for (const [number, line] of lines.entries()) {
    await mkdir(join(folder, `${number}`));
    for (const path of readIn(line)) await writeFile(join(folder, `${number}`, path), "");
  }
  const env = { ...process.env, LC_ALL: "C.UTF-8", STATUS: `${status}` };
  await promisify(execFile)("bash", ["-c", PRELUDE, "bash", folder], { env }).catch(() => {});
  return Promise.all(
    lines.map(async (line, number) => {
      const seen = await readFile(join(folder, `${number}.seen`), "utf8").catch(() => "");
      const names = await readdir(join(folder, `${number}`));
      const commands = seen.split("\x1e\x1f").filter((one) => one !== "");
      const { written } = readingOf(readShellLine(line));
      const said = await readFile(join(folder, `${number}.said`), "utf8");
      return {
        isInvalid: /syntax error|unexpected EOF/.test(said),
        commands: unique(
          commands.map((one) =>
            JSON.stringify(one.replaceAll("\x1d", "\n").split("\x1f").slice(0, -1)),
          ),
        ),
        written: names.filter((name) => written.includes(name) || !readIn(line).includes(name)),
      };
    }),
  );
}

const readIn = (line: string) =>
  readShellLine(line)
    .files.filter(({ how, path }) => how === "read" && path !== "/dev/null")
    .map(({ path }) => path);

/** For lines like `! a && b` and `> f || b`: neither of the two runs may reach every command. */
const mayHide = (line: string) =>
  (line.includes("!") && /&&|\|\|/.test(line)) ||
  (line.includes("||") && /(?:^|[;&|\n])\s*(?:\d?[<>]|&>)/.test(line));

/** Compares what the reader sees with what bash runs, for lines that it fully understands. Returns their number. */
async function expectSameReading(lines: string[]): Promise<number> {
  const plain = lines.filter((line) => canBeShown(readShellLine(line)));
  const [success, failure] = await Promise.all([readByBash(plain, 0), readByBash(plain, 1)]);
  for (const [number, line] of plain.entries()) {
    const ours = readingOf(readShellLine(line));
    const theirs = {
      commands: unique([success, failure].flatMap((all) => all[number]?.commands ?? [])),
      written: unique([success, failure].flatMap((all) => all[number]?.written ?? [])),
    };
    if (mayHide(line) || success[number]?.isInvalid) {
      expect(ours.commands, line).toEqual(expect.arrayContaining(theirs.commands));
      expect(ours.written, line).toEqual(expect.arrayContaining(theirs.written));
    } else expect({ line, ...theirs }).toEqual({ line, ...ours });
  }
  return plain.length;
}

/** Compares about LINES lines; `share` is the part of the generated lines that can be compared. */
async function compareMany(line: fc.Arbitrary<string>, share: number) {
  let compared = 0;
  const batch = fc.array(line, { minLength: 1, maxLength: BATCH, size: "max" });
  await fc.assert(
    fc.asyncProperty(batch, async (lines) => {
      compared += await expectSameReading(lines);
    }),
    { numRuns: Math.ceil((LINES * 2) / BATCH / share) },
  );
  expect(compared).toBeGreaterThan(LINES / 4); // most batches are not full
}

const textOf = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
const ODD = "ab 'x`$!*?~#;&|<>(){}[]=\\\n\té日";

const bare = textOf("abwz019_.,:+=@%^-é", 1, 5);
const single = textOf(ODD.replace("'", ""), 0, 6).map((text) => `'${text}'`);
const double = textOf(ODD, 0, 6).map((text) => `"${text.replaceAll(/["$`\\]/g, "\\$&")}"`);
const escaped = textOf(ODD.replaceAll(/[\n\té日]/g, ""), 1, 2).map((text) =>
  text.replaceAll(/./g, "\\$&"),
);
const piece = fc.oneof(
  { weight: 4, arbitrary: bare },
  single,
  double,
  escaped,
  fc.constantFrom("{}", "!", "#b", "~", "'a'*"),
);
const word = fc
  .tuple(
    fc.oneof(
      { weight: 20, arbitrary: fc.constant("") },
      fc.constantFrom("~", "~/", "~root/", "~+/", "~-", "a=~/", "b:~/"),
    ),
    fc.array(piece, { minLength: 1, maxLength: 3 }),
  )
  .map(([start, pieces]) => start + pieces.join(""));
const fileName = textOf("fgh", 1, 2).map((name) => `file-${name}`);
const redirection = fc.oneof(
  fc
    .tuple(fc.constantFrom(">", ">>", "2>", ">|", "&>", "<", "&>>", "1> ", "< "), fileName)
    .map((parts) => parts.join("")),
  fc.constantFrom("2>&1", ">&2", "> /dev/null", "<<< here", "<<< 'a b'"),
);
const command = fc
  .tuple(
    fc.constantFrom("", "", "", "", "! "),
    fc.constantFrom("", "", "", "", "> file-x "),
    word,
    fc.array(fc.oneof({ weight: 4, arbitrary: word }, redirection), { maxLength: 4 }),
    fc.constantFrom(" ", " ", "  ", "\t", " \\\n"),
  )
  .map(([not, before, name, rest, between]) => `${not}${before}w${name} ${rest.join(between)}`);
const hereDocument = textOf(ODD.replace("\n", ""), 0, 8).map(
  (body) => `w <<'END'\n${body}\n$(a)\nEND\n`,
);
const operator = fc.constantFrom(
  " ; ",
  " && ",
  " || ",
  " | ",
  "\n",
  ";",
  "|",
  " |& ",
  " &&\n",
  " # a ' ; b\n",
);
const plainLine = fc
  .tuple(
    fc.array(fc.tuple(command, operator), { maxLength: 3 }),
    fc.oneof({ weight: 6, arbitrary: command }, hereDocument),
    fc.constantFrom("", "", "", " # note", ";", "\n"),
  )
  .map(([parts, last, end]) => parts.flat().join("") + last + end);

test("in plain lines bash and the reader see the same commands, words and files", {
  timeout,
}, async () => {
  await compareMany(plainLine, 0.5);
});

/** Characters with a special meaning in bash, and a few letters: most of these lines are not plain. */
const wildLine = fc.oneof(
  textOf("abw  ;&|<>(){}[]!#$`\"'\\*?~=+-,.:%@^\n\t012", 1, 12),
  fc
    .array(
      fc.constantFrom(
        ..."a b w ' \" \\ ; && || | |& & > >> < << <<- <<< >& <& <> >| &> &>> 2> 2>&1 {} { } ( ) # ! ~ ~+ ~- * ? = a= a=( += [[ ]] 1 0 -".split(
          " ",
        ),
        " ",
        " ",
        " ",
        "\n",
        "\t",
        "\\\n",
        "<<'E'\n",
        "\nE\n",
        "time",
        "if",
        "then",
        "fi",
        "coproc",
        "function",
        "in",
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

test("in lines of any characters, what the reader understands is what bash runs", {
  timeout,
}, async () => {
  await compareMany(wildLine, 0.15);
});
