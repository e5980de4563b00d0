// site/replay/control · stands in for course/spec/control: what an agent in a page reports, and its clock.
import type { Control, ControlEvent } from "../../course/spec/control.ts";

/** The page's end of a control. */
export interface Line {
  event(text: string): void;
  /** From now on, lines about the clock go there. */
  connect(send: (line: string) => void): void;
}

const lines = new Map<string, Line>();
const counter = { controls: 0 };

/** The line that an agent's AGENT_CONTROL names. */
export const lineAt = (url: string | undefined): Line | undefined => lines.get(url ?? "");

interface Listeners {
  event(event: ControlEvent): void;
  misuse(problem: string): void;
}

export async function startControl(start: number, { event }: Listeners): Promise<Control> {
  const url = `page:${++counter.controls}`;
  const opened = performance.now();
  let ahead = 0;
  let ids = 0;
  let send: ((line: string) => void) | undefined;
  lines.set(url, {
    event: (text) => event(JSON.parse(text)),
    connect(sender) {
      send = sender;
    },
  });
  const tell = (words: object) => {
    ids += 1;
    send?.(JSON.stringify({ ...words, id: ids }));
    return ids;
  };
  return {
    url,
    hasClock: () => send !== undefined,
    now: () => start + ahead + Math.round(performance.now() - opened),
    advance(ms) {
      ahead += ms;
      return tell({ advance: ms });
    },
    tellsIdle: () => send !== undefined,
    askIdle(unanswered) {
      ids += 1;
      send?.(JSON.stringify({ idle: ids, unanswered }));
      return ids;
    },
    async close() {
      lines.delete(url);
    },
  };
}
