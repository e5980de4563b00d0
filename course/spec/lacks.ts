// course/spec/lacks · what the model calls and the agent does not offer: a tool, or a field of one.
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { isRecord } from "../base/json.ts";
import { say } from "../base/say.ts";
import type { SpecReply } from "./script.ts";

/** Looks at what an agent offers and what the model calls. */
export interface Offer {
  /** Takes a request and the reply to it. */
  note(request: MessageRequest, reply: SpecReply): void;
  /**
   * One sentence for each tool that a reply called and that was in no request until then, and for each field that such
   * a tool does not have. A model knows a tool from the requests alone, so a promise about another one cannot be kept.
   */
  lacks(): string[];
}

/** An offer of nothing. */
export function createOffer(): Offer {
  /** By name, the fields of the tool; undefined where its schema leaves them open. */
  const offered = new Map<string, Set<string> | undefined>();
  const lacks = new Set<string>();

  function look(name: string, input: unknown) {
    if (!offered.has(name)) return lacks.add(noTool(name, [...offered.keys()]));
    const fields = offered.get(name);
    if (fields === undefined || !isRecord(input)) return;
    for (const field of Object.keys(input)) if (!fields.has(field)) lacks.add(noField(name, field));
  }

  return {
    note({ tools = [] }, { calls = [], isMistaken }) {
      for (const tool of tools) {
        if (!("name" in tool)) continue;
        const known = "input_schema" in tool ? tool.input_schema.properties : undefined;
        const more = isRecord(known) ? Object.keys(known) : undefined;
        offered.set(tool.name, more && new Set([...(offered.get(tool.name) ?? []), ...more]));
      }
      if (!isMistaken) for (const { name, input } of calls) look(name, input);
    },
    lacks: () => [...lacks],
  };
}

const noTool = (name: string, offered: string[]) =>
  say`The agent offers no tool ${name}. It offers: ${offered.join(", ") || say`none`}.`;

const noField = (tool: string, field: string) =>
  say`The agent's tool ${tool} has no field ${field}.`;
