import type { Locale } from "@tessera/contract/errors/locales";
import type { CurrencyCode } from "@tessera/money";
import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

/** Read-only: customers. */
type CustomerTable = Table<"customer">;

/** Read-only: people who sign in. */
type PersonTable = Pick<
  Table<"person">,
  "id" | "customer_id" | "username" | "email" | "role" | "locale"
>;

/** Read-only: the columns of a card that identify its customer. */
type CardTable = Pick<
  Table<"card">,
  "id" | "customer_id" | "last4" | "status" | "currency" | "card_account"
>;

type CustomerNoteTable = Table<"customer_note">;

type CustomerViewTable = Table<"customer_view">;

type CorrectionTable = Table<"correction", { currency: CurrencyCode }>;

/** Read-only: who stands behind each customer. No column of the view is ever null. */
type ContactView = {
  [Column in keyof Omit<Table<"customer_contact">, "locale">]: NonNullable<
    Table<"customer_contact">[Column]
  >;
} & { locale: Locale };

export type CustomersTables = {
  customer_contact: ContactView;
  customer: CustomerTable;
  person: PersonTable;
  card: CardTable;
  customer_note: CustomerNoteTable;
  customer_view: CustomerViewTable;
  correction: CorrectionTable;
  factor_reset: Table<"factor_reset">;
  /** Read-only: security holds set by a “not me” link. */
  security_hold: Pick<Table<"security_hold">, "id" | "customer_id" | "began_at" | "lifted_at">;
  "ledger.movement": Pick<Table<"ledger.movement">, "id" | "customer_id">;
};

export type CorrectionRow = Selectable<CorrectionTable>;
export type NoteRow = Selectable<CustomerNoteTable>;

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<CustomersTables> {
  return tx.withTables<CustomersTables>();
}
