// practice/brain/patterns · patterns that are kept as records: each with the parts it names in its place.

/** `{name}` stands for a part of that name. */
export function patterns(
  forms: readonly string[],
  parts: Readonly<Record<string, string>> = {},
  flags = "i",
): RegExp[] {
  const filled = (form: string) =>
    form.replace(/\{(\w+)\}/g, (all, name: string) => parts[name] ?? all);
  return forms.map((form) => new RegExp(filled(form), flags));
}
