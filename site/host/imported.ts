// site/host/imported · what an import of a chapter's file names. Also used by the build.

export const COURSE = "file:///course/";

/** Where a relative import leads, from the course's root. */
export const pathFrom = (importer: string, target: string): string =>
  new URL(target, COURSE + importer).href.slice(COURSE.length);

/** What an import names from the course's root, or a package or module of Node as it stands. */
export const importedAs = (importer: string, target: string): string =>
  target.startsWith(".") ? pathFrom(importer, target) : target;
