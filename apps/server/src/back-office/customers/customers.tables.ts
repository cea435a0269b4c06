import type { CorrectionDirection } from "@tessera/contract/back-office/adjustments.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** Read only: the customers. */
interface CustomerTable {
  id: string;
  suspended_at: Date | null;
  created_at: Date;
}

/** Read only: the people who sign in. */
interface PersonTable {
  id: string;
  customer_id: string | null;
  username: string;
  email: string;
  role: Role;
  locale: Locale;
}

/** Read only: the columns of a card that lead to its customer. */
interface CardTable {
  id: string;
  customer_id: string;
  last4: string;
  status: "active" | "frozen" | "closing" | "closed";
  currency: CurrencyCode;
  card_account: bigint;
}

interface CustomerNoteTable {
  id: string;
  customer_id: string;
  author_id: string;
  author: string;
  text: string;
  client_key: string;
  created_at: Date;
}

interface CustomerViewTable {
  operator_id: string;
  customer_id: string;
  viewed_at: Date;
}

interface CorrectionTable {
  id: string;
  customer_id: string;
  card_id: string | null;
  /** The ledger account that it moves. */
  account: bigint;
  currency: CurrencyCode;
  direction: CorrectionDirection;
  amount_minor: bigint;
  reason: string;
  reference: string;
  status: "waiting" | "approved" | "refused" | "withdrawn";
  revision: number;
  proposer_id: string;
  proposed_by: string;
  client_key: string;
  proposed_at: Date;
  expires_at: Date;
  decider_id: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
  movement_id: string | null;
  before_minor: bigint | null;
  after_minor: bigint | null;
}

export type CustomersTables = {
  customer: CustomerTable;
  person: PersonTable;
  card: CardTable;
  customer_note: CustomerNoteTable;
  customer_view: CustomerViewTable;
  correction: CorrectionTable;
  factor_reset: {
    id: string;
    customer_id: string;
    reason: string;
    proposer_id: string;
    proposed_by: string;
    proposed_at: Date;
  };
  /** Read only: the security holds set by a “not me” link. */
  security_hold: {
    id: string;
    customer_id: string;
    began_at: Date;
    lifted_at: Date | null;
  };
  "ledger.movement": { id: string; customer_id: string };
};

export type CorrectionRow = Selectable<CorrectionTable>;
export type NoteRow = Selectable<CustomerNoteTable>;

/** Returns the transaction with this module's tables. */
export function tables(tx: Tx): Kysely<CustomersTables> {
  return tx.withTables<CustomersTables>();
}
