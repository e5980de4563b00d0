// site/build/course-file · what is changed in a file of the course so that it runs in a page. Also used in the page itself.

/** Where the course is on the page's disk. */
export const COURSE = "/course";

/** AsyncLocalStorage sees every await only as a call of `then`. */
export const LOWERED = { "async-await": false, "async-generator": false, "for-await": false };

/** By this a file knows whether it was started as a program. */
export const OWN_NAME = "import.meta.filename";

/** A file of the course knows itself by its place on the page's disk, and an agent's start is not waited for. */
export function inPage(text: string, path: string): string {
  const url = JSON.stringify(`file://${COURSE}/${path}`);
  return text
    .replaceAll("import.meta.url", url)
    .replaceAll(OWN_NAME, JSON.stringify(`${COURSE}/${path}`))
    .replaceAll("import.meta.dirname", JSON.stringify(`${COURSE}/${path}`.replace(/\/[^/]*$/, "")))
    .replace(/^await repl\(import\.meta,/m, `void repl({ url: ${url} },`);
}
