// practice/brain/shell · POSIX command lines that mean what was asked, whatever the names hold.

/** A word the shell reads as exactly `text`. */
export function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A file name as an argument: a leading dash must not look like an option. */
export function quotePath(path: string): string {
  return quote(path.startsWith("-") ? `./${path}` : path);
}

/** A command that makes `path` hold `content`, with the folders on the way. */
export function writeCommand(path: string, content: string): string {
  const target = quotePath(path);
  const slash = path.lastIndexOf("/");
  const folder = slash > 0 ? `mkdir -p ${quotePath(path.slice(0, slash))} && ` : "";
  if (content === "") return `${folder}touch ${target}`;
  const body = content.endsWith("\n") ? content.slice(0, -1) : undefined;
  if (body === undefined) return `${folder}printf %s ${quote(content)} > ${target}`;
  if (!body.includes("\n")) return `${folder}printf '%s\\n' ${quote(body)} > ${target}`;
  return `${folder}cat > ${target} ${document(body)}`;
}

/** Adds these lines at the end. */
export const appendLines = (path: string, body: string): string =>
  `cat >> ${quotePath(path)} ${document(body)}`;

function document(body: string): string {
  const end = delimiterFor(body);
  return `<< '${end}'\n${body}\n${end}`;
}

/** Adds one line at the end, even when the file's last line is not closed. */
export function appendCommand(path: string, line: string): string {
  const target = quotePath(path);
  const close = `if [ -s ${target} ] && [ -n "$(tail -c 1 ${target})" ]; then echo >> ${target}; fi`;
  return `${close}; printf '%s\\n' ${quote(line)} >> ${target}`;
}

/** Replaces every `old` by `replacement`, printing the number of lines that had it; fails when none has. */
export function replaceCommand(path: string, old: string, replacement: string): string {
  const target = quotePath(path);
  const expression = `s/${old.replace(/[\\/.*[\]^$]/g, "\\$&")}/${replacement.replace(/[\\/&]/g, "\\$&")}/g`;
  const edited = `edited=$(sed -e ${quote(expression)} ${target} && echo .)`;
  return `grep -cF -e ${quote(old)} ${target} && ${edited} && printf %s "\${edited%.}" > ${target}`;
}

/** Files below a folder by name, without what tools put there. */
export function findCommand(pattern: string, folder = "."): string {
  const [start, rest] = [startOf(folder), pattern.replace(/^\.\//, "")];
  const test = rest.includes("/") ? `-path ${quote(`${folder}/${rest}`)}` : `-name ${quote(rest)}`;
  return `find ${start} ${SKIPPED} -type f ${test} -print | sort`;
}

/** The lines with a text in the files below a folder, or in one file. */
export function mentionCommand(text: string, place: string): string {
  const grep = `grep -niF -e ${quote(text)}`;
  return `find ${startOf(place)} ${HIDDEN} ${SKIPPED} -type f -exec ${grep} /dev/null {} + | sort`;
}

/** Renames, moves or copies a file; fails where the other file is there, or one of its name in the folder it goes to. */
export function relocateCommand(verb: "cp" | "mv", from: string, to: string): string {
  const [source, target] = [quotePath(from), quotePath(to)];
  const own = from.slice(from.replace(/\/+$/, "").lastIndexOf("/") + 1);
  const inside = quotePath(`${to.replace(/(?<=.)\/+$/, "")}/${own}`);
  const isThere = `[ -f ${target} ] || [ -e ${inside} ]`;
  const refused = `echo ${quote(`${to} exists`)}; false`;
  return `if ${isThere}; then ${refused}; else ${verb} ${source} ${target}; fi`;
}

/** The biggest or the smallest file below this folder, with its size. */
export function sizeCommand(isSmallest: boolean): string {
  const order = isSmallest ? "-nk" : "-rnk";
  return `find . ${HIDDEN} ${SKIPPED} -type f -exec ls -ln {} + | sort ${order} 5 | head -n 1`;
}

/** What tools keep for themselves, such as the transcripts of an agent. */
const HIDDEN = "-name '.[!.]*' -prune -o";
const SKIPPED = "-name .git -prune -o -name node_modules -prune -o";

function startOf(folder: string): string {
  return quotePath(folder.replace(/(?<=.)\/+$/, ""));
}

function delimiterFor(body: string): string {
  const lines = new Set(body.split("\n"));
  let end = "EOF";
  while (lines.has(end)) end += "_";
  return end;
}
