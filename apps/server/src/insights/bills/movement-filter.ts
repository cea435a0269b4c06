import type { CurrencyCode } from "@tessera/money";

/** A movement as it stands now. */
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
  /** Remarks on a deposit's payment, which a later step may have added. */
  readonly notes: unknown;
  readonly event_at: Date;
  readonly created_at: Date;
}

/** What a page is made of. Amounts are minor units, by magnitude. */
export interface MovementFilter {
  readonly customerId: string;
  /** Only what happened on cards. */
  readonly onCards: boolean;
  readonly cardId?: string;
  /** Only cards that have this tag, as tags are compared. */
  readonly cardTag?: string;
  /** Absent for all. */
  readonly kinds?: readonly string[];
  readonly exceptKind?: string;
  readonly status?: string;
  readonly currency?: CurrencyCode;
  readonly from?: Date;
  readonly to?: Date;
  /** Kinds that are shown, and so looked for, with their fee in the amount. */
  readonly kindsWithFee: readonly string[];
  readonly minMinor?: bigint;
  readonly maxMinor?: bigint;
  /** Text of the title, and the kinds whose own title has it. */
  readonly text?: { readonly pattern: string; readonly kinds: readonly string[] };
  /** The last row of the page before. */
  readonly after?: { readonly eventAt: Date; readonly id: string } | undefined;
  readonly limit: number;
}
