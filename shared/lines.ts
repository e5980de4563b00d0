// shared/lines · who gets a line that was typed: an open question, else the prompt that waits, else the next prompt.

type Waiting = (line: string | undefined) => void;

export interface Lines {
  /** Returns how many lines wait now. */
  add(line: string): number;
  end(): void;
  ended(): boolean;
  asking(): boolean;
  typedAhead(): string | undefined;
  next(): Promise<string | undefined>;
  nextAnswer(signal: AbortSignal): Promise<string | undefined>;
}

export function createLines(): Lines {
  const queue: string[] = [];
  let waiting: Waiting | undefined;
  let question: Waiting | undefined;
  let ended = false;

  function add(line: string) {
    const take = question ?? waiting;
    if (take) take(line);
    else queue.push(line);
    return queue.length;
  }

  function end() {
    ended = true;
    question?.(undefined);
    waiting?.(undefined);
  }

  function next() {
    return new Promise<string | undefined>((resolve) => {
      if (ended) return resolve(undefined);
      waiting = (line) => {
        waiting = undefined;
        resolve(line);
      };
    });
  }

  function nextAnswer(signal: AbortSignal) {
    return new Promise<string | undefined>((resolve) => {
      const settle: Waiting = (line) => {
        question = undefined;
        signal.removeEventListener("abort", giveUp);
        resolve(line);
      };
      const giveUp = () => settle(undefined);
      signal.addEventListener("abort", giveUp, { once: true });
      question = settle;
    });
  }

  return {
    add,
    end,
    ended: () => ended,
    asking: () => question !== undefined,
    typedAhead: () => queue.shift(),
    next,
    nextAnswer,
  };
}
