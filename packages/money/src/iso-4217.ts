/** Decimals of a currency that has two of them, as most have. */
const TWO = 2;

/**
 * The ISO 4217 currencies in which merchants ask for payment, by their number of decimals. The list
 * contains no funds codes, precious metals or test codes. A test compares it with the package
 * `currency-codes`.
 */
const CODES_BY_DECIMALS: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
  2:
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD " +
    "CAD CDF CHF CNY COP CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP " +
    "GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL " +
    "MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK " +
    "PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB " +
    "TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
};

const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(" ").map((code) => [code, Number(decimals)] as const),
  ),
);

/** Every ISO 4217 currency in which a merchant may ask for payment, in alphabetical order. */
export const MERCHANT_CURRENCIES: readonly string[] = [...DECIMALS.keys()].sort();

/** Returns whether a string is the code of a currency in which a merchant may ask for payment. */
export function isMerchantCurrency(code: string): boolean {
  return DECIMALS.has(code);
}

/** Returns the number of decimals of a currency; two for a code that is not in the list. */
export function decimalsOf(code: string): number {
  return DECIMALS.get(code) ?? TWO;
}

/** The grammar of an amount in a currency with at most three decimals. */
export const MERCHANT_AMOUNT_PATTERN = /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,3})?$/;

/**
 * Parses an amount in any currency, such as `"8000"` JPY or `"1.250"` KWD, into minor units.
 * Returns `undefined` for any text outside the grammar, and for more decimals than the currency
 * has.
 */
export function parseMerchantAmount(text: string, code: string): bigint | undefined {
  const match = MERCHANT_AMOUNT_PATTERN.exec(text);
  const decimals = decimalsOf(code);
  const fraction = match?.[2]?.slice(1) ?? "";
  if (match === null || !isMerchantCurrency(code) || !isFraction(fraction, decimals)) {
    return undefined;
  }
  const padded = fraction.slice(0, decimals).padEnd(decimals, "0");
  return BigInt((match[1] ?? "0") + padded);
}

/** Returns whether a fraction fits a currency. Zeros beyond its decimals change nothing. */
function isFraction(fraction: string, decimals: number): boolean {
  return /^0*$/.test(fraction.slice(decimals));
}

/** Formats minor units of any currency with its own number of decimals: `8000n` JPY is `"8000"`. */
export function formatMerchantAmount(amountMinor: bigint, code: string): string {
  const decimals = decimalsOf(code);
  const sign = amountMinor < 0n ? "-" : "";
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor)
    .toString()
    .padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  const fraction = digits.slice(split);
  return `${sign}${digits.slice(0, split)}${fraction === "" ? "" : `.${fraction}`}`;
}
