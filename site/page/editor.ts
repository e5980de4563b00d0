// site/page/editor · a file in an editor, by CodeMirror. Lines that the course's file does not have are marked.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

export interface File {
  name: string;
  text: string;
  /** As the course has it. */
  source: string;
}

interface EditorOptions {
  changed(text: string): void;
  run(): void;
}

export interface Editor {
  /** Shows a file, at its first marked line, or at this text. */
  show(file: File, at?: string): void;
  close(): void;
}

const CHANGED = Decoration.line({ class: "cm-changed" });
/** Lines were taken away above this one. */
const GAP = Decoration.line({ class: "cm-changed cm-gap" });

/** How many lines the beginnings of two texts have in common. */
function commonLines(lines: string[], others: string[]): number {
  const at = lines.findIndex((line, index) => line !== others[index]);
  return at < 0 ? lines.length : at;
}

/** Marks the lines that the source does not have, and the place where it has more. */
function marking(source: string): Extension {
  const original = source.split("\n");
  const known = new Set(original);
  return EditorView.decorations.compute(["doc"], ({ doc }) => {
    const marks = new RangeSetBuilder<Decoration>();
    const lines = doc.toString().split("\n");
    const first = commonLines(lines, original);
    for (const [at, line] of lines.entries()) {
      const { from } = doc.line(at + 1);
      if (!known.has(line)) marks.add(from, from, CHANGED);
      else if (at === first) marks.add(from, from, GAP);
    }
    return marks.finish();
  });
}

/** Where the first line begins that is not the source's; else where the text is. */
function placeOf({ text, source }: File, wanted: string): number {
  const lines = text.split("\n");
  const first = commonLines(lines, source.split("\n"));
  if (first === lines.length) return Math.max(0, text.indexOf(wanted));
  return lines.slice(0, first).join("\n").length + 1;
}

/** Opens an empty editor in an element. Tab leaves it, as a keyboard's user expects of a page. */
export function createEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const runKey = {
    key: "Mod-Enter",
    run() {
      options.run();
      return true;
    },
  };
  const extensions = [
    ...[lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching()],
    ...[
      highlightActiveLine(),
      javascript({ typescript: true }),
      syntaxHighlighting(classHighlighter),
    ],
    keymap.of([runKey, ...defaultKeymap, ...historyKeymap]),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) options.changed(state.doc.toString());
    }),
  ];
  const view = new EditorView({ parent });
  return {
    show(file, at = "") {
      const name = EditorView.contentAttributes.of({ "aria-label": file.name });
      const all = [...extensions, marking(file.source), name];
      const anchor = placeOf(file, at);
      const selection = { anchor };
      view.setState(EditorState.create({ doc: file.text, selection, extensions: all }));
      view.dispatch({ effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    },
    close: () => view.destroy(),
  };
}
