/** Numbers as C's printf writes them: correctly rounded, ties to even, where JavaScript rounds ties up. */

/** How many digits JavaScript writes exactly; a double that is a tie at a short precision has far fewer. */
const EXACT_DIGITS = 100;

/**
 * Whether the digits after the first `shown` characters of an exact expansion are a 5 and zeros, and the digit before
 * them is even: then the tie rounds down.
 */
function tieGoesDown(exact: string, shown: number): boolean {
  const rest = exact.slice(shown);
  const last = exact.slice(0, shown).replace(".", "").at(-1) ?? "0";
  return /^\.?50*$/.test(rest) && Number(last) % 2 === 0;
}

/** C's `%.{digits}f` of a finite number below 1e21. */
export function cFixed(value: number, digits: number): string {
  const exact = value.toFixed(EXACT_DIGITS);
  const shown = exact.indexOf(".") + (digits === 0 ? 0 : 1 + digits);
  return tieGoesDown(exact, shown) ? exact.slice(0, shown) : value.toFixed(digits);
}

/** C's `%.{digits}e` of a finite number: an exponent of at least two digits. */
export function cExponential(value: number, digits: number): string {
  const [exact = "", exponent = "+0"] = value.toExponential(EXACT_DIGITS).split("e");
  const shown = exact.indexOf(".") + (digits === 0 ? 0 : 1 + digits);
  const text = tieGoesDown(exact, shown) ? `${exact.slice(0, shown)}e${exponent}` : value.toExponential(digits);
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}
