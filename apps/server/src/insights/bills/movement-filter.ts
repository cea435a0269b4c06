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
  readonly event_at: Date;
  readonly created_at: Date;
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
