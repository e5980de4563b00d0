// site/build/packs · which files are loaded together. esbuild makes a file of all modules that the same entries need; so each entry asks for whole packs.
import { relative, sep } from "node:path";
import type { Metafile, OnResolveArgs, Plugin, PluginBuild } from "esbuild";
import { ROOT } from "../../course/base/root.ts";

/** What each entry asks for beside what it imports, by the names of esbuild. */
export type Extras = Map<string, readonly string[]>;

const PACKS = "packs";
const COMMON = "common";

interface PackOptions {
  inputs: Metafile["inputs"];
  /** The entry of the worker. */
  machine: string;
  /** The entries of agents, and of servers beside them; `tier` says how late their chapter is. What only others than the chapters' own agents import is in no pack. */
  programs: { name: string; chapter: string; tier: number; isMain: boolean }[];
  /** Other entries, which run beside an agent or in its place. */
  others: string[];
  /** The files that several chapters have, and the tiers of the first and the last of these. */
  lasting: { name: string; tiers: readonly [first: number, last: number] }[];
  /** Whether something that the worker imports while it runs is loaded with all others of its kind. */
  isCommon(name: string): boolean;
  /** Whether a file is a chapter's own. */
  isOwn(name: string): boolean;
}

/** Of what an entry imports: its files, and what these import while they run. */
function reading(inputs: Metafile["inputs"]) {
  const of = (name: string, isLater: boolean) =>
    (inputs[name]?.imports ?? [])
      .filter(({ kind, external }) => !external && (kind === "dynamic-import") === isLater)
      .map(({ path }) => path);
  const closure = (...names: string[]) => {
    const found = new Set(names);
    for (const one of found) for (const path of of(one, false)) found.add(path);
    return found;
  };
  const laterIn = (names: Set<string>) => {
    const found = new Set<string>();
    const seen = new Set(names);
    for (const one of seen)
      for (const path of of(one, true)) {
        found.add(path);
        for (const more of closure(path)) seen.add(more);
      }
    return found;
  };
  return { closure, laterIn };
}

/**
 * The host is a pack, common commands are one, and what agents import is one. Of a chapter's own files those
 * are one that its drafts have, too; of the lasting ones those that last over the same tiers.
 */
export function packsFor(options: PackOptions): Extras {
  const { inputs, machine, programs, others, lasting, isCommon, isOwn } = options;
  const { closure, laterIn } = reading(inputs);
  const main = programs.filter((one) => one.isMain).map(({ name }) => name);
  const common = new Set([...closure(...main)].filter((name) => !isOwn(name)));
  const laterInHost = laterIn(closure(machine));
  const host = new Set(
    [...closure(machine), ...closure(...laterInHost)].filter((name) => common.has(name)),
  );
  const commands = closure(...[...laterInHost].filter(isCommon));
  for (const name of host) commands.delete(name);
  /** Not more than these files import of it. */
  const packsOf = (name: string) => {
    const wanted = [...closure(name)].filter((one) => one !== name);
    const isAgents = wanted.some((one) => common.has(one) && !host.has(one));
    const isCommand = isCommon(name) || wanted.some((one) => commands.has(one));
    return [...host, ...(isAgents ? common : []), ...(isCommand ? commands : [])];
  };
  const lastingIn = (tier: number) =>
    lasting
      .filter(({ name, tiers: [first, last] }) => first <= tier && tier <= last && name in inputs)
      .map(({ name }) => name);
  const isLasting = new Set(lasting.map(({ name }) => name));
  const filesOf = (chapter: string, isMain: boolean) =>
    closure(
      ...programs.flatMap((one) =>
        one.chapter === chapter && one.isMain === isMain ? one.name : [],
      ),
    );
  /** What a pack has is run for all that load it; so nothing is in one that no draft has, above all not the chapter's code.ts. */
  const ownOf = (chapter: string) => {
    const ofDrafts = filesOf(chapter, false);
    return [...filesOf(chapter, true)].filter(
      (name) => /^s\d\d_/.test(name) && ofDrafts.has(name) && !isLasting.has(name),
    );
  };
  const names = programs.map(({ name }) => name);
  const isData = (name: string) => (inputs[name]?.imports ?? []).length === 0;
  const later = [...laterIn(closure(...names, ...others, machine))].filter((one) => !isData(one));
  return new Map([
    [COMMON, [...host]],
    [machine, [...host].filter((name) => name !== machine)],
    ...[...later, ...others].map((name) => [name, packsOf(name)] as const),
    ...programs.map(
      ({ name, chapter, tier }) =>
        [name, [...host, ...common, ...lastingIn(tier), ...ownOf(chapter)]] as const,
    ),
  ]);
}

/** An entry with the packs that it needs. */
export const PACKED = "packed:";
const INSIDE = "inside:";

/** The name that esbuild gives a module in its list of inputs. */
export const inputName = ({ path, namespace }: { path: string; namespace: string }): string =>
  namespace === "file" ? relative(ROOT, path).replaceAll(sep, "/") : `${namespace}:${path}`;

const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** Loads the packs with each entry, and with what a program imports while it runs; what is common of that is one module. */
export const packPlugin = (
  extras: Extras,
  inputs: Metafile["inputs"],
  isCommon: PackOptions["isCommon"],
): Plugin => ({
  name: PACKS,
  setup(builder: PluginBuild) {
    const { onResolve, onLoad } = builder;
    const common = [...extras.keys()].filter(isCommon).map((name) => `./${name}`);
    onResolve({ filter: new RegExp(`^${PACKED}`) }, ({ path }) => {
      const name = path.slice(PACKED.length);
      return { path: name, namespace: PACKS, pluginData: { target: name } };
    });
    onResolve({ filter: new RegExp(`^${INSIDE}`) }, ({ pluginData }) => pluginData.found);
    onLoad({ filter: /.*/, namespace: PACKS }, ({ path, pluginData }) => {
      const more = (extras.get(path.replace(/^\.\//, "")) ?? []).map(
        (name) => `import "./${name}";`,
      );
      const targets: string[] = path === COMMON ? common : [pluginData.target ?? INSIDE];
      const own = targets.map((target) => `export * from ${JSON.stringify(target)};`);
      return { contents: [...more, ...own].join("\n"), resolveDir: ROOT, pluginData };
    });
    const later = Object.values(inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ path, kind }) => kind === "dynamic-import" && extras.has(path))
      .flatMap(({ original }) => original ?? []);
    if (later.length === 0) return;
    const filter = new RegExp(`^(${[...new Set(later)].map(quoted).join("|")})$`);
    onResolve({ filter }, async ({ path, pluginData, ...given }: OnResolveArgs) => {
      if (given.kind !== "dynamic-import" || pluginData === INSIDE) return undefined;
      const found = await builder.resolve(path, { ...given, pluginData: INSIDE });
      const name = inputName(found);
      if (isCommon(name)) return { path: COMMON, namespace: PACKS };
      if (!extras.has(name)) return found;
      return { path: name, namespace: PACKS, pluginData: { found } };
    });
  },
});
