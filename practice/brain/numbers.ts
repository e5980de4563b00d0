// practice/brain/numbers · numbers that a wish says in digits or in words, and the kinds of files that it names.
import kinds from "./kinds.json" with { type: "json" };

const ENGLISH =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const HAN = "零一二三四五六七八九";
const NUMBER = new RegExp(
  `(?<![\\w.])(\\d+)(?:st|nd|rd|th)?(?![\\w.]*\\w)|\\b(${ENGLISH.slice(2).join("|")}|one(?= (?:lines?|files?|commits?|minutes?)))\\b|(?<!第)(两)(?=[行个条次])|([一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])(?=\\s*(?:行|个文件|个数|条|次|项|点|时|到|至|から|個|件|つ|分|時|〜|~))|\\b(${ORDINALS.slice(1).join("|")})\\b(?= line)`,
  "gi",
);

export function hanNumber(text: string): number {
  if (text === "两") return 2;
  const [tens, ones] = text.split("十");
  if (ones === undefined) return HAN.indexOf(text);
  return (tens === "" ? 1 : HAN.indexOf(tens ?? "")) * 10 + (ones === "" ? 0 : HAN.indexOf(ones));
}

/** The numbers of a text, in order. */
export function numbersIn(text: string): number[] {
  return [...text.replace(/\.{2,}/g, " to ").matchAll(NUMBER)].map(
    ([, digits, word, two, han, ordinal]) => {
      if (digits !== undefined) return Number(digits);
      if (word !== undefined) return ENGLISH.indexOf(word.toLowerCase());
      if (ordinal !== undefined) return ORDINALS.indexOf(ordinal.toLowerCase()) + 1;
      return hanNumber(two ?? han ?? "");
    },
  );
}

/** What kinds of files and program languages are called, by the ending of their names. */
const KINDS = Object.entries(kinds).map(([ending, form]) => ({
  ending,
  form: new RegExp(form, "i"),
}));

/** The endings of the kinds of files that a text names. */
export function kindsIn(text: string): string[] {
  return KINDS.filter(({ form }) => form.test(text)).map(({ ending }) => ending);
}
