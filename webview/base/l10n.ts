/** Texts in the user's language: the bundle that VS Code has for the extension is handed to the webview as it starts. */

let bundle: Readonly<Record<string, string>> = {};

/** Takes the bundle; English texts are their own keys and need none. */
export function useBundle(texts: Readonly<Record<string, string>>): void {
  bundle = texts;
}

/** A text in the user's language; `{0}`, `{1}`, … stand for the values. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return (bundle[text] ?? text).replace(/\{(\d+)\}/g, (whole, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? whole : typeof value === "number" ? value.toLocaleString() : value;
  });
}
