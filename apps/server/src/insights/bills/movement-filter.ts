import type { CurrencyCode } from "@tessera/money";
import type { BillsTables } from "./bills.tables.ts";

/** A movement in its current state. */
export interface MovementRow {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly title: string;
  readonly card_id: string | null;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly currency: CurrencyCode;
  readonly data: Readonly<Record<string, unknown>>;
  /** Notes on a deposit's payment, which a later step may have added. */
  readonly notes: unknown;
  /**
   * By how much the steps of a purchase in another currency have changed the merchant's amount;
   * null for all other movements.
   */
  readonly merchant_changes: MerchantChanges | null;
  readonly event_at: Date;
  readonly created_at: Date;
}

/** Whole numbers of the merchant's minor units, as text. */
export interface MerchantChanges {
  /** What was cleared. */
  readonly settled: string;
  /** What increments, advices and reversals have added; negative if they have taken away. */
  readonly adjusted: string;
}

/** The filter for a page. Amounts are absolute values in minor units. */
export interface MovementFilter {
  readonly customerId: string;
  /** Whether to select only card movements. */
  readonly onCards: boolean;
  readonly cardId?: string;
  /**
   * Selects only movements on cards with this tag, given in the form in which tags are compared.
   */
  readonly cardTag?: string;
  /** The kinds to select. Defaults to all. */
  readonly kinds?: readonly string[];
  readonly exceptKind?: string;
  readonly status?: BillsTables["ledger.movement"]["status"];
  readonly currency?: CurrencyCode;
  readonly from?: Date;
  readonly to?: Date;
  /** Kinds for which the displayed amount, and therefore the searched amount, includes the fee. */
  readonly kindsWithFee: readonly string[];
  readonly minMinor?: bigint;
  readonly maxMinor?: bigint;
  /** A pattern for the title, and the kinds whose default title contains the searched text. */
  readonly text?: { readonly pattern: string; readonly kinds: readonly string[] };
  /** The last row on the previous page. */
  readonly after?: { readonly eventAt: Date; readonly id: string } | undefined;
  readonly limit: number;
}
