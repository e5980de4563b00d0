// course/view/columns · which column each agent has. A subagent that is gone leaves its column to a later one.
import type { Lane } from "./lanes.ts";
import type { Event } from "./story.ts";
import { fit } from "./words.ts";

export interface Columns {
  count: number;
  /** The width of each column. */
  width: number;
  of(lane: Lane): number;
  /** What stands above each column. */
  titles: string[];
  /** The last event of each agent. */
  lastOf: Map<Lane, Event>;
}

const WIDEST = 12;
/** Of a single column, which needs no title. */
const ALONE = 3;
/** A bar and a space. */
const NARROWEST = 2;

/** Columns of at most `room` characters in all; agents for which there is no room share the last one. */
export function columnsFor(
  events: Event[],
  room: number,
  titleOf: (lane: Lane) => string,
): Columns {
  const lastOf = lastEvents(events);
  const places = placesOf(events, lastOf);
  const most = Math.max(1, Math.floor(room / NARROWEST));
  const count = Math.min(most, new Set(places.values()).size);
  const of = (lane: Lane) => Math.min(places.get(lane) ?? 0, count - 1);
  const lanes = Array.from({ length: count }, (_, at): Lane[] =>
    [...places.keys()].filter((lane) => of(lane) === at),
  );
  const titles = lanes.map((some) => titleOfAll(some, titleOf));
  const longest = Math.max(...titles.map((title) => title.length)) + 2;
  const wanted = count === 1 ? ALONE : Math.min(WIDEST, longest);
  const width = Math.max(NARROWEST, Math.min(wanted, Math.floor(room / count)));
  return { count, width, of, titles: titles.map((title) => fit(title, width - 1)), lastOf };
}

/** Mail is an event of two agents. */
const lanesOf = ({ lane, to }: Event) => (to === undefined ? [lane] : [lane, to]);

function lastEvents(events: Event[]): Map<Lane, Event> {
  return new Map(events.flatMap((event) => lanesOf(event).map((lane) => [lane, event] as const)));
}

/** In the order in which they appear. */
function placesOf(events: Event[], lastOf: Map<Lane, Event>): Map<Lane, number> {
  const places = new Map<Lane, number>();
  const free: number[] = [];
  let next = 0;
  for (const event of events) {
    for (const lane of lanesOf(event)) {
      if (places.has(lane)) continue;
      places.set(lane, (lane.isSubagent ? free.shift() : undefined) ?? next++);
    }
    const place = places.get(event.lane);
    const isOver = event.lane.isSubagent && lastOf.get(event.lane) === event;
    if (isOver && place !== undefined) free.push(place);
  }
  return places;
}

function titleOfAll(lanes: Lane[], titleOf: (lane: Lane) => string): string {
  const [first] = lanes;
  if (first === undefined) return "";
  return lanes.length === 1 ? titleOf(first) : `${titleOf(first)}…`;
}
