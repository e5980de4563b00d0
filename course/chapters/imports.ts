// course/chapters/imports · which files and packages a file imports.
import { posix } from "node:path";
import { parse } from "es-module-lexer";

/** An import of a file. A `type` import vanishes at run time; `import { type A }` does not. */
export interface Import {
  from: string;
  line: number;
  isType: boolean;
  /** The imported file from the root, or undefined for a package. */
  target: string | undefined;
}

/** The imports of a file's text; `file` is named from the root. None in a text that cannot be read: tsc says what is wrong with it. */
export const importsOf = (file: string, text: string): Import[] =>
  lexed(text).flatMap((one): Import[] => {
    if (!one.specifier || (one.type === "dynamic" && one.glob)) return [];
    const from = one.specifier;
    return [
      {
        from,
        line: text.slice(0, one.importStart).split("\n").length,
        isType: one.type !== "dynamic" && one.typeOnly,
        target: targetOf(file, from),
      },
    ];
  });

/** What shared/package.json says of `#host/…`. */
const HOST = /^#host\//;

function targetOf(file: string, from: string): string | undefined {
  if (HOST.test(from)) return from.replace(HOST, "shared/host/node/");
  return from.startsWith(".") ? posix.join(posix.dirname(file), from) : undefined;
}

function lexed(text: string): ReturnType<typeof parse>[0] {
  try {
    return parse(text)[0];
  } catch {
    return [];
  }
}
