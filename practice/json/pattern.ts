// practice/json/pattern · a regular expression as a tree: texts are compared with it, and made from it.

/** A part of a pattern. Groups leave only what is in them; which of several ways is tried first makes no difference here. */
export type Part =
  | { kind: "set"; test(char: string): boolean; samples: string[] }
  | { kind: "sequence"; parts: Part[] }
  | { kind: "choice"; parts: Part[] }
  | { kind: "repeat"; part: Part; least: number; most: number }
  | { kind: "look"; part: Part; isNegative: boolean; isBehind: boolean }
  | { kind: "edge"; edge: "start" | "end" | "word" | "no word" };

/** Deeper groups are not read: the walks over a tree are recursive. */
const MOST_GROUPS = 100;

/** What a sample is taken from where a set is large, the plainest first. */
const PLAIN = [..."aA0x1bB2-_. @/:,+#'\"!?=()&中あアé한\n\t~"];
const CLASSES: Record<string, RegExp> = {
  d: /\d/u,
  D: /\D/u,
  w: /\w/u,
  W: /\W/u,
  s: /\s/u,
  S: /\S/u,
};
const CONTROLS: Record<string, string> = {
  n: "\n",
  r: "\r",
  t: "\t",
  f: "\f",
  v: "\v",
  0: "\0",
};

/** The tree of a pattern; undefined where it cannot be read, or looks back at what a group took. */
export function readPattern(pattern: string): Part | undefined {
  try {
    new RegExp(pattern, "u");
    return createReader([...pattern]).whole();
  } catch (error) {
    // Not a pattern, or one that is not understood here: a caller then does without it.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

const setOf = (test: (char: string) => boolean, own: string[] = []): Part => ({
  kind: "set",
  test,
  samples: [...new Set([...PLAIN, ...own])].filter(test),
});
const literal = (char: string): Part => ({
  kind: "set",
  test: (other) => other === char,
  samples: [char],
});
const ANY = setOf((char) => !/[\n\r\u2028\u2029]/.test(char));

interface Bounds {
  least: number;
  most: number;
}

/** Reads by descent; `new RegExp` has taken the pattern before, so that each bracket closes. */
function createReader(chars: string[]) {
  let at = 0;
  let groups = 0;
  const rest = () => chars.slice(at, at + 60).join("");
  const eat = (text: string): boolean => {
    if (!rest().startsWith(text)) return false;
    at += [...text].length;
    return true;
  };
  const eatMatch = (form: RegExp): RegExpExecArray | undefined => {
    const found = form.exec(rest()) ?? undefined;
    at += [...(found?.[0] ?? "")].length;
    return found;
  };

  function whole(): Part {
    const parts = [sequence()];
    while (eat("|")) parts.push(sequence());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "choice", parts };
  }

  function sequence(): Part {
    const parts: Part[] = [];
    while (at < chars.length && chars[at] !== "|" && chars[at] !== ")") parts.push(repeated());
    return { kind: "sequence", parts };
  }

  function repeated(): Part {
    const part = one();
    const bounds = quantifier();
    if (bounds === undefined) return part;
    eat("?");
    return { kind: "repeat", part, ...bounds };
  }

  function quantifier(): Bounds | undefined {
    if (eat("*")) return { least: 0, most: Infinity };
    if (eat("+")) return { least: 1, most: Infinity };
    if (eat("?")) return { least: 0, most: 1 };
    const [, least = "", comma, most = ""] = eatMatch(/^\{(\d+)(,?)(\d*)\}/) ?? [];
    if (least === "") return undefined;
    const end = most === "" ? (comma === "" ? Number(least) : Infinity) : Number(most);
    return { least: Number(least), most: end };
  }

  function one(): Part {
    if (eat("^")) return { kind: "edge", edge: "start" };
    if (eat("$")) return { kind: "edge", edge: "end" };
    if (eat(".")) return ANY;
    if (eat("[")) return set();
    if (eat("(")) return group();
    if (eat("\\b")) return { kind: "edge", edge: "word" };
    if (eat("\\B")) return { kind: "edge", edge: "no word" };
    if (chars[at] === "\\") return setFrom(escaped());
    return literal(chars[at++] ?? "");
  }

  function group(): Part {
    groups += 1;
    if (groups > MOST_GROUPS) throw new Error("The pattern has too many groups.");
    const [, behind, sign] = eatMatch(/^\?(<?)([=!])/) ?? [];
    if (sign === undefined) eatMatch(/^\?(?::|<[^>]*>)/);
    const part = whole();
    eat(")");
    if (sign === undefined) return part;
    return { kind: "look", part, isNegative: sign === "!", isBehind: behind === "<" };
  }

  /** A character, or a class of them. */
  function escaped(): string | RegExp {
    at += 1;
    const [unicode] = eatMatch(/^[pP]\{[^}]*\}/) ?? [];
    if (unicode !== undefined) return new RegExp(`\\${unicode}`, "u");
    const [, long, four, two] =
      eatMatch(/^(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/i) ?? [];
    const code = long ?? four ?? two;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    const [, control] = eatMatch(/^c([a-z])/i) ?? [];
    if (control !== undefined) return String.fromCodePoint(control.charCodeAt(0) % 32);
    const char = chars[at++] ?? "";
    if (/[1-9k]/.test(char)) throw new Error("What a group took is not known here.");
    return CLASSES[char] ?? CONTROLS[char] ?? char;
  }

  function setFrom(found: string | RegExp): Part {
    return typeof found === "string" ? literal(found) : setOf((char) => found.test(char));
  }

  function set(): Part {
    const isNegative = eat("^");
    const tests: ((char: string) => boolean)[] = [];
    const own: string[] = [];
    const next = () => (chars[at] === "\\" ? escapedInSet() : (chars[at++] ?? ""));
    while (!eat("]")) {
      const from = next();
      if (typeof from !== "string") {
        tests.push((char) => from.test(char));
        continue;
      }
      const isRange = chars[at] === "-" && chars[at + 1] !== "]";
      const to = isRange ? rangeEnd() : from;
      const [low, high] = [codeOf(from), codeOf(to)];
      tests.push((char) => codeOf(char) >= low && codeOf(char) <= high);
      for (let code = low; code <= high && code < low + 10; code++)
        own.push(String.fromCodePoint(code));
    }
    return setOf((char) => tests.some((test) => test(char)) !== isNegative, own);

    function rangeEnd(): string {
      at += 1;
      const end = next();
      if (typeof end !== "string") throw new Error("A range ends in a character.");
      return end;
    }
  }

  function escapedInSet(): string | RegExp {
    if (eat("\\b")) return "\b";
    return eat("\\-") ? "-" : escaped();
  }

  return { whole };
}

const codeOf = (char: string): number => char.codePointAt(0) ?? 0;
