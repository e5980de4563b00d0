// practice/json/formats · the formats of texts that the API knows: a text of each, and how one is told.

interface Format {
  sample: string;
  form: RegExp;
}

/** Source: the API's documentation, structured outputs. The forms are wide: they only keep other things out. */
const FORMATS: ReadonlyMap<string, Format> = new Map(
  Object.entries({
    "date-time": {
      sample: "2026-01-01T00:00:00Z",
      form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i,
    },
    time: { sample: "00:00:00Z", form: /^\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i },
    date: { sample: "2026-01-01", form: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/ },
    duration: { sample: "PT0S", form: /^P(?=.)(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?$/ },
    email: { sample: "a@example.com", form: /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/ },
    hostname: { sample: "example.com", form: /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i },
    uri: { sample: "https://example.com", form: /^[a-z][a-z\d+.-]*:\S+$/i },
    ipv4: { sample: "127.0.0.1", form: /^(?:\d{1,3}\.){3}\d{1,3}$/ },
    ipv6: { sample: "::1", form: /^[\da-f]*:[\da-f:]+$/i },
    uuid: {
      sample: "00000000-0000-4000-8000-000000000000",
      form: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
    },
  }),
);

export const sampleOf = (format: unknown): string | undefined =>
  FORMATS.get(String(format))?.sample;

/** Whether a text can be of the format; of one that is not known it cannot be told. */
export function isOfFormat(format: unknown, text: string): boolean {
  return format === undefined || FORMATS.get(String(format))?.form.test(text) === true;
}
