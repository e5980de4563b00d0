// practice/brain/sentences · a text cut into sentences, without what is quoted from elsewhere.

/** In letters: a longer sentence is no plain statement, and would be slow to match. */
export const LONGEST = 1000;
/** Between two sentences. */
export const END =
  /(?<=(?<!\b(?:e\.g|i\.e|vs|mr|mrs|dr))[.!?])\s+|(?<=[。\uff01\uff1f])(?![。\uff01\uff1f])\s*|\n+/i;

/** The sentences as they stand there; fenced code and lines behind ">" are nobody's own words. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, "\n")
    .replace(/^[ \t]*>.*$/gm, "")
    .replace(/([:\uff1a])[ \t]*\n\s*/g, "$1 ")
    .split(END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** The sentence, if a text is one and not too long; undefined for any other. */
export function onlySentence(text: string): string | undefined {
  const [sentence, more] = sentencesOf(text);
  if (sentence === undefined || more !== undefined || sentence.length > LONGEST) return undefined;
  return sentence;
}

/** A sentence without the signs at its end. */
export const withoutEnd = (sentence: string): string =>
  sentence.replace(/[\s.!?。\uff01\uff1f]+$/, "");

export function isQuestion(sentence: string): boolean {
  return /[?\uff1f]$|[吗么][。.]?$|(?:です|ます|でしょう|ました)か[。.]?$/.test(sentence);
}
