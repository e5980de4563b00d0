// site/page/replay · the script of a page in which a session is replayed: its machine, for a program outside.
import type { InPage } from "../replay/pages.ts";
import { unpack } from "./disks.ts";
import { type Machine, openMachine } from "./machine.ts";

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
