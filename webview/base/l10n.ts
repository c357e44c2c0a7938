/** Texts in the user's language: at its start the webview receives the bundle that VS Code has for the extension. */

let bundle: Readonly<Record<string, string>> = {};
/** The language that VS Code shows; that of the browser may be another. */
let language = "en";

/** Sets the language and its bundle; English needs none, since the English texts are the keys. */
export function useBundle(texts: Readonly<Record<string, string>>, of: string): void {
  bundle = texts;
  language = of;
}

/** A number as the user's language writes it: `1,020`, `1.020`. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(language, options);
}

/** A text in the user's language; the values replace `{0}`, `{1}`, …. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return (bundle[text] ?? text).replace(/\{(\d+)\}/g, (whole, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? whole : typeof value === "number" ? numberText(value) : value;
  });
}
