// site/page/replay · the script of a page in which a session is replayed: its machine, for a program outside.
import type { Saved } from "../disk/image.ts";
import type { InPage, Packed } from "../replay/pages.ts";
import { type Machine, openMachine } from "./machine.ts";

const unpack = (image: Packed[]): Saved[] =>
  image.map(({ data, ...entry }) => ({
    ...entry,
    ...(data !== undefined && { data: Uint8Array.from(atob(data), (one) => one.charCodeAt(0)) }),
  }));

const opened: { machine: Machine | undefined } = { machine: undefined };

function machine(): Machine {
  if (opened.machine === undefined) throw new Error("The machine is not open.");
  return opened.machine;
}

const base = new URL("./", location.href).href;
const inPage: InPage = {
  async open(image, boot) {
    opened.machine = await openMachine({
      ...boot,
      base,
      image: unpack(image),
      tell: globalThis.tell,
    });
  },
  shell: (command, env) => machine().shell(command, env),
  start: (start, agent) => machine().start(start, agent),
  send: (order) => machine().send(order),
  isAtRest: () => machine().isAtRest(),
  kill: () => machine().kill(),
  renew: (folder, image) => machine().renew(folder, unpack(image)),
};
globalThis.inPage = inPage;
