// practice/profiles · what each model of the practice server can do.

/** The window in tokens, the longest reply in tokens, and what the model refuses. */
export interface Profile {
  id: string;
  displayName: string;
  contextTokens: number;
  maxOutputTokens: number;
  /** A shorter prefix is not cached. */
  minCacheTokens: number;
  /** Whether `tool_choice` may be `any` or `tool`. */
  forcedToolChoice: boolean;
  /** Whether a conversation may end with the start of the assistant's message. */
  prefill: boolean;
}

const PROFILES: readonly Profile[] = [
  {
    id: "practice-1",
    displayName: "Practice 1",
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    minCacheTokens: 1024,
    forcedToolChoice: true,
    prefill: false,
  },
];

/** The profile of a model id; undefined for an id the server does not know. */
export const profileOf = (model: string): Profile | undefined =>
  PROFILES.find((profile) => profile.id === model);

/** The body of `GET /v1/models/{id}`. */
export const modelInfo = (profile: Profile) => ({
  type: "model",
  id: profile.id,
  display_name: profile.displayName,
  created_at: "2026-01-01T00:00:00Z",
  max_input_tokens: profile.contextTokens,
  max_tokens: profile.maxOutputTokens,
});

/** The body of `GET /v1/models`. */
export function modelList() {
  const data = PROFILES.map(modelInfo);
  return {
    data,
    has_more: false,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}
