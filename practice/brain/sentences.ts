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

/** What Japanese people say before a wish, or type behind it, that says nothing of it. */
const OPENERS =
  /^(?:(?:あ[ーっあ]*|えっと|えーっ?と|ええと|んー+|うーん|う[ーん]*ん?|おー+|じゃ[あー]?|では|それでは|それじゃあ?|そしたら|そうだ|よーし|よし+|さて|おk|おけ|ok|オッケー|てか|ていうか|ちなみに|すみません(?:が|けど)?|すいません(?:が|けど)?|ねえ+|ねぇ+|とりあえず|とりま|ついでに|次は?|つぎは?|最後に|あと(?:は)?|それと|えー|まあ|で|んで|ほな)[\s、,。.!\uff01…~〜ー]+)+(?:(?:やっぱり?|とりあえず|ついでに)[\s、,]*)*|^(?:やっぱり?|じゃあ)[\s、,]*(?=\S)/i;
const ENDINGS =
  /(?:[\s、,…~〜♪]|[。!\uff01]+(?=[\s、,…~〜♪]*(?:笑|w|\p{Extended_Pictographic}))|[(\uff08]笑[)\uff09]|(?<=[\u3041-\u30ff。!\uff01?\uff1f])笑|(?<=[\u3041-\u9fff。!\uff01])[wｗ]+|(?!\d)\p{Extended_Pictographic}\p{M}*)+$/iu;
/** In letters: what is left must still be a wish. */
const SHORTEST = 4;

/** A Japanese request without these; as it was where little is left, and in every other language. */
export function withoutFillers(request: string): string {
  if (request.length > LONGEST || request.includes("\n") || !/[\u3041-\u30ff]/.test(request))
    return request;
  const bare = request.trim().replace(OPENERS, "").replace(ENDINGS, "");
  return bare.length < SHORTEST ? request : bare;
}
