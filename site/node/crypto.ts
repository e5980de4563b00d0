// site/node/crypto · stands in for node:crypto: hashes, which the browser itself has only as promises, and random values.
import { hmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";

interface Hash {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

const bytesOf = (data: string | Uint8Array) =>
  typeof data === "string" ? new TextEncoder().encode(data) : data;

function digester(hash: Hash) {
  const own = {
    update(data: string | Uint8Array) {
      hash.update(bytesOf(data));
      return own;
    },
    digest(encoding?: BufferEncoding) {
      const digest = Buffer.from(hash.digest());
      return encoding === undefined ? digest : textOf(digest, encoding);
    },
  };
  return own;
}

/** The package for Buffer does not know the alphabet of addresses. */
const textOf = (bytes: Buffer, encoding: BufferEncoding) =>
  encoding === "base64url"
    ? bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
    : bytes.toString(encoding);

const HASHES = { sha1, sha256 };

function hashNamed(name: string) {
  if (name === "sha1" || name === "sha256") return HASHES[name];
  throw new Error(`A page has no hash ${name}, only sha1 and sha256.`);
}

export const createHash = (name: string) => digester(hashNamed(name).create());
export const createHmac = (name: string, key: string | Uint8Array) =>
  digester(hmac.create(hashNamed(name), bytesOf(key)));

export const randomUUID = () => crypto.randomUUID();
export const randomBytes = (size: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(size)));
export function randomInt(first: number, second?: number): number {
  const [low, high] = second === undefined ? [0, first] : [first, second];
  return low + Math.floor(Math.random() * (high - low));
}
export const timingSafeEqual = (one: Uint8Array, other: Uint8Array) =>
  Buffer.from(one).equals(Buffer.from(other));
export default { createHash, createHmac, randomUUID, randomBytes, randomInt, timingSafeEqual };
