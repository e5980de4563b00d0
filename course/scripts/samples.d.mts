// course/scripts/samples · the types of samples.mjs, as far as others use it.

/** The sample that the page of a chapter begins with. */
export function sampleOf(chapter: string, course?: string): string;
