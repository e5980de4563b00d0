// site/node/fs-promises · stands in for node:fs/promises.
import { promises } from "./fs.ts";

export default promises;
export const {
  access,
  appendFile,
  chmod,
  constants,
  copyFile,
  cp,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  opendir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  truncate,
  unlink,
  utimes,
  writeFile,
} = promises;
