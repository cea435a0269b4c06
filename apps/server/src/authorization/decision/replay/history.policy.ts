import type { Channel } from "@tessera/contract/authorization/risk.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";

/** Something that was asked of a card, or that changed what it counts for. Minor units. */
export interface HistoryRow {
  readonly id: string;
  readonly cardId: string;
  /** The payment that it is a step of; null for a payment. */
  readonly parentId: string | null;
  readonly kind: "purchase" | "force_post" | "step";
  readonly isIncrement: boolean;
  readonly at: Date;
  /** What was asked for; zero or more. */
  readonly amountMinor: bigint;
  /** What it added to the card's month, or took back. */
  readonly countedMinor: bigint;
  /** Whether it took the payment back as one, too. */
  readonly isUndone: boolean;
  readonly merchant: Merchant | null;
  readonly channel: Channel | null;
  /** Null where it was approved. */
  readonly declineCode: DeclineCode | null;
  /** Checks that failed, by name, for one that was declined with its checks on record. */
  readonly failed: readonly string[] | null;
  /** Strategies that the customer let it pass. */
  readonly allowed: readonly string[] | null;
}

/** A card as a replay needs it. Minor units of its currency. */
export interface HistoryCard {
  readonly id: string;
  /** The cards that it took the place of: what they paid counts as its own. */
  readonly predecessors: readonly string[];
  readonly tier: string;
  readonly currency: CurrencyCode;
  readonly perTransactionLimitMinor: bigint;
  readonly dailyLimitMinor: bigint;
  readonly monthlyLimitMinor: bigint;
}
