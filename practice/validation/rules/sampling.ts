// practice/validation/rules/sampling · temperature, top_p, top_k and effort: which model takes which value.
import { isFields } from "../../json/fields.ts";
import { valueAt } from "./fields.ts";
import { type Checked, fieldPlace, type Rule, somewhere } from "./rule.ts";

/** The fields of an older version of the API, each with the values that change nothing. */
const UNCHANGING: Record<string, (value: unknown) => boolean> = {
  temperature: (value) => value === 1,
  top_p: (value) => value === 1,
  top_k: () => false,
};

const given = ({ fields }: Checked, field: string): boolean =>
  fields[field] !== undefined && fields[field] !== null;

function outOfRange(request: Checked): string | undefined {
  const isOutside = (value: number) => value < 0 || value > 1;
  return ["temperature", "top_p"].find(
    (field) => given(request, field) && isOutside(Number(request.fields[field])),
  );
}

function unsupported(request: Checked): string | undefined {
  const { profile, fields } = request;
  if (profile?.sampling !== "none" && profile?.sampling !== "default") return undefined;
  return Object.keys(UNCHANGING).find(
    (field) =>
      given(request, field) && (profile.sampling === "none" || !UNCHANGING[field]?.(fields[field])),
  );
}

function isThinking({ fields: { thinking }, profile }: Checked): boolean {
  const type = isFields(thinking) ? thinking.type : profile?.defaultThinking;
  return type === "enabled" || type === "adaptive";
}

const effortOf = ({ fields }: Checked): unknown =>
  valueAt(fields, "output_config.effort") ?? undefined;

export const samplingRules: Rule[] = [
  {
    id: "sampling-range",
    path: "{field}",
    message: "range: 0..1",
    source: "seen",
    find: (request) => fieldPlace(outOfRange(request)),
  },
  {
    id: "sampling-unsupported",
    path: "",
    message: "`{field}` is deprecated for this model.",
    source: "seen",
    find: (request) => fieldPlace(unsupported(request)),
  },
  {
    id: "sampling-both",
    path: "",
    message:
      "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
    source: "seen",
    find: (request) =>
      somewhere(
        request.profile?.sampling === "one" &&
          given(request, "temperature") &&
          given(request, "top_p"),
      ),
  },
  {
    id: "sampling-thinking-temperature",
    path: "",
    message:
      "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode. Please consult our documentation at https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
    source: "seen",
    find: (request) =>
      somewhere(
        isThinking(request) && given(request, "temperature") && request.fields.temperature !== 1,
      ),
  },
  {
    id: "sampling-thinking-top-k",
    path: "",
    message: "`top_k` must be unset when thinking is enabled or in adaptive mode",
    source: "one source",
    find: (request) => somewhere(isThinking(request) && given(request, "top_k")),
  },
  {
    id: "effort-unsupported",
    path: "",
    message: "This model does not support the effort parameter.",
    source: "seen",
    find: (request) =>
      somewhere(effortOf(request) !== undefined && request.profile?.efforts.length === 0),
  },
  {
    id: "effort-level",
    path: "",
    message: "This model does not support effort level '{effort}'. Supported levels: {levels}.",
    source: "seen",
    find: (request) => {
      const levels = request.profile?.efforts ?? [];
      const effort = String(effortOf(request) ?? levels[0]);
      const words = { effort, levels: [...levels].sort().join(", ") };
      return somewhere(levels.length > 0 && !levels.includes(effort), words);
    },
  },
];
