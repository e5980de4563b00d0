// practice/validation/testTypes · the SDK's parameter types, read from its declarations: values they allow, and values they do not.

type Fields = Record<string, unknown>;

/** What a request has at one place, and what it is there for. */
export interface Sample {
  /** Such as `ThinkingConfigEnabled.display: null`. */
  name: string;
  value: unknown;
}

interface Field {
  name: string;
  isOptional: boolean;
  type: string;
}

/** The declarations of one file, and values for types whose simplest value is not good enough, by the type's name. */
export interface Types {
  source: string;
  samples: Record<string, unknown>;
}

/** The members of `export type NAME = A | B;`; none when there is no such type. */
export function membersOf(source: string, name: string): string[] {
  const [, members = ""] = new RegExp(`^export type ${name} = (.+);$`, "m").exec(source) ?? [];
  return members === "" ? [] : split(members);
}

/** The literals in a type, in single quotes there. */
export const literalsIn = (type: string): string[] =>
  [...type.matchAll(/'([^']+)'/g)].map(([, word = ""]) => word);

/** The fields of an interface, with their types; a type of several lines is its first. */
export function fieldsOf(source: string, name: string): Field[] {
  const start = source.indexOf(`export interface ${name} {`);
  if (start < 0) return [];
  const body = source.slice(start, source.indexOf("\n}", start));
  return [...body.matchAll(/^ {4}(\w+)(\??): (.+?);?$/gm)].map(
    ([, field = "", optional, type = ""]) => ({
      name: field,
      isOptional: optional === "?",
      type,
    }),
  );
}

/** The members of a union that is written out, but not what is between their angle brackets. */
function split(type: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const word of type.split(/( \| |[<>])/)) {
    if (word === "<") depth++;
    if (word === ">") depth--;
    if (word === " | " && depth === 0) parts.push("");
    else parts[parts.length - 1] += word;
  }
  return parts;
}

const isInterface = ({ source }: Types, type: string): boolean =>
  source.includes(`export interface ${type} {`);

/** The simplest value of a type as the SDK writes it. */
export function simplest(types: Types, type: string): unknown {
  const [first = "", ...others] = split(type);
  if (Object.hasOwn(types.samples, first)) return types.samples[first];
  const [literal] = literalsIn(first);
  if (literal !== undefined && !first.startsWith("Array<")) return literal;
  if (first === "string") return "x";
  if (first === "number") return 1;
  if (first === "boolean") return true;
  if (first.startsWith("Array<")) return [];
  if (first === "null" && others.length > 0) return simplest(types, others.join(" | "));
  const [member] = membersOf(types.source, first);
  if (member !== undefined) return simplest(types, member);
  return simplestFields(types, first);
}

/** The required fields of an interface, with their simplest values. */
export function simplestFields(types: Types, name: string): Fields {
  const needed = fieldsOf(types.source, name).filter(({ isOptional }) => !isOptional);
  const values = needed.map((field) => [field.name, fieldValue(types, name, field)]);
  return Object.fromEntries(values);
}

/** A sample for one field is under `NAME.field`. */
function fieldValue(types: Types, name: string, field: Field): unknown {
  const key = `${name}.${field.name}`;
  return Object.hasOwn(types.samples, key) ? types.samples[key] : simplest(types, field.type);
}

/** Values of a type: each member of its unions, and each optional field of its interfaces, at least once. */
export function valuesOf(types: Types, type: string, path = type): Sample[] {
  return split(type).flatMap((part) => {
    if (part === "null") return [{ name: `${path}: null`, value: null }];
    if (Object.hasOwn(types.samples, part)) return [{ name: path, value: types.samples[part] }];
    const members = membersOf(types.source, part);
    if (members.length > 0) return members.flatMap((member) => valuesOf(types, member, member));
    if (isInterface(types, part)) return interfaceValues(types, part);
    const [, item] = /^Array<(.+)>$/.exec(part) ?? [];
    const items = item === undefined ? [] : valuesOf(types, item, `${path}[]`);
    const one = { name: `${path}: ${part}`, value: simplest(types, part) };
    return [one, ...items.map(({ name, value }) => ({ name, value: [value] }))];
  });
}

function interfaceValues(types: Types, name: string): Sample[] {
  const least = simplestFields(types, name);
  const varied = fieldsOf(types.source, name).flatMap((field) => {
    const path = `${name}.${field.name}`;
    const values = Object.hasOwn(types.samples, path)
      ? [{ name: path, value: types.samples[path] }]
      : valuesOf(types, field.type, path);
    return values.map((one) => ({ name: one.name, value: { ...least, [field.name]: one.value } }));
  });
  return [{ name, value: least }, ...varied];
}

/** Values that an interface does not allow: without a field that it needs, or with one of another kind. */
export function spoiltOf(types: Types, name: string): Sample[] {
  const least = simplestFields(types, name);
  return fieldsOf(types.source, name)
    .filter((field) => field.name !== "type")
    .flatMap(({ name: field, isOptional, type }) => {
      const { [field]: _, ...without } = least;
      const missing = { name: `${name} without ${field}`, value: without };
      const wrong = otherKind(types, type);
      const mistyped = { name: `${name}.${field}: ${wrong}`, value: { ...least, [field]: wrong } };
      return [...(isOptional ? [] : [missing]), ...(wrong === undefined ? [] : [mistyped])];
    });
}

/** A value of a kind that the type does not have; undefined when it has all. */
function otherKind({ source }: Types, type: string): unknown {
  const parts = split(type).flatMap((part) => {
    const members = membersOf(source, part);
    return members.length > 0 ? members : [part];
  });
  if (parts.includes("unknown")) return undefined;
  const isText = parts.some((part) => part === "string" || /^'/.test(part) || /Model$/.test(part));
  return isText ? 7 : "wrong";
}
