// s11 · first draft – a call that failed is made again half a second later.
import { type Anthropic, APIError } from "@anthropic-ai/sdk";
import { type AskModel, askModel } from "../../shared/askModel.ts";
import { client, MODEL } from "../../shared/client.ts";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { note } from "../../shared/terminal.ts";
import { withCacheMarks } from "../prompt.ts";
import type { ToolContext } from "../tools.ts";

const MAX_TRIES = 10;

type ModelRequest = Pick<Anthropic.MessageStreamParams, "system" | "messages" | "tools">;

export interface Recovery {
  callModel(request: ModelRequest, context: ToolContext): Promise<Anthropic.Message>;
  askModel: AskModel;
}

export function createRecovery(): Recovery {
  return { callModel, askModel };
}

async function callModel(request: ModelRequest, { agent, signal }: ToolContext) {
  const messages = withCacheMarks(request.messages);
  const body = { ...request, messages, model: MODEL, max_tokens: 8000 };
  for (let tried = 1; ; tried++) {
    try {
      const stream = client.messages.stream(body, { signal, maxRetries: 0 });
      return await stream.on("text", agent.say).finalMessage();
    } catch (error) {
      if (signal.aborted || tried >= MAX_TRIES) throw error;
      const hasStatus = error instanceof APIError && error.status !== undefined;
      const reason = hasStatus ? `${error.type} ${error.status}` : describeError(error);
      note(`[retry ${tried}/${MAX_TRIES - 1}] ${reason}; again in 0.5 s`, "yellow");
      await clock.sleep(500, signal);
    }
  }
}
