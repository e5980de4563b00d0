// practice/trials/testSigns · for tests: the signs of a Chinese or Japanese sentence, full-width and not.

const WIDE = "[\u3001-\u30ff\u4e00-\u9fff]";
const QUOTED = /```[\s\S]*?```|~~~~[\s\S]*?~~~~|`[^`]*`|"[^"]*"|“[^”]*”|「[^」]*」|'[^']*'/;
const FULL = new Map(
  [...",:;!?()"].map((sign) => [sign, String.fromCharCode(sign.charCodeAt(0) + 0xfee0)]),
);

/** Of a Chinese or Japanese text: signs that should be full-width and spaces beside ones that are, but not in quotations. */
export function halfWidth(text: string): string[] {
  const quoted = new RegExp(QUOTED, "g");
  if (!new RegExp(WIDE).test(text.replace(quoted, ""))) return [];
  const said = text.replace(quoted, "\u300c\u300d");
  const fault = `.?${WIDE}[,:;!?()].?|.?[,:;!?()] ?${WIDE}|.? [\uff00-\uff20].?|.?[\uff00-\uff20] .?`;
  return said.match(new RegExp(fault, "g")) ?? [];
}

/** The request as it is typed on a Chinese or Japanese keyboard. */
export function typedWide(request: string): string {
  const sign = `(?<=${WIDE}|["'\`”\\w])[,:;!?()] ?(?=${WIDE}|["'\`“]|$)|[,:;!?()] ?(?=${WIDE})|[!?]$`;
  return request.replace(
    new RegExp(`${QUOTED.source}|${sign}`, "g"),
    (found) => FULL.get(found.trim()) ?? found,
  );
}
