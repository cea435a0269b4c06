/** Returns whether a card number's check digit is valid. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * Matches 13 to 19 digits, optionally separated by spaces or dashes, that are not part of a longer
 * word such as a UUID.
 */
const CARD_NUMBER = /(?<![0-9A-Za-z-])[0-9](?:[ -]?[0-9]){12,18}(?![0-9A-Za-z])/g;
/** Matches a session token, a step-up token, or the token in an emailed link. */
const SESSION_TOKEN = /\bv[cpli][1-9]\d{0,2}_[A-Za-z0-9_-]{8,}/g;
/** Matches an API key of a customer's software. */
const API_KEY = /\btsk_(?:live|test)_[A-Za-z0-9_-]{8,}/g;
const NAMED_SECRET =
  /\b(token|code|password|proof|cvv|secret|captchaCode)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi;
/** Matches Stripe's secret, restricted and ephemeral keys, and its signing secrets. */
const STRIPE_SECRET = /\b(?:(?:sk|rk|ek)_(?:test|live)|whsec)_[A-Za-z0-9+/=_-]{8,}/g;
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+@/gi;

function isCardNumber(found: string): boolean {
  return passesLuhn(found.replace(/[ -]/g, ""));
}

/** Replaces each card number in a text by its last four digits: `•••• 8390`. */
export function maskCardNumbers(text: string): string {
  return text.replace(CARD_NUMBER, (found) =>
    isCardNumber(found) ? `•••• ${found.replace(/[ -]/g, "").slice(-4)}` : found,
  );
}

/** Masks everything in a text that looks like a card number, a token or a password. */
export function maskSecrets(text: string): string {
  return text
    .replace(CARD_NUMBER, (found) => (isCardNumber(found) ? "[card]" : found))
    .replace(SESSION_TOKEN, "[token]")
    .replace(API_KEY, "[key]")
    .replace(STRIPE_SECRET, "[key]")
    .replace(URL_PASSWORD, "$1[secret]@")
    .replace(NAMED_SECRET, "$1$2[secret]");
}
