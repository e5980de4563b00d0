// practice/bench/load · many streams at once over loopback, for the test and for the figures.
import Anthropic from "@anthropic-ai/sdk";
import { createPractice } from "../api/handler.ts";
import { listen } from "../api/server.ts";

/** The results of the streams. */
export interface Load {
  /** Streams whose text came whole. */
  whole: number;
  /** The largest number of requests that were open at the same time. */
  atOnce: number;
  /** The peak of the process, client and server together, in MB. */
  memory: number;
}

/** Runs `count` streams of about 20 KB each. No reply begins before all requests have arrived. */
export async function runLoad(count: number): Promise<Load> {
  const text = "A line of the reply, with a number and some words. 0123456789\n".repeat(320);
  let open = 0;
  let atOnce = 0;
  let letGo = () => {};
  const allHere = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const practice = createPractice({
    reply: async () => {
      if (++open === count) letGo();
      atOnce = Math.max(atOnce, open);
      await allHere;
      return { text };
    },
    observe: () => open--,
  });
  const server = await listen(practice);
  const client = new Anthropic({ apiKey: "none", maxRetries: 0, baseURL: server.url });
  const stream = () =>
    client.messages
      .stream({
        model: "practice-1",
        max_tokens: 20_000,
        messages: [{ role: "user", content: "Go" }],
      })
      .finalText();
  const texts = await Promise.all(Array.from({ length: count }, stream));
  await server.close();
  const whole = texts.filter((one) => one === text).length;
  return { whole, atOnce, memory: process.resourceUsage().maxRSS / 1024 };
}
