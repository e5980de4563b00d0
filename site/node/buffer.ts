// site/node/buffer · stands in for node:buffer.
export { Buffer } from "buffer/";

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
export const { Blob } = globalThis;
