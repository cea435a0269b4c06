import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { formatAmount, formatRate } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import { ASSET_CURRENCY } from "./deposit.policy.ts";
import type { DepositRow, PaymentRow } from "./deposits.repository.ts";

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Returns how operators are concerned with payments; one under review counts first. */
function reviewOf(payments: readonly PaymentRow[]): Deposit["review"] {
  const held = payments.map((payment) => payment.held);
  return (
    held.find((state) => state === "reviewing") ?? held.find((state) => state !== null) ?? null
  );
}

/**
 * Converts a deposit to its wire format.
 *
 * @param shown.payments its payments, oldest first
 * @param shown.isWatched whether a payment to its address would be noticed. If not, the address is
 * omitted.
 */
export function presentDeposit(
  row: DepositRow,
  { payments, isWatched }: { payments: readonly PaymentRow[]; isWatched: boolean },
): Deposit {
  const first = payments[0];
  const onChain = payments.filter(({ retracted_at: retractedAt }) => retractedAt === null);
  const received = sum(onChain.map(({ amount_minor }) => amount_minor));
  const credit = sum(onChain.map(({ credit_minor }) => credit_minor));
  const required = first?.confirmations_required ?? row.confirmations_required;
  return {
    id: wireId("dep", row.id),
    status: row.status,
    asset: row.asset,
    network: row.network,
    address: isWatched ? row.address : null,
    amount: formatAmount(row.amount_minor, ASSET_CURRENCY),
    currency: row.currency,
    creditAmount: formatAmount(onChain.length === 0 ? row.credit_minor : credit, row.currency),
    rate: formatRate(row.rate_scaled),
    ratedAt: row.rated_at.toISOString(),
    rateSource: row.rate_source,
    spreadBasisPoints: row.spread_basis_points,
    receivedAmount: onChain.length === 0 ? null : formatAmount(received, ASSET_CURRENCY),
    notes: [...new Set(payments.flatMap(({ notes }) => notes))],
    review: reviewOf(payments),
    transactionHash: first?.transaction_hash ?? null,
    seenAt: first?.seen_at.toISOString() ?? null,
    confirmations: Math.min(first?.confirmations ?? 0, required),
    confirmationsRequired: required,
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    movementId: wireId("mov", row.movement_id),
  };
}
