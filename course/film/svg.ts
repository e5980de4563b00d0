// course/film/svg · text and movement in SVG, so that the last picture is there where nothing can move.

/** What an element looks like from a time on; the last look is also how it stays. */
export interface Look {
  /** Milliseconds. */
  at: number;
  css: string;
}

/** The moving parts of one film. */
export interface Stage {
  /** The attribute of an element that changes its look: at once, or over so many milliseconds. */
  changing(looks: Look[], fade?: number): string;
  /** The attribute of an element that goes from its first look to its second in so many jumps. */
  stepping(from: Look, to: Look, steps: number): string;
  /** The style sheet of all these elements. */
  css(): string;
}

/** A stage for a film of so many milliseconds, which begins again at its end. */
export function createStage(length: number): Stage {
  const names = new Map<string, string>();
  const percent = (at: number) => `${Number(((100 * at) / length).toFixed(3))}%`;

  /** Elements that move alike have one name. */
  function moving(frames: string, still: string): string {
    const rule = `${frames}|${still}`;
    const name = names.get(rule) ?? `m${names.size}`;
    names.set(rule, name);
    return `class="${name}"`;
  }

  return {
    changing(looks, fade = 0) {
      const frames = looks.map(({ at, css }, place) => {
        const next = looks[place + 1];
        if (!next) return `${percent(at + fade)},to{${css}}`;
        const until = fade > 0 ? `,${percent(next.at)}` : "";
        const start = place === 0 ? "0%" : percent(at + fade);
        return `${start}${until}{${css}${fade > 0 ? "" : STAY}}`;
      });
      return moving(frames.join(""), looks.at(-1)?.css ?? "");
    },
    stepping(from, to, steps) {
      const jumps = `animation-timing-function:steps(${steps})`;
      const frames = `0%{${from.css}${STAY}}${percent(from.at)}{${from.css};${jumps}}${percent(to.at)},to{${to.css}}`;
      return moving(frames, to.css);
    },
    css() {
      const still = [...names].map(([rule, name]) => `.${name}{${rule.split("|")[1]}}`);
      const moves = [...names].map(
        ([rule, name]) =>
          `@keyframes ${name}{${rule.split("|")[0]}}.${name}{animation-name:${name}}`,
      );
      const all = `[class^=m]{animation:${length}ms linear infinite}`;
      return [...still, MOVES, all, ...moves, "}"].join("\n");
    },
  };
}

const STAY = ";animation-timing-function:step-end";
const MOVES = "@media (prefers-reduced-motion:no-preference){";

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as it is written in XML. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
