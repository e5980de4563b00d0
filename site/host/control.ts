// site/host/control · the connection to the page that drives an agent: messages instead of HTTP.
import type { Channel } from "../../shared/host/node/control.ts";
import { link } from "./link.ts";

/** The page is there before its worker, so this never waits. */
export async function openChannel(_address: string): Promise<Channel> {
  return {
    first: JSON.stringify({ now: link.now }),
    onLine(take) {
      link.onClock = take;
    },
    async post(text) {
      link.post({ type: "event", text });
    },
    close() {
      link.onClock = () => {};
    },
  };
}
