import type {
  PayoutAddress,
  Withdrawal,
  WithdrawalQuote,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { formatAmount, formatRate } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { canCancel, statusOf } from "./withdrawal-states.policy.ts";
import type { AddressRow, QuoteRow, StepRow, WithdrawalRow } from "./withdrawals.tables.ts";

/**
 * The currency whose minor units are used for USDT amounts: hundredths, like those of the dollar to
 * which USDT is pegged.
 */
const ASSET_CURRENCY = "USD";

export function formatAsset(amountMinor: bigint): string {
  return formatAmount(amountMinor, ASSET_CURRENCY);
}

export function presentAddress(row: AddressRow, now: Date): PayoutAddress {
  return {
    id: wireId("pad", row.id),
    label: row.label,
    network: row.network,
    address: row.address,
    status: row.usable_at > now ? "cooling" : "ready",
    usableAt: row.usable_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  };
}

export function presentQuote(
  row: QuoteRow,
  extra: Pick<WithdrawalQuote, "needsReview" | "lookalikes"> & { readonly availableMinor: bigint },
): WithdrawalQuote {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, row.currency);
  return {
    quoteId: wireId("quo", row.id),
    addressId: wireId("pad", row.address_id),
    asset: row.asset,
    network: row.network,
    address: row.address,
    amount: money(row.amount_minor),
    fee: money(row.fee_minor),
    feeBasisPoints: row.fee_basis_points,
    networkFee: money(row.network_fee_minor),
    total: money(row.total_minor),
    currency: row.currency,
    receiveAmount: formatAsset(row.receive_minor),
    rate: formatRate(row.rate_scaled),
    ratedAt: row.rated_at.toISOString(),
    rateSource: row.rate_source,
    spreadBasisPoints: row.spread_basis_points,
    accountBalanceAfter: money(extra.availableMinor - row.total_minor),
    needsReview: extra.needsReview,
    lookalikes: extra.lookalikes,
    expiresAt: row.expires_at.toISOString(),
  };
}

/** The parts of a presented withdrawal. */
interface WithdrawalParts {
  /** Its steps, oldest first. */
  readonly steps: readonly StepRow[];
  /** The UUID of the withdrawal's case, whether open or closed. */
  readonly caseId: string | undefined;
}

export function presentWithdrawal(
  context: AppContext,
  row: WithdrawalRow,
  { steps, caseId }: WithdrawalParts,
): Withdrawal {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, row.currency);
  const leftMs = row.cancel_until.getTime() - context.clock.now().getTime();
  const { confirmations_required: confirmationsRequired } = row;
  return {
    id: wireId("wdr", row.id),
    status: statusOf(row.state),
    stage: row.state,
    asset: row.asset,
    network: row.network,
    address: row.address,
    addressLabel: row.label,
    amount: money(row.amount_minor),
    fee: money(row.fee_minor),
    feeBasisPoints: row.fee_basis_points,
    networkFee: money(row.network_fee_minor),
    total: money(row.total_minor),
    currency: row.currency,
    receiveAmount: formatAsset(row.receive_minor),
    reviewReasons: row.review_reasons,
    reviewId: caseId === undefined ? null : wireId("case", caseId),
    canCancel: canCancel(row.state),
    cancelUntil: row.cancel_until.toISOString(),
    cancelSecondsLeft: Math.max(0, Math.ceil(leftMs / 1_000)),
    confirmations: Math.min(row.confirmations, confirmationsRequired),
    confirmationsRequired,
    transactionHash: row.transaction_hash,
    timeline: steps.map(({ state, at }) => ({ stage: state, at: at.toISOString() })),
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    movementId: wireId("mov", row.id),
    returnMovementId:
      row.return_movement_id === null ? null : wireId("mov", row.return_movement_id),
  };
}
