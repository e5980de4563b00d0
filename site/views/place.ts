// site/views/place · where a view is opened: its element, its data and its words, and the part of the address that it reads.
import type { ViewWords } from "./words.ts";

export interface Place {
  root: HTMLElement;
  words: ViewWords;
  /** "en", "zh" or "ja" */
  language: string;
  /** The address of a page of the site in this language: "s04_hooks/". */
  link(page: string): string;
  /** Loads a file that the build has written below views/. Throws when it is not there. */
  load<Data>(file: string): Promise<Data>;
  /** The same for a text. */
  loadText(file: string): Promise<string>;
}

/** What stands behind the # of the address, as it was written. */
export function hashNow(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** Calls at once, and whenever the part behind the # is another one, as long as the view is in the page. */
export function onHash({ root }: Place, read: () => void): void {
  const again = () => {
    if (root.isConnected) read();
    else removeEventListener("hashchange", again);
  };
  addEventListener("hashchange", again);
  read();
}

/** Makes an element with a class and what is in it. */
export function el(name: string, className = "", ...inside: (Node | string)[]): HTMLElement {
  const element = document.createElement(name);
  if (className !== "") element.className = className;
  element.append(...inside);
  return element;
}

/** A link with its words. */
export function anchor(href: string, ...words: (Node | string)[]): HTMLElement {
  const element = el("a", "", ...words);
  element.setAttribute("href", href);
  return element;
}

/** A button with its words. */
export function button(className: string, words: string, action: () => void): HTMLElement {
  const element = el("button", className, words);
  element.setAttribute("type", "button");
  element.addEventListener("click", action);
  return element;
}

/** A choice with a label before it; `values` are pairs of a value and its words. */
export function choice(
  label: string,
  values: (readonly [value: string, words: string])[],
  now: string,
  chosen: (value: string) => void,
): HTMLElement {
  const select = document.createElement("select");
  for (const [value, words] of values)
    select.append(new Option(words, value, false, value === now));
  select.addEventListener("change", () => chosen(select.value));
  return el("label", "view-choice", `${label} `, select);
}
