// site/page/coding · the pane in which a reader changes the chapter's files.
import { createEditor } from "./editor.ts";
import { type Edits, loadEdits } from "./edits.ts";
import { button, make } from "./elements.ts";
import { createReport } from "./report.ts";
import type { Words } from "./words.ts";

interface CodingOptions {
  base: string;
  chapter: string;
  language: string;
  words: Words;
  /** Starts the chapter as it is now. */
  start(): void;
  /** The same, for somebody who goes on in the terminal. */
  run(): void;
  /** Tells the reader what is wrong. */
  say(text: string): void;
}

export interface Coding {
  edits: Edits;
  /** Makes the edit of "Break it", shows it, and runs the chapter with it. */
  makeEdit(): void;
  /** Puts the start of "Build it" in the place of the mechanism, shows it, and runs it. */
  build(): void;
  close(): void;
}

function fileList({ files }: Edits, label: string, chosen: (file: string) => void) {
  const list = document.createElement("select");
  list.className = "lab-file";
  list.setAttribute("aria-label", label);
  const fill = () => list.replaceChildren(...files().map((file) => new Option(file, file)));
  fill();
  list.addEventListener("change", () => chosen(list.value));
  return { list, fill };
}

/** Fills an element with the files of a chapter, and opens the one that "Break it" is about. */
export async function openCoding(root: HTMLElement, options: CodingOptions): Promise<Coding> {
  const { words, base, chapter } = options;
  const edits = await loadEdits(base, chapter);
  const { list, fill } = fileList(edits, words.file, show);
  const state = make("span", "lab-edited");
  state.setAttribute("role", "status");
  const place = make("div", "lab-editor");
  const editor = createEditor(place, {
    run: options.run,
    changed(text) {
      edits.change(list.value, text);
      report?.forget();
      tell();
    },
  });

  function show(name: string) {
    list.value = name;
    const file = { name, text: edits.text(name), source: edits.source(name) };
    editor.show(file, name === edits.breaks ? edits.placeOfEdit : undefined);
    tell();
  }

  function tell() {
    const files = edits.changed();
    state.textContent = files.length === 0 ? words.unchanged : words.changed(files);
  }

  function makeEdit() {
    try {
      edits.makeEdit();
      fill();
    } catch {
      return options.say(words.editMisfits(edits.breaks)); // the only reason there is
    }
    report?.forget();
    show(edits.breaks);
    options.start();
  }

  function build() {
    edits.build();
    report?.forget();
    fill();
    show(edits.start ?? list.value);
    options.start();
  }

  function undoAll() {
    edits.undoAll();
    report?.forget();
    show(list.value);
    options.start();
  }

  const bar = make("div", "lab-tools");
  bar.append(
    list,
    button("lab-break", words.makeEdit, makeEdit),
    ...(edits.start === undefined ? [] : [button("lab-build", words.build, build)]),
    button("lab-undo", words.undoAll, undoAll),
    button("lab-run", words.run, options.run),
  );
  root.append(bar, place);
  const report = edits.promises.length > 0 ? createReport({ ...options, edits }) : undefined;
  if (report) {
    bar.append(report.button);
    root.append(report.list);
  } else if (edits.noJudge)
    root.append(make("p", "lab-no-judge", words.noJudge(chapter.slice(0, 3))[edits.noJudge]));
  bar.append(state);
  show(edits.breaks);
  return {
    edits,
    makeEdit,
    build,
    close() {
      report?.stop();
      editor.close();
    },
  };
}
