// course/view/lines · the lines of a stream, one after the other: a trace may be larger than the memory.

/** A trace has a whole history in each line, so its lines are long. What is longer than this is no trace. */
const MAX_LINE = 64 * 2 ** 20;

export interface Line {
  /** undefined when the line is too long to be read. */
  text: string | undefined;
  /** False for a last line without an end: the program that wrote it was stopped, or still writes. */
  isEnded: boolean;
}

/** The lines of a text that comes in pieces. Rejects when the stream does. */
export async function* linesOf(
  chunks: AsyncIterable<string>,
  max = MAX_LINE,
): AsyncGenerator<Line> {
  const line = createLine(max);
  for await (const chunk of chunks) {
    const pieces = chunk.split("\n");
    const last = pieces.pop() ?? "";
    for (const piece of pieces) {
      line.add(piece);
      yield line.end(true);
    }
    line.add(last);
  }
  if (line.length() > 0) yield line.end(false);
}

/** A line that grows until its end has come. Of one that is too long, nothing is kept. */
function createLine(max: number) {
  let [pieces, length]: [string[], number] = [[], 0];
  return {
    length: () => length,
    add(piece: string) {
      length += piece.length;
      if (length <= max) pieces.push(piece);
      else pieces = [];
    },
    end(isEnded: boolean): Line {
      const text = length <= max ? pieces.join("") : undefined;
      [pieces, length] = [[], 0];
      return { text, isEnded };
    },
  };
}
