import type { Channel } from "@tessera/contract/authorization/risk.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";

/**
 * A payment request on a card, or a change to the amount counted for an earlier request. Amounts
 * are in minor units.
 */
export interface HistoryRow {
  readonly id: string;
  readonly cardId: string;
  /** The payment that this row is a step of; null if the row is itself a payment. */
  readonly parentId: string | null;
  readonly kind: "purchase" | "force_post" | "step";
  readonly isIncrement: boolean;
  readonly at: Date;
  /** The requested amount; zero or more. */
  readonly amountMinor: bigint;
  /** The amount that the row added to the card's month or released from it. */
  readonly countedMinor: bigint;
  /** Whether the row also removed the payment from the count. */
  readonly isUndone: boolean;
  readonly merchant: Merchant | null;
  readonly channel: Channel | null;
  /** The currency in which the merchant asked; null for the card's own. */
  readonly merchantCurrency: string | null;
  /** Null if approved. */
  readonly declineCode: DeclineCode | null;
  /** Names of the failed checks, if the payment was declined and its checks were recorded. */
  readonly failed: readonly string[] | null;
  /** Strategies overridden by the customer's exception. */
  readonly allowed: readonly string[] | null;
}

/** A card for a replay. Amounts are in minor units of its currency. */
export interface HistoryCard {
  readonly id: string;
  /** The cards that this card replaced. Their payments count as payments on this card. */
  readonly predecessors: readonly string[];
  readonly tier: string;
  readonly currency: CurrencyCode;
  readonly perTransactionLimitMinor: bigint;
  readonly dailyLimitMinor: bigint;
  readonly monthlyLimitMinor: bigint;
}
