// shared/mcp/long · a line that is too long to be kept is left out: what it answers fails alone, and the connection stays.

const NEWLINE = 10;
/** So much of a line is kept of its beginning and of its end: there stands which question it answers. */
const MARGIN = 200;
const FIRST = /^\{\s*("jsonrpc":\s*"2\.0",\s*)?"id":\s*(\d+)\s*,/;
const LAST = /,\s*"id":\s*(\d+)\s*(,\s*"jsonrpc":\s*"2\.0"\s*)?\}\s*$/;

interface Around {
  /** The bytes that a line may have. */
  max: number;
  /** Called when a line is too long: forgets its beginning. */
  forget(): void;
  /** Called at the end of such a line, with the question that it answers, if that can be seen. */
  onLong(id: number | undefined): void;
}

/** Gives the bytes that are to be read on: all but those of lines that are too long. `size` is how long the line is until now. */
export function leaveOutLong({ max, forget, onLong }: Around) {
  let line = { head: "", tail: "", size: 0 };

  function add(bytes: Buffer): void {
    const { head, tail, size } = line;
    line = {
      head: (head + bytes.toString("latin1", 0, MARGIN)).slice(0, MARGIN),
      tail: (tail + bytes.subarray(-MARGIN).toString("latin1")).slice(-MARGIN),
      size: size + bytes.length,
    };
  }

  function begin(bytes: Buffer): void {
    line = { head: "", tail: "", size: 0 };
    add(bytes.subarray(bytes.lastIndexOf(NEWLINE) + 1));
  }

  return {
    size: () => line.size,
    read(bytes: Buffer): Buffer {
      const at = bytes.indexOf(NEWLINE);
      add(at < 0 ? bytes : bytes.subarray(0, at));
      const isLong = line.size > max;
      if (isLong) forget();
      if (at < 0) return isLong ? bytes.subarray(0, 0) : bytes;
      const rest = bytes.subarray(isLong ? at + 1 : 0);
      if (isLong) onLong(idIn(line));
      begin(rest);
      return rest;
    },
  };
}

function idIn({ head, tail }: { head: string; tail: string }): number | undefined {
  const id = FIRST.exec(head)?.[2] ?? LAST.exec(tail)?.[1];
  return id === undefined ? undefined : Number(id);
}
