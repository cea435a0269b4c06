import type { Channel } from "@tessera/contract/authorization/risk.schemas";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { Guard } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { countingGuards, decisionTime, merchantKey } from "../decision/index.ts";
import { programRulesOf, strategySetOf } from "../rule-sets/index.ts";

/** Money that moved without an authorization. Amounts are in minor units of the card's currency. */
export interface CountedForcePost {
  readonly merchant: Merchant;
  readonly channel?: Channel | undefined;
  /** The currency in which the merchant asked; absent for the card's own. */
  readonly merchantCurrency?: string | undefined;
  /** The payment's total so far. */
  readonly totalMinor: bigint;
  /** The part of the total that has not been counted yet. */
  readonly moreMinor: bigint;
  /** Whether this is a separate payment rather than an addition to an authorized payment. */
  readonly isNew: boolean;
}

interface CountedCard {
  readonly id: string;
  readonly customer_id: string;
  readonly predecessors: readonly string[];
  readonly type: string;
  readonly currency: CurrencyCode;
}

/**
 * Returns the counters to increment for a posting that counts toward limits but cannot be declined.
 */
export async function countForcePost(
  context: AppContext,
  tx: Tx,
  card: CountedCard,
  payment: CountedForcePost,
): Promise<Guard[]> {
  const time = decisionTime(context, context.clock.now());
  const asked = { id: card.id, customerId: card.customer_id, usage: { kind: "standard" } } as const;
  const { strategies } = await strategySetOf(context, tx, card.customer_id);
  const { rules } = await programRulesOf(context, tx);
  const { merchant, channel, totalMinor, moreMinor, isNew } = payment;
  const { predecessors, type: tier, currency } = card;
  const ruled = { ...asked, predecessors, tier, currency };
  return countingGuards(
    asked,
    [...strategies, ...rules].filter((strategy) => strategy.isFor(ruled)),
    {
      amountMinor: totalMinor,
      currency: payment.merchantCurrency ?? card.currency,
      merchant,
      merchantKey: merchantKey(merchant.name),
      channel,
      minuteOfDay: time.minuteOfDay,
      isNewMerchant: isNew ? undefined : false,
    },
    { amountMinor: moreMinor, count: isNew ? 1 : 0 },
    time,
  );
}
