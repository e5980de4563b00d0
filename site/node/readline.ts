// site/node/readline · stands in for node:readline: lines of what the page sends. The page itself edits them.
import { EventEmitter } from "./events.ts";

interface Input {
  on(event: string, listener: (...given: string[]) => void): unknown;
  off(event: string, listener: (...given: string[]) => void): unknown;
}

class Reader extends EventEmitter {
  readonly #input: Input;
  #isClosed = false;
  readonly #line = (text: string) => void this.emit("line", text);
  readonly #end = () => this.close();
  constructor(input: Input) {
    super();
    this.#input = input;
    input.on("line", this.#line);
    input.on("end", this.#end);
  }
  pause() {}
  resume() {}
  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off("line", this.#line);
    this.#input.off("end", this.#end);
    this.emit("close");
  }
}

export const createInterface = ({ input }: { input: Input }) => new Reader(input);
