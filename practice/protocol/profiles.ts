// practice/protocol/profiles · what each model of the practice server can do, and what it refuses.

/** The values of `thinking.type`. */
export type ThinkingType = "enabled" | "adaptive" | "between_tools" | "disabled";

/**
 * `any`: temperature and top_p together; `one`: one of the two; `default`: only values that change nothing;
 * `none`: no value at all.
 */
export type Sampling = "any" | "one" | "default" | "none";

/** The window in tokens, the longest reply in tokens, and what the model refuses. */
export interface Profile {
  id: string;
  /** The dates that the id may end with. */
  dates: readonly string[];
  displayName: string;
  contextTokens: number;
  maxOutputTokens: number;
  /** A shorter prefix is not cached. */
  minCacheTokens: number;
  /** Whether `tool_choice` may be `any` or `tool`. */
  forcedToolChoice: boolean;
  /** Whether a conversation may end with the start of the assistant's message. */
  prefill: boolean;
  /** The values of `thinking.type` that are accepted. */
  thinking: readonly ThinkingType[];
  /** What an absent `thinking` means. */
  defaultThinking: ThinkingType;
  /** Whether `disabled` is accepted at every effort, or only up to `high`. */
  disabledAtAnyEffort: boolean;
  /** What an absent `output_config.effort` means. */
  defaultEffort: string;
  /** The values of `output_config.effort` that are accepted; none where the model has no effort. */
  efforts: readonly string[];
  /** Which of temperature, top_p and top_k an older version of the API takes for this model. */
  sampling: Sampling;
  /** Whether messages may have the role `system`. */
  systemMessages: boolean;
  /** Whether input plus `max_tokens` may be more than the window; the reply then ends at its edge. */
  mayOverflow: boolean;
  /** Tokens of words, digits and signs against the tokenizer that the estimate was fitted on. */
  tokenScale: number;
}

/** The practice model: it takes whatever some current model takes, except a prefill. */
const PRACTICE: Profile = {
  id: "practice-1",
  dates: [],
  displayName: "Practice 1",
  contextTokens: 200_000,
  maxOutputTokens: 64_000,
  minCacheTokens: 1024,
  forcedToolChoice: true,
  prefill: false,
  thinking: ["enabled", "adaptive", "between_tools", "disabled"],
  defaultThinking: "disabled",
  disabledAtAnyEffort: true,
  defaultEffort: "high",
  efforts: ["low", "medium", "high", "xhigh", "max"],
  sampling: "any",
  systemMessages: true,
  mayOverflow: true,
  tokenScale: 1,
};

/** What the models since 4.7 have in common; their tokenizer makes about 30 % more tokens. */
const CURRENT: Profile = {
  ...PRACTICE,
  contextTokens: 1_000_000,
  maxOutputTokens: 128_000,
  minCacheTokens: 512,
  thinking: ["adaptive", "disabled"],
  defaultThinking: "adaptive",
  sampling: "default",
  tokenScale: 1.3,
};

/** Fable, and Mythos, which is the same model for fewer users: they always think. */
const FABLE: Profile = { ...CURRENT, thinking: ["adaptive"], sampling: "none" };

/** Models before 4.7, which think only when they are asked to. */
const LEGACY: Profile = {
  ...PRACTICE,
  minCacheTokens: 4096,
  prefill: true,
  thinking: ["enabled", "disabled"],
  efforts: [],
  sampling: "one",
  systemMessages: false,
};

/** The first models with a window of a million tokens, and with adaptive thinking. */
const LEGACY_4_6: Profile = {
  ...LEGACY,
  contextTokens: 1_000_000,
  maxOutputTokens: 128_000,
  prefill: false,
  thinking: ["enabled", "adaptive", "disabled"],
  efforts: ["low", "medium", "high", "max"],
};

/** A model that is like another one in all but this; the name that is shown is its id in other letters. */
const model = (id: string, like: Profile, own: Partial<Profile> = {}): Profile => ({
  ...like,
  id,
  displayName: displayNameOf(id),
  ...own,
});

