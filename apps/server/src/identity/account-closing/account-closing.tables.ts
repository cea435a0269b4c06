import type { CurrencyCode } from "@tessera/money";
import type { Kysely, Selectable } from "kysely";
import type { ProofFactor } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

interface AccountClosingTable {
  id: string;
  customer_id: string;
  person_id: string;
  /** The idempotency key of the request. */
  client_key: string;
  factor: ProofFactor;
  asked_at: Date;
  /** The end of the cooling period. */
  ends_at: Date;
  cancelled_at: Date | null;
  cancelled_by: string | null;
  reminded_at: Date | null;
  settling_at: Date | null;
  waiting_mailed_at: Date | null;
  closed_at: Date | null;
}

interface AccountClosingAmountTable {
  closing_id: string;
  currency: CurrencyCode;
  named_minor: bigint;
  left_minor: bigint | null;
}

export type AccountClosingTables = {
  account_closing: AccountClosingTable;
  account_closing_amount: AccountClosingAmountTable;
  account_closing_link: { token_hash: Buffer; closing_id: string };
};

export type ClosingRow = Selectable<AccountClosingTable>;
export type ClosingAmountRow = Selectable<AccountClosingAmountTable>;

/** A closing with its amounts. */
export interface ClosingWithAmounts {
  readonly row: ClosingRow;
  readonly amounts: readonly ClosingAmountRow[];
}

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<AccountClosingTables> {
  return tx.withTables<AccountClosingTables>();
}
