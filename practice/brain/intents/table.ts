// practice/brain/intents/table · all intents that have examples: what they do to the world, what they need, and which are one.
import TABLE_OF from "./table.json" with { type: "json" };

const KINDS = ["looks", "changes", "talk", "model", "none"] as const;

export interface Row {
  /** looks and changes make calls, talk says something, model needs a real model, none asks for nothing to be done. */
  kind: (typeof KINDS)[number];
  /** The intent that does the same. */
  as?: string;
}

const rows = (kind: Row["kind"]): [string, Row][] =>
  TABLE_OF[kind].split(" ").map((name) => {
    const [own = name, as] = name.split("=");
    return [own, as === undefined ? { kind } : { kind, as }];
  });

export const TABLE: ReadonlyMap<string, Row> = new Map(KINDS.flatMap(rows));

export const kindOf = (intent: string): Row["kind"] => TABLE.get(intent)?.kind ?? "model";
export const actOf = (intent: string): string => TABLE.get(intent)?.as ?? intent;
