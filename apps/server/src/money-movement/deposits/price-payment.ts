import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { priceAsset } from "../rates/index.ts";
import { isAboveQuoted, overpaidRate, type PaymentNote } from "./deposit.policy.ts";
import type { DepositRow } from "./deposits.repository.ts";

/** What makes a payment differ from its deposit so much that the deposit's rate does not apply. */
const REPRICED: ReadonlySet<PaymentNote> = new Set([
  "late",
  "cancelled",
  "extra",
  "other_network",
  "other_token",
]);

/**
 * Prices a payment at its deposit's rate if the payment arrived in time, and otherwise at the
 * current rate. What was paid beyond the deposit's amount also has the current rate: nobody was
 * quoted one for it, and a payer could wait for a rate to move before paying a thousand times as
 * much. Without a current rate, the payment is priced at its deposit's rate for now and waits for
 * an operator.
 */
export async function pricePayment(
  context: AppContext,
  tx: Tx,
  {
    deposit,
    transfer,
    notes,
  }: {
    readonly deposit: DepositRow;
    readonly transfer: Pick<ChainTransfer, "amountMinor" | "misdirected">;
    readonly notes: readonly PaymentNote[];
  },
): Promise<{ readonly rateScaled: bigint; readonly isUnpriced: boolean }> {
  const { currency, rate_scaled: quotedScaled, amount_minor: quotedMinor } = deposit;
  const { amountMinor: receivedMinor } = transfer;
  const isRepriced = notes.some((note) => REPRICED.has(note));
  if (!isRepriced && !isAboveQuoted({ quotedMinor, receivedMinor })) {
    return { rateScaled: quotedScaled, isUnpriced: false };
  }
  try {
    const asset = transfer.misdirected?.asset ?? deposit.asset;
    const current = await priceAsset(context, tx, { asset, currency, side: "deposit" });
    const currentScaled = current.rateScaled;
    const rateScaled = isRepriced
      ? currentScaled
      : overpaidRate({ quotedMinor, receivedMinor, quotedScaled, currentScaled });
    return { rateScaled, isUnpriced: false };
  } catch (error) {
    context.log.warn({ err: error, deposit: deposit.id }, "a payment has no current rate");
    return { rateScaled: deposit.rate_scaled, isUnpriced: true };
  }
}
