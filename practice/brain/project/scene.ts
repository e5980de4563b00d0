// practice/brain/project/scene · where a failure shows, and the functions in which its cause may be.
import { readStep } from "../intents/read.ts";
import type { Language } from "../types.ts";
import type { Script } from "../unfold.ts";
import {
  around,
  type Block,
  functionsIn,
  hasWord,
  importsIn,
  moduleFile,
  type Source,
} from "./code.ts";
import type { Failure } from "./failure.ts";
import { isTest } from "./testRun.ts";

/** Lines in which the cause may be. */
export interface Suspect extends Source, Block {}

export interface Scene {
  /** The line of the project that the failure names. */
  shown: (Source & { at: number }) | undefined;
  suspects: Suspect[];
  /** Every file that was read. */
  read: Source[];
}

const MOST_READ = 4;

/** Reads the line that the failure names and the functions that are called there, with those that these call. */
export function* sceneOf(
  language: Language,
  { places }: Failure,
  files: readonly string[],
): Script<Scene> {
  const scene: Scene = { shown: undefined, suspects: [], read: [] };
  const place = places.flatMap(({ file, line }) => {
    const name = inProject(file, files);
    return name === undefined ? [] : [{ name, at: line - 1 }];
  })[0];
  if (place === undefined) return scene;
  const source = yield* sourceOf(language, place.name, scene);
  scene.shown = { ...source, at: Math.min(place.at, source.lines.length - 1) };
  const block = { ...source, ...around(source.lines, scene.shown.at) };
  if (!isTest(source.file)) add(scene, block);
  yield* addCalled(language, { ...block, from: scene.shown.at, to: scene.shown.at }, files, scene);
  yield* addCalled(language, block, files, scene);
  for (const suspect of [...scene.suspects]) yield* addCalled(language, suspect, files, scene);
  return scene;
}

/** A path as it was printed, as one of the project's files. */
export const inProject = (path: string, files: readonly string[]): string | undefined =>
  files
    .filter((file) => path === file || path.endsWith(`/${file}`))
    .sort((one, other) => other.length - one.length)[0];

export function* sourceOf(language: Language, file: string, { read }: Scene): Script<Source> {
  const there = read.find((source) => source.file === file);
  if (there !== undefined) return there;
  const source = { file, lines: (yield readStep(language, file)).split("\n") };
  read.push(source);
  return source;
}

/** Adds the functions that are called in these lines: those of the same file and of what it imports. */
function* addCalled(
  language: Language,
  { file, lines, from, to }: Suspect,
  files: readonly string[],
  scene: Scene,
): Script<void> {
  const text = lines.slice(from, to + 1).join("\n");
  for (const made of functionsIn(lines))
    if (!isTest(file) && hasWord(text, made.name)) add(scene, { file, lines, ...blockOf(made) });
  for (const { names, from: module } of importsIn(lines)) {
    const other = moduleFile(module, file, files);
    const isUsed = [...names, ...(module.includes("/") ? [] : [module])].some((name) =>
      hasWord(text, name),
    );
    const isKnown = scene.read.some((source) => source.file === other);
    if (other === undefined || !isUsed || (!isKnown && scene.read.length >= MOST_READ)) continue;
    const source = yield* sourceOf(language, other, scene);
    const called = functionsIn(source.lines).filter(({ name }) => hasWord(text, name));
    for (const made of called) add(scene, { ...source, ...blockOf(made) });
    if (called.length === 0) add(scene, { ...source, from: 0, to: source.lines.length - 1 });
  }
}

const blockOf = ({ from, to }: Block): Block => ({ from, to });

function add({ suspects }: Scene, suspect: Suspect): void {
  const isThere = suspects.some(({ file, from }) => file === suspect.file && from === suspect.from);
  if (!isThere) suspects.push(suspect);
}
