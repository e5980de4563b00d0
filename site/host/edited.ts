// site/host/edited · a chapter with a reader's changes: its files as functions, linked here, with what they import of the course.

import { AWAITS } from "./awaits.ts";
import { COURSE, importedAs } from "./imported.ts";

/** By its path from the course's root ("s01_agent_loop/loop.ts"), the text of a file as a CommonJS module. */
export type Modules = Record<string, string>;

/** By its path, or by its name in an import, what a module from outside of the chapter exports. */
type Outside = Record<string, object>;

/** Runs a file of a chapter, such as its code.ts. Throws an Error that names the file when an import leads nowhere. */
export function runModules(modules: Modules, outside: Outside, entry: string): void {
  const loaded = new Map<string, { exports: object }>();

  function load(path: string): object {
    const known = loaded.get(path);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(path, module);
    const body = `${modules[path]}\n//# sourceURL=${COURSE}${path}`;
    const names = ["require", "module", "exports", ...Object.keys(AWAITS)];
    const given = [requireIn(path), module, module.exports, ...Object.values(AWAITS)];
    new Function(...names, body)(...given);
    return module.exports;
  }

  function requireIn(importer: string) {
    return (target: string): object => {
      const path = importedAs(importer, target);
      const given = outside[path];
      if (given) return asModule(given);
      if (path in modules) return load(path);
      throw new Error(nothingAt(path, importer, Object.keys(outside)));
    };
  }

  load(entry);
}

/** The exports of a module as CommonJS has them; they are read when they are used. */
function asModule(exports: object): object {
  const getters = Object.keys(exports).map((name) => {
    const get = () => Reflect.get(exports, name);
    return [name, { enumerable: true, get }] as const;
  });
  return Object.defineProperties({ __esModule: true }, Object.fromEntries(getters));
}

const nothingAt = (path: string, importer: string, known: string[]) =>
  `${importer} imports ${path}, which is not there. In a page it can import files of its chapter and: ${known.join(", ")}.`;
