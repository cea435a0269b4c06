import type { CurrencyCode } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { crossRate, dollarsOf } from "./rates.policy.ts";
import { ratesOf } from "./rates-book.ts";

/**
 * What an amount counts against a limit that is in US dollars, in cents, rounded up: with the rates
 * that the wallet shows, also where they are old, for nothing is priced with it. Undefined where
 * there are no rates.
 */
export async function worthInDollars(
  context: AppContext,
  { amountMinor, currency }: { readonly amountMinor: bigint; readonly currency: CurrencyCode },
): Promise<bigint | undefined> {
  if (currency === "USD") {
    return amountMinor;
  }
  const rates = await ratesOf(context).known();
  return rates && dollarsOf(amountMinor, crossRate(rates.sheet.perEuro, "USD", currency));
}
