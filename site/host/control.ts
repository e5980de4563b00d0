// site/host/control · the connection to the page that drives an agent: messages instead of HTTP.
import type { Channel } from "../../shared/host/node/control.ts";
import { link, untaken } from "./link.ts";
import { pace } from "./sleep.ts";

/** The page is there before its worker, so this never waits. A program that plays a session moves the clock for what is long; a reader may simply wait. */
export async function openChannel(_address: string): Promise<Channel> {
  return {
    first: JSON.stringify({ now: link.now, isMoved: pace.isOutside }),
    onLine(take) {
      link.onClock = take;
      for (const line of untaken.splice(0)) take(line); // who has asked waits for the answer
    },
    async post(text) {
      link.post({ type: "event", text });
    },
    close() {
      link.onClock = () => {};
    },
  };
}