const displayNameOf = (id: string): string =>
  id
    .replace(/(\d)-(\d)/g, "$1.$2")
    .replaceAll("-", " ")
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** From Anthropic's documentation of November 2026, as far as it says; see RULES.md for what is inferred. */
const PROFILES: readonly Profile[] = [
  PRACTICE,
  model("practice-0", PRACTICE, {
    displayName: "Practice 0, with the limits of models before 4.5",
    prefill: true,
    thinking: ["enabled", "disabled"],
    systemMessages: false,
    mayOverflow: false,
  }),
  model("claude-fable-5-2", FABLE, { forcedToolChoice: false }),
  model("claude-mythos-5-2", FABLE, { forcedToolChoice: false }),
  model("claude-opus-5-5", CURRENT, {
    forcedToolChoice: false,
    thinking: ["adaptive"],
    defaultEffort: "medium",
    sampling: "none",
  }),
  model("claude-sonnet-5-5", CURRENT, {
    forcedToolChoice: false,
    thinking: ["adaptive", "between_tools"],
    sampling: "none",
  }),
  model("claude-haiku-5-5", CURRENT, { defaultEffort: "medium", sampling: "none" }),
  model("claude-fable-5-1", FABLE, { forcedToolChoice: false }),
  model("claude-mythos-5-1", FABLE, { forcedToolChoice: false }),
  model("claude-opus-5", CURRENT, { disabledAtAnyEffort: false }),
  model("claude-sonnet-5", CURRENT, { minCacheTokens: 1024, systemMessages: false }),
  model("claude-fable-5", FABLE, { sampling: "default" }),
  model("claude-mythos-5", FABLE, { sampling: "default" }),
  model("claude-opus-4-8", CURRENT, { minCacheTokens: 1024, defaultThinking: "disabled" }),
  model("claude-opus-4-7", CURRENT, {
    minCacheTokens: 2048,
    defaultThinking: "disabled",
    systemMessages: false,
  }),
  model("claude-mythos-preview", LEGACY_4_6, {
    minCacheTokens: 1024,
    thinking: ["enabled", "adaptive"],
    defaultThinking: "adaptive",
  }),
  model("claude-opus-4-6", LEGACY_4_6),
  model("claude-sonnet-4-6", LEGACY_4_6, { minCacheTokens: 1024 }),
  model("claude-haiku-4-5", LEGACY, { dates: ["20251001"] }),
  model("claude-opus-4-5", LEGACY, { dates: ["20251101"], efforts: ["low", "medium", "high"] }),
  model("claude-sonnet-4-5", LEGACY, { dates: ["20250929"], minCacheTokens: 1024 }),
];

/** All models, the practice model first. */
export const profiles = (): readonly Profile[] => PROFILES;

/** The profile of a model id, with or without a date of that model; undefined for one the server does not know. */
export function profileOf(model: string): Profile | undefined {
  return PROFILES.find(
    ({ id, dates }) => id === model || dates.some((date) => `${id}-${date}` === model),
  );
}

/** The body of `GET /v1/models/{id}`. The dates are not the real ones: nothing here was released. */
export const modelInfo = (profile: Profile) => ({
  type: "model",
  id: profile.id,
  display_name: profile.displayName,
  created_at: "2026-01-01T00:00:00Z",
  lifecycle: "active",
  max_input_tokens: profile.contextTokens,
  max_tokens: profile.maxOutputTokens,
});

/** The body of `GET /v1/models`: a page of at most `limit` models, after or before one of them. */
export function modelList(query = new URLSearchParams()) {
  const ids = PROFILES.map((profile) => profile.id);
  const limit = Number(query.get("limit") ?? 20);
  const before = ids.indexOf(query.get("before_id") ?? "");
  const end = before < 0 ? ids.length : before;
  const start =
    before < 0 ? ids.indexOf(query.get("after_id") ?? "") + 1 : Math.max(0, end - limit);
  const data = PROFILES.slice(start, Math.min(end, start + limit)).map(modelInfo);
  const hasMore = before < 0 ? start + data.length < ids.length : start > 0;
  return {
    data,
    has_more: hasMore,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}
