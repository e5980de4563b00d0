// site/page/screen · the terminal that a person sees, by xterm.js.
import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";

export interface Screen {
  write(text: string): void;
  columns(): number;
  fit(): void;
  focus(): void;
  close(): void;
}

const OPTIONS = {
  convertEol: true,
  fontSize: 13,
  fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  theme: { background: "#14181d", foreground: "#d8dee6", cursor: "#9fd19f" },
  scrollback: 5000,
};

/** Opens a terminal in an element; `keys` gets what is typed. */
export function openScreen(element: HTMLElement, keys: (data: string) => void): Screen {
  const terminal = new Terminal(OPTIONS);
  const fitting = new FitAddon();
  terminal.loadAddon(fitting);
  terminal.open(element);
  const fit = () => {
    if (element.offsetParent === null) return; // what is not shown has no size
    fitting.fit();
    terminal.scrollToBottom();
  };
  fit();
  terminal.onData(keys);
  const resized = new ResizeObserver(fit);
  resized.observe(element);
  return {
    write: (text) => terminal.write(text),
    columns: () => terminal.cols,
    fit,
    focus: () => terminal.focus(),
    close() {
      resized.disconnect();
      terminal.dispose();
    },
  };
}
