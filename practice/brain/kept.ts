// practice/brain/kept · answers that are kept, because one request is read again for each thing that it may be.

/** `answer` with its answers kept, by what `keyOf` makes of a question; all are forgotten when there are too many. */
export function kept<Question, Answer>(
  answer: (question: Question) => Answer,
  keyOf: (question: Question) => unknown,
  most = 1000,
): (question: Question) => Answer {
  const answers = new Map<unknown, { answer: Answer }>();
  return (question) => {
    const key = keyOf(question);
    const there = answers.get(key) ?? { answer: answer(question) };
    if (answers.size >= most) answers.clear();
    answers.set(key, there);
    return there.answer;
  };
}
