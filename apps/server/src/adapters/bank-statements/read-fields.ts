import { type CurrencyCode, currencyTraits, MAX_AMOUNT_MINOR } from "@tessera/money";

/** Why a text is no amount: malformed, zero, out of range, or with too many decimals. */
export type AmountFault = "bad_amount" | "too_many_decimals" | "amount_out_of_range";

const AMOUNT = /^(\d{1,18})(?:\.(\d{1,17}))?$/;

/** Reads a decimal amount into minor units, exactly. A sum may have trailing zeros. */
export function readAmount(
  text: string,
  currency: CurrencyCode,
  { isSum = false }: { readonly isSum?: boolean } = {},
): bigint | AmountFault {
  const [, whole, fraction = ""] = AMOUNT.exec(text) ?? [];
  if (whole === undefined) {
    return "bad_amount";
  }
  const { decimals } = currencyTraits(currency);
  const kept = isSum ? fraction.replace(/0+$/, "") : fraction;
  if (kept.length > decimals) {
    return "too_many_decimals";
  }
  const minor = BigInt(whole + kept.padEnd(decimals, "0"));
  return minor > MAX_AMOUNT_MINOR ? "amount_out_of_range" : minor;
}

const DAY = /^(\d{4}-\d{2}-\d{2})$/;
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?$/;

/** Reads the day of a date, or of a date with a time; undefined if there is no such day. */
export function readDay(text: string): string | undefined {
  const day = (DAY.exec(text) ?? DAY_AND_TIME.exec(text))?.[1];
  const isReal =
    day !== undefined && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && isOfMonth(day);
  return isReal ? day : undefined;
}

function isOfMonth(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Returns an IBAN or account number without spaces or control characters, in upper case. */
export function plainAccount(text: string): string {
  return text.replace(/[\s\p{C}]/gu, "").toUpperCase();
}

/** The longest account number that ISO 20022 allows (`Max34Text`). */
const MAX_ACCOUNT = 34;

/** Returns the account of the other party, or null if none is given. */
export function partyAccountOf(text: string | undefined): string | null {
  // Cut between characters: half of one cannot be stored.
  const account = [...plainAccount(text ?? "")].slice(0, MAX_ACCOUNT).join("");
  return account === "" ? null : account;
}

/** The longest reference that ISO 20022 allows (`Max35Text`). */
export const MAX_REFERENCE = 35;

/** What banks write into a field that has to have a reference, if there is none. */
const NO_REFERENCE: ReadonlySet<string> = new Set([
  ...["", "NOTPROVIDED", "NONREF", "NOREF", "NOTAVAILABLE"],
]);

/** Returns whether a reference only says that there is none. Many transactions share it. */
export function isNoReference(text: string): boolean {
  return NO_REFERENCE.has(text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ""));
}

/** Returns an id of a transaction, or null if the bank or the payer gave none. */
export function transactionId(text: string | undefined, max = MAX_REFERENCE): string | null {
  const id = plainText(text, max);
  return id === null || isNoReference(id) ? null : id;
}

/** Returns whether a text can be stored as a reference: short, and without invisible characters. */
export function isReference(text: string): boolean {
  return text !== "" && text.length <= MAX_REFERENCE && !/\p{C}/u.test(text);
}

/** The longest text of a field that is stored. */
const MAX_TEXT = 140;
/** The longest text that a payer can write, over several lines. */
const MAX_REMITTANCE = 1_000;

/** Returns a text without control characters, with single spaces, or null if nothing is left. */
export function plainText(text: string | undefined, max = MAX_TEXT): string | null {
  const clean = (text ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return clean === "" ? null : [...clean].slice(0, max).join("");
}

/** Joins what the payer wrote over several lines. */
export function remittanceOf(lines: readonly string[]): string {
  return plainText(lines.join(" "), MAX_REMITTANCE) ?? "";
}
