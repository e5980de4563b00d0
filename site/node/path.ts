// site/node/path · stands in for node:path.
import path from "path-browserify";

export default path;
export const {
  basename,
  delimiter,
  dirname,
  extname,
  format,
  isAbsolute,
  join,
  normalize,
  parse,
  posix,
  relative,
  resolve,
  sep,
} = path;
export const toNamespacedPath = (given: string) => given;
