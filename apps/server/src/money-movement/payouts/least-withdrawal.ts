import type { CurrencyCode } from "@tessera/money";
import { providers } from "../../adapters/providers/registry.ts";
import { answerOf } from "../../adapters/providers/require-offered.ts";
import { feeScheduleAt } from "../../cards/pricing/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { priceUsdt } from "../rates/index.ts";
import { leastTotal } from "./withdrawal-terms.policy.ts";

/**
 * Returns the smallest available balance, in minor units, that allows a withdrawal over the
 * cheapest network, including fees. Returns undefined if withdrawals are not offered.
 *
 * @throws Refusal `provider_unavailable`, `rates_unavailable`, `rates_not_current`,
 * `asset_depegged`
 */
export async function leastWithdrawal(
  context: AppContext,
  tx: Tx,
  currency: CurrencyCode,
): Promise<bigint | undefined> {
  const { payouts } = context.use(providers);
  if (payouts === undefined) {
    return undefined;
  }
  const [terms, fees, { rateScaled }] = await Promise.all([
    answerOf(payouts.terms()),
    feeScheduleAt(tx, context.clock.now()),
    priceUsdt(context, tx, { currency, side: "withdrawal" }),
  ]);
  const feeBasisPoints = fees.withdrawalBasisPoints;
  const totals = [...terms.values()].flatMap(
    (network) => leastTotal({ feeBasisPoints, rateScaled, network }) ?? [],
  );
  return totals.reduce<bigint | undefined>(
    (least, total) => (least === undefined || total < least ? total : least),
    undefined,
  );
}
