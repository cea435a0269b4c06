import { worthInDollars } from "../../money-movement/rates/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { programSettings } from "../program/index.ts";
import { effectOf } from "./adjustment-standing.policy.ts";
import type { CorrectionRow } from "./customers.tables.ts";

/**
 * Checks that an adjustment is possible, and returns the available balance, in minor units, of the
 * account that it changes. Applies the current limit, which may have been lowered since the
 * proposal was made.
 *
 * @throws Refusal `card_closed`; `correction_above_limit`, with the limit; `correction_below_zero`,
 * with the amounts
 */
export async function requirePossible(
  context: AppContext,
  tx: Tx,
  moved: Pick<CorrectionRow, "account" | "currency" | "direction" | "amount_minor">,
  card: { readonly status: string } | undefined,
): Promise<{ readonly beforeMinor: bigint; readonly afterMinor: bigint }> {
  if (card?.status === "closed") {
    throw new Refusal("card_closed");
  }
  await requireWithinLimit(context, tx, moved);
  const [balance] = await context.ledger.balances(tx, [moved.account]);
  const availableMinor = balance?.availableMinor ?? 0n;
  const effect = effectOf(moved, { availableMinor, isClosed: false });
  if (!effect.possible) {
    throw new Refusal("correction_below_zero", {
      funds: { availableMinor, neededMinor: moved.amount_minor, currency: moved.currency },
    });
  }
  return effect;
}

async function requireWithinLimit(
  context: AppContext,
  tx: Tx,
  { amount_minor: amountMinor, currency }: Pick<CorrectionRow, "currency" | "amount_minor">,
): Promise<void> {
  const { correction } = await programSettings(context, tx);
  const { maxAmountMinor } = correction;
  const worth = await worthInDollars(context, { amountMinor, currency });
  if (worth === undefined) {
    throw new Refusal("not_offered", { internal: `there are no rates for ${currency}` });
  }
  if (worth > maxAmountMinor) {
    throw new Refusal("correction_above_limit", {
      limit: { amountMinor: maxAmountMinor, currency: "USD" },
    });
  }
}
