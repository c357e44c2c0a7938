/** Texts in the user's language: at its start the webview receives the bundle that VS Code has for the extension. */

let bundle: Readonly<Record<string, string>> = {};

/** Sets the bundle; English needs none, since the English texts are the keys. */
export function useBundle(texts: Readonly<Record<string, string>>): void {
  bundle = texts;
}

/** A text in the user's language; the values replace `{0}`, `{1}`, …. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return (bundle[text] ?? text).replace(/\{(\d+)\}/g, (whole, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? whole : typeof value === "number" ? value.toLocaleString() : value;
  });
}
