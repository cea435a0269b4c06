import type { Db } from "../../platform/context.ts";
import type { SpendingWindows } from "../decision/index.ts";
import type { PaymentCard } from "./payment-card.ts";

/** A query for a card: the blind index of its number, and the counters to read with it. */
export interface PaymentCardKey extends SpendingWindows {
  readonly panIndex: Buffer;
}

/**
 * Finds many cards by number in one statement, in the order of the keys. The result is null for an
 * unknown number.
 */
export async function findPaymentCards(
  db: Db,
  keys: readonly PaymentCardKey[],
): Promise<(PaymentCard | null)[]> {
  const rows = await db.sql<(PaymentCard & { place: bigint })[]>`
    select wanted.place, card.id, card.customer_id as "customerId", card.currency, card.status,
      card.account_status as "accountStatus", card.suspended, card.last4,
      card.expiry_month as "expiryMonth", card.expiry_year as "expiryYear",
      card.card_account as "cardAccount", card.funding_account as "fundingAccount",
      card.receivable_account as "receivableAccount",
      card.posted_minor - card.held_minor as "availableMinor", card.owed_minor as "owedMinor",
      card.per_transaction_limit_minor as "perTransactionLimitMinor",
      card.daily_limit_minor as "dailyLimitMinor",
      card.monthly_limit_minor as "monthlyLimitMinor",
      card.own_per_transaction_limit_minor as "ownPerTransactionLimitMinor",
      card.own_daily_limit_minor as "ownDailyLimitMinor",
      card.own_monthly_limit_minor as "ownMonthlyLimitMinor",
      card.blocks_foreign as "blocksForeign",
      card.type as tier, card.risk_revision as "riskRevision",
      (select max(revision) from programme_rule_version) as "programmeRevision",
      card.freezes, card.schedule, card.usage, card.predecessors,
      card.locked_merchant_key as "lockedMerchantKey",
      card.draw, card.mandate,
      -- Only a card that draws reads these counters.
      case when card.draw_daily_minor is null then 0 else coalesce((
        select amount from ledger.counter drawn
        where drawn.subject = card.id and drawn.time_window = wanted.draw), 0)
      end as "drawnDayMinor",
      case when card.keep_alive_daily_minor is null then 0 else coalesce((
        select amount from ledger.counter kept
        where kept.subject = card.id and kept.time_window = wanted.keep_alive), 0)
      end as "keepAliveDayMinor",
      coalesce(day.amount, 0) as "spentDayMinor", coalesce(month.amount, 0) as "spentMonthMinor"
    from unnest(
      ${keys.map(({ panIndex }) => panIndex.toString("hex"))}::text[],
      ${keys.map(({ day }) => day)}::text[],
      ${keys.map(({ month }) => month)}::text[],
      ${keys.map(({ draw }) => draw)}::text[],
      ${keys.map(({ keepAlive }) => keepAlive)}::text[]
    ) with ordinality as wanted (pan_index, day, month, draw, keep_alive, place)
    join card_secret secret on secret.pan_index = decode(wanted.pan_index, 'hex')
    join card_standing card on card.id = secret.card_id
    left join ledger.counter day on day.subject = card.id and day.time_window = wanted.day
    left join ledger.counter month on month.subject = card.id
      and month.time_window = wanted.month`;
  const found: (PaymentCard | null)[] = keys.map(() => null);
  for (const { place, ...card } of rows) {
    found[Number(place) - 1] = card;
  }
  return found;
}
