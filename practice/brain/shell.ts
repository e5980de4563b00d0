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
  return `${folder}printf '%s\\n' ${quote(body)} > ${target}`;
}

/** Adds one line at the end of a file that is there, behind a last line that may not be closed. */
export function appendCommand(path: string, line: string): string {
  const target = quotePath(path);
  return `end=$(tail -c 1 ${target}) && printf "\${end:+\\n}%s\\n" ${quote(line)} >> ${target}`;
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
  const own = rest === "*" ? "" : ` ${test}`;
  return `find ${start} -type f${own} ! -path '*/.git/*' ! -path '*/node_modules/*' | sort`;
}

/** The lines with a text in the files below a folder, or in one file, each with its file and number. */
export function mentionCommand(text: string, place: string): string {
  const own = `${text.startsWith("-") ? "-e " : ""}${quote(text)}`;
  const where = place === "." ? "--exclude-dir=node_modules" : "";
  const files = place === "." ? "*" : startOf(place);
  return `grep -rniHF ${[where, own, files].filter(Boolean).join(" ")} | sort`;
}

function startOf(folder: string): string {
  return quotePath(folder.replace(/(?<=.)\/+$/, ""));
}
