/** Small helpers over the DOM. */

/** Makes an element with classes and a text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = "",
  text?: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A button with a spoken name for users who cannot see its sign. */
export function makeButton(className: string, sign: string, name: string, act: () => void): HTMLButtonElement {
  const button = make("button", className, sign);
  button.type = "button";
  button.title = name;
  // The spoken name must contain the visible label if that is a word.
  button.setAttribute("aria-label", /\w/.test(sign) && !name.includes(sign) ? `${sign}: ${name}` : name);
  button.addEventListener("click", act);
  return button;
}

/** Runs work once before the next frame, however often it is requested. */
export function onFrame(work: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      work();
    });
  };
}
