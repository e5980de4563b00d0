// shared/host/node/life · a sign of life: a socket that the system closes with this process, whatever ends it.
import { createHash, randomBytes } from "node:crypto";
import { once as event } from "node:events";
import { readlinkSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "../../once.ts";

/** Where sockets can be seen from here, in eight digits: this computer, and on Linux this network namespace of it. */
const HOST = createHash("sha256")
  .update(`${hostname()} ${networkNamespace()}`)
  .digest("hex")
  .slice(0, 8);
const NAME = /^([0-9a-f]{8})-([0-9a-f]{16})$/;

/** What connecting says when no process is there any more. */
const DEAD = ["ECONNREFUSED", "ENOENT"];

/** A sandbox or a container may have the computer's name, but a network of its own. */
function networkNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/net");
  } catch {
    return ""; // not Linux, or no /proc
  }
}

/** Where a process listens. On Linux the address is no file, so nothing is left behind; on Windows it is a pipe. */
function addressOf(digits: string): string {
  if (process.platform === "linux") return `\0agent-${digits}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\agent-${digits}`;
  return join(tmpdir(), `agent-${digits}.sock`);
}

/**
 * The name of this process among all processes on all computers. While it lives, even stopped or very busy, `isAlive`
 * of this name is true for others. Throws when it cannot listen.
 */
export const ownName = once(async (): Promise<string> => {
  const digits = randomBytes(8).toString("hex");
  const server = createServer((socket) => socket.destroy());
  server.listen(addressOf(digits));
  await event(server, "listening");
  server.unref();
  if (process.platform === "darwin")
    process.on("exit", () => rmSync(addressOf(digits), { force: true }));
  return `${HOST}-${digits}`;
});

/** True for the name of a process whose life cannot be seen from here. */
export const isElsewhere = (name: string): boolean => NAME.exec(name)?.[1] !== HOST;

/** True for text that could be the name of a process. */
export const isName = (text: string): boolean => NAME.test(text);

/**
 * True while the process of this name lives. It does not matter what time it is, or how long ago it did anything. A
 * process of another computer that shares the folder counts as alive, because nothing can be known of it here.
 */
export async function isAlive(name: string): Promise<boolean> {
  if (isElsewhere(name)) return true;
  const [, , digits = ""] = NAME.exec(name) ?? [];
  const socket = connect(addressOf(digits));
  try {
    await event(socket, "connect");
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return !DEAD.includes(code);
  } finally {
    socket.destroy();
  }
}
