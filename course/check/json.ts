// course/check/json · JSON as the formatter writes it, so that generated files stay formatted.

const WIDTH = 100;

/** The text of a JSON file: objects over several lines, lists of words on one when they fit. */
export const formatJson = (value: unknown): string => `${write(value, "", 0)}\n`;

/** `before` is how much of the line is taken when the value begins. */
function write(value: unknown, indent: string, before: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const parts = value.map((item) => write(item, deeper, deeper.length));
    const short = `[${parts.join(", ")}]`;
    const fits = before + short.length + 1 <= WIDTH && !short.includes("\n");
    return fits ? short : `[\n${parts.map((part) => deeper + part).join(",\n")}\n${indent}]`;
  }
  const parts = Object.entries(value).map(([name, item]) => {
    const head = `${deeper}${JSON.stringify(name)}: `;
    return head + write(item, deeper, head.length);
  });
  return parts.length === 0 ? "{}" : `{\n${parts.join(",\n")}\n${indent}}`;
}
