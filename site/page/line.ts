// site/page/line · the line that a person edits in the terminal.

/** What keys do beside changing the line. */
interface Deeds {
  /** False when nobody takes a line now: then it stays. */
  submit(line: string): boolean;
  interrupt(): void;
  /** Ctrl-D on an empty line. */
  end(): void;
}

export interface Line {
  /** Takes what came from the keyboard. */
  keys(data: string): void;
  /** What is half typed. */
  text(): string;
  clear(): void;
  /** Writes something above what is half typed. */
  around(write: () => void): void;
}

/** Characters that take two columns. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u;
const UP = "\x1b[A";

/** An empty line. */
export function createLine(write: (text: string) => void, deeds: Deeds): Line {
  const history: string[] = [];
  let typed: string[] = [];

  function erase(count: number) {
    for (const one of typed.splice(Math.max(0, typed.length - count)))
      write(WIDE.test(one) ? "\b\b  \b\b" : "\b \b");
  }

  function put(text: string) {
    typed.push(...text);
    write(text);
  }

  function submit() {
    const line = typed.join("");
    typed = [];
    if (!deeds.submit(line)) typed = [...line];
    else if (line.trim() !== "") history.push(line);
  }

  function recall() {
    erase(typed.length);
    put(history.at(-1) ?? "");
  }

  function key(one: string) {
    if (one === "\r" || one === "\n") submit();
    else if (one === "\x03") deeds.interrupt();
    else if (one === "\x04" && typed.length === 0) deeds.end();
    else if (one === "\x7f") erase(1);
    else if (one === "\x15") erase(typed.length);
    else if (one >= " ") put(one);
  }

  return {
    keys(data) {
      if (data === UP) recall();
      else if (!data.startsWith("\x1b")) for (const one of data) key(one);
    },
    text: () => typed.join(""),
    clear() {
      typed = [];
    },
    around(action) {
      const half = typed.join("");
      erase(typed.length);
      action();
      put(half);
    },
  };
}
