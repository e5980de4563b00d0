// site/page/elements · elements of a page.

/** Makes an element with a class and a text. */
export function make(name: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Makes a button that does something. */
export function button(className: string, text: string, action: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  Object.assign(element, { type: "button", className, textContent: text });
  element.addEventListener("click", action);
  return element;
}
