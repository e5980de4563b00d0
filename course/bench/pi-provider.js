// course/bench/pi-provider · a provider for pi: the endpoint that the bench names in the environment.
export default (pi) =>
  pi.registerProvider("practice", {
    baseUrl: process.env.ANTHROPIC_BASE_URL,
    apiKey: "ANTHROPIC_API_KEY",
    api: "anthropic-messages",
    models: [
      {
        id: "practice-1",
        name: "practice-1",
        reasoning: false,
        input: ["text"],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 200_000,
        maxTokens: 8000,
      },
    ],
  });
