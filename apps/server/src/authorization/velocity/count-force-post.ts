import type { Channel } from "@tessera/contract/authorization/risk.schemas";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { Guard } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { countingGuards, decisionTime, merchantKey } from "../decision/index.ts";
import { programmeRulesOf, strategySetOf } from "../rule-sets/index.ts";

/** Money that moved without being asked for. Minor units of the card's currency. */
export interface UnaskedPayment {
  readonly merchant: Merchant;
  readonly channel?: Channel | undefined;
  /** All that the payment stands for by now. */
  readonly totalMinor: bigint;
  /** What of it is not counted yet. */
  readonly moreMinor: bigint;
  /** Whether it is a payment of its own, and not more of one that was authorised. */
  readonly isNew: boolean;
}

interface CountedCard {
  readonly id: string;
  readonly customer_id: string;
  readonly predecessors: readonly string[];
  readonly type: string;
  readonly currency: CurrencyCode;
}

/** What to count for money that nobody could refuse: it uses limits up and is never stopped. */
export async function countUnasked(
  context: AppContext,
  tx: Tx,
  card: CountedCard,
  payment: UnaskedPayment,
): Promise<Guard[]> {
  const time = decisionTime(context, context.clock.now());
  const asked = { id: card.id, customerId: card.customer_id, usage: { kind: "standard" } } as const;
  const { strategies } = await strategySetOf(context, tx, card.customer_id);
  const { rules } = await programmeRulesOf(context, tx);
  const { merchant, channel, totalMinor, moreMinor, isNew } = payment;
  const { predecessors, type: tier, currency } = card;
  const ruled = { ...asked, predecessors, tier, currency };
  return countingGuards(
    asked,
    [...strategies, ...rules].filter((strategy) => strategy.isFor(ruled)),
    {
      amountMinor: totalMinor,
      currency: card.currency,
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
