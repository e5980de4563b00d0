// site/host/life · a sign of life: a lock of the browser, which is free as soon as the worker that holds it is gone.
import { randomBytes } from "../node/crypto.ts";

/** All pages of this site in one browser see each other's locks: they are one computer. */
const HOST = "5a9e0000";
const NAME = /^([0-9a-f]{8})-([0-9a-f]{16})$/;

const own: { name: Promise<string> | undefined } = { name: undefined };

/** The name of the program in this worker, which it holds until it ends. */
export function ownName(): Promise<string> {
  own.name ??= hold(`${HOST}-${randomBytes(8).toString("hex")}`);
  return own.name;
}

const lockOf = (name: string) => `agent ${name}`;

function hold(name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const forever = () => {
      resolve(name);
      return new Promise<void>(() => {});
    };
    navigator.locks.request(lockOf(name), forever).catch(reject);
  });
}

export const isElsewhere = (name: string): boolean => NAME.exec(name)?.[1] !== HOST;
export const isName = (text: string): boolean => NAME.test(text);

export async function isAlive(name: string): Promise<boolean> {
  if (isElsewhere(name)) return true;
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === lockOf(name));
}
