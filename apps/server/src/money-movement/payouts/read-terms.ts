import type { WithdrawalTerms } from "@tessera/contract/money-movement/withdrawals.schemas";
import { formatAmount } from "@tessera/money";
import { answerOf } from "../../adapters/providers/require-offered.ts";
import { periodIn } from "../../authorization/decision/index.ts";
import { programSettings } from "../../back-office/program/index.ts";
import { feeScheduleAt } from "../../cards/pricing/index.ts";
import { hasSecondFactor } from "../../identity/second-factor/index.ts";
import { isOnSecurityHold } from "../../identity/security-hold/index.ts";
import { securityChangedAt } from "../../identity/sessions/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { payoutsOf } from "./send/payouts.ts";
import { limitWindow } from "./withdrawal-movements.ts";
import {
  dayLimitOf,
  lockedUntil,
  MAX_PAYOUT_MINOR,
  MAX_PER_DAY,
} from "./withdrawal-terms.policy.ts";
import { formatAsset } from "./withdrawals.presenter.ts";
import { selectCounted } from "./withdrawals.repository.ts";

/**
 * Returns when a customer's withdrawals become available again after a security change, or
 * undefined if they are not locked.
 */
export async function lockOf(
  context: AppContext,
  tx: Tx,
  customerId: string,
): Promise<Date | undefined> {
  return lockedUntil(await securityChangedAt(tx, customerId), context.clock.now());
}

/**
 * Reads a customer's current withdrawal fees and limits.
 *
 * @throws Refusal `not_offered`, `provider_unavailable`
 */
export async function readTerms(context: AppContext, session: Session): Promise<WithdrawalTerms> {
  const { customerId, userId } = session;
  const { clock, config } = context;
  const now = clock.now();
  const tx = context.db.kysely;
  const period = periodIn(config.timeZone, now);
  const [terms, fees, settings, hasFactor, locked, onHold, counted] = await Promise.all([
    answerOf(payoutsOf(context).terms()),
    feeScheduleAt(tx, now),
    programSettings(context, tx),
    hasSecondFactor(tx, userId),
    lockOf(context, tx, customerId),
    isOnSecurityHold(tx, customerId),
    selectCounted(tx, { customerId, window: limitWindow(period.day) }),
  ]);
  return {
    feeBasisPoints: fees.withdrawalBasisPoints,
    asset: "USDT",
    networks: [...terms].map(([network, { costMinor, minimumMinor, confirmationsRequired }]) => ({
      network,
      cost: formatAsset(costMinor),
      minimum: formatAsset(minimumMinor),
      confirmationsRequired,
    })),
    maximum: formatAsset(MAX_PAYOUT_MINOR),
    dayLimit: formatAmount(dayLimitOf(settings.withdrawal, hasFactor), "USD"),
    dayUsed: formatAmount(counted.amountMinor, "USD"),
    dayCount: counted.count,
    dayMaxCount: MAX_PER_DAY,
    dayEndsAt: period.dayResetsAt.toISOString(),
    hasSecondFactor: hasFactor,
    lockedUntil: locked?.toISOString() ?? null,
    onHold,
    cancelSeconds: config.withdrawals.cancelSeconds,
  };
}
