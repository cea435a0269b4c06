import type { CurrencyCode } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { crossRate, dollarsOf } from "./rates.policy.ts";
import { ratesBook } from "./rates-book.ts";

/**
 * Converts an amount to US cents, rounded up, for comparison with a limit in US dollars. Uses the
 * rates that the wallet shows, even if they are old, since nothing is priced with them here.
 * Returns undefined if there are no rates.
 */
export async function worthInDollars(
  context: AppContext,
  { amountMinor, currency }: { readonly amountMinor: bigint; readonly currency: CurrencyCode },
): Promise<bigint | undefined> {
  if (currency === "USD") {
    return amountMinor;
  }
  const rates = await context.use(ratesBook).known();
  return rates && dollarsOf(amountMinor, crossRate(rates.sheet.perEuro, "USD", currency));
}
