const MAX_WHOLE_DIGITS = 12;
const DECIMALS = 2;

/**
 * Converts typed or pasted text into the text that an amount field keeps: the API's format,
 * possibly unfinished, so that `12.` can still become `12.5`. Returns `undefined` for text that is
 * not an amount; the field then keeps its previous value.
 */
export function typedAmount(text: string): string | undefined {
  const plain = text.replace(/[\s,$¥€]/g, "").replace(/[。．]/g, ".");
  if (plain === "") {
    return "";
  }
  const match = /^([0-9]*)(\.[0-9]*)?$/.exec(plain);
  if (match === null) {
    return undefined;
  }
  const whole = (match[1] ?? "").replace(/^0+(?=[0-9])/, "");
  const fraction = match[2] ?? "";
  if (whole.length > MAX_WHOLE_DIGITS || fraction.length > DECIMALS + 1) {
    return undefined;
  }
  return `${whole === "" ? "0" : whole}${fraction}`;
}

/** Returns the typed amount with thousands separators. */
export function groupedAmount(typed: string): string {
  const [whole = "", fraction] = typed.split(".");
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Returns the typed amount in the API's format; `undefined` unless it is greater than zero. */
export function wireAmount(typed: string): string | undefined {
  const text = typed.endsWith(".") ? typed.slice(0, -1) : typed;
  return /[1-9]/.test(text) ? text : undefined;
}

/**
 * Returns the caret's index after regrouping, with the same number of digits and decimal points
 * before it as previously.
 */
export function caretAfter(grouped: string, significantBefore: number): number {
  let seen = 0;
  for (const [index, character] of [...grouped].entries()) {
    if (seen === significantBefore) {
      return index;
    }
    if (character !== ",") {
      seen++;
    }
  }
  return grouped.length;
}
