// practice/json/depth · how deep a JSON value may be nested, in one place for all that is read: every walk over it may be recursive.

/** The most levels of objects and arrays, the outermost one counted. Source: the limit of common JSON parsers. */
export const MAX_DEPTH = 1024;

/** Whether a value is nested deeper than `most` levels. Not recursive itself: `JSON.parse` reads millions of levels. */
export function isDeeper(value: unknown, most = MAX_DEPTH): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === most) return true;
    level = level.flatMap((outer) => Object.values(outer).filter(isNested));
  }
  return false;
}

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;
