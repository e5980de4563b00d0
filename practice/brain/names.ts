// practice/brain/names · what kind of thing a name is, by its looks.

const KNOWN_FILE = /^(?:license|makefile|dockerfile|changelog)$/i;

/** Whether a name has the looks of a folder's. */
export function isFolderName(name: string): boolean {
  return /(?:^|\/)(?:\.\.?|[^./]+)?\/?$/.test(name) && !KNOWN_FILE.test(name);
}
