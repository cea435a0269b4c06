import {
  PAYOUT_NETWORKS,
  type WithdrawalTerms,
} from "@tessera/contract/withdrawals/withdrawals.schemas";
import { formatAmount } from "@tessera/money";
import type { Session } from "../../platform/authentication.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { hasSecondFactor, isOnSecurityHold, securityChangedAt } from "../accounts/index.ts";
import { feeScheduleAt } from "../legal/index.ts";
import { programmeSettings } from "../programme/index.ts";
import { periodIn } from "../risk/index.ts";
import { payoutsOf } from "./payouts.ts";
import { limitWindow } from "./withdrawal-movements.ts";
import {
  dayLimitOf,
  lockedUntil,
  MAX_PAYOUT_MINOR,
  MAX_PER_DAY,
} from "./withdrawal-terms.policy.ts";
import { formatAsset } from "./withdrawals.presenter.ts";
import { selectCounted } from "./withdrawals.repository.ts";

/** Until when a customer's withdrawals are shut after a change; undefined where they are not. */
export async function lockOf(
  context: AppContext,
  tx: Tx,
  customerId: string,
): Promise<Date | undefined> {
  return lockedUntil(await securityChangedAt(tx, customerId), context.clock.now());
}

/** What withdrawing costs and allows somebody at the moment. */
export async function readTerms(context: AppContext, session: Session): Promise<WithdrawalTerms> {
  const { customerId, userId } = session;
  const { clock, config } = context;
  const now = clock.now();
  const tx = context.db.kysely;
  const period = periodIn(config.timeZone, now);
  const [fees, settings, hasFactor, locked, onHold, counted] = await Promise.all([
    feeScheduleAt(tx, now),
    programmeSettings(context, tx),
    hasSecondFactor(tx, userId),
    lockOf(context, tx, customerId),
    isOnSecurityHold(tx, customerId),
    selectCounted(tx, { customerId, window: limitWindow(period.day) }),
  ]);
  return {
    feeBasisPoints: fees.withdrawalBasisPoints,
    asset: "USDT",
    networks: PAYOUT_NETWORKS.map((network) => {
      const terms = payoutsOf(context).termsOf(network);
      return {
        network,
        cost: formatAsset(terms.costMinor),
        minimum: formatAsset(terms.minimumMinor),
        confirmationsRequired: terms.confirmationsRequired,
      };
    }),
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
