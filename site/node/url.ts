// site/node/url · stands in for node:url.
export const fileURLToPath = (url: string | URL) => decodeURIComponent(new URL(url).pathname);
export const pathToFileURL = (path: string) => new URL(`file://${encodeURI(path)}`);
export const { URL, URLSearchParams } = globalThis;
export default { fileURLToPath, pathToFileURL, URL, URLSearchParams };
