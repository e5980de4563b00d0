// site/page/elements · elements of a page.

/** Makes an element with a class and a text. */
export function make(name: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
