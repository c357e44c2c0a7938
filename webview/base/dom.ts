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

/** A button with a name for those who cannot see its sign. */
export function makeButton(className: string, sign: string, name: string, act: () => void): HTMLButtonElement {
  const button = make("button", className, sign);
  button.type = "button";
  button.title = name;
  // What is read aloud holds what is seen, where that is in words.
  button.setAttribute("aria-label", /\w/.test(sign) && !name.includes(sign) ? `${sign}: ${name}` : name);
  button.addEventListener("click", act);
  return button;
}

/** Runs work once before the next frame, however often it is asked for. */
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
