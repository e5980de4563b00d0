import { expect, test } from "vitest";
import { entrySchema, expanded, withoutValues } from "./entry.ts";

const only = (entry: unknown) => ({ name: "s", entry: entrySchema.parse(entry) });

test("variables are put in everywhere, once, and an empty one counts as none", () => {
  const entry = only({
    type: "http",
    url: "http://$" + "{HOST:-localhost}/",
    headers: { A: "Bearer $" + "{A}" },
  });
  const environment = { HOST: "", A: "$" + "{B}", B: "no" };
  expect(expanded(entry, environment)).toMatchObject({
    url: "http://localhost/",
    headers: { A: "Bearer $" + "{B}" },
  });
  expect(() => expanded(entry, {})).toThrow("needs the variable A for s");
});

test("the value of a variable that an entry reads does not stand in an error", () => {
  const entry = only({ type: "http", url: "$" + "{HOST}/$" + "{PORT:-1}" });
  const environment = { HOST: "secret-$&-host\n", PORT: "80", OTHER: "something" };
  expect(withoutValues("secret-$&-host/80 is something", entry, environment)).toBe(
    "$" + "{HOST}/80 is something",
  );
});
