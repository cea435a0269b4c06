import type { Locale } from "@tessera/contract/errors/locales";
import type { OperatorRole } from "@tessera/contract/identity/operators.schemas";
import type { ProposalKind } from "@tessera/contract/identity/proposals.schemas";
import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** The columns of a person that determine an operator's access. */
interface PersonTable {
  id: string;
  customer_id: string | null;
  username: string;
  email: string;
  role: OperatorRole;
  password_hash: string;
  locale: Locale;
  created_at: Date;
  suspended_at: Date | null;
  removed_at: Date | null;
  revision: number;
  changed_by: string | null;
  changed_at: Date | null;
}

interface InvitationTable {
  id: string;
  email: string;
  role: OperatorRole;
  locale: Locale;
  token_hash: Buffer;
  status: "waiting" | "accepted" | "withdrawn";
  revision: number;
  inviter_id: string;
  invited_by: string;
  approved_by: string | null;
  invited_at: Date;
  sent_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_by: string | null;
  person_id: string | null;
}

/** What a proposal changes: fixed when it is made. */
export interface ProposalTerms {
  /** The revision of the operator, or the version of the settings, that it is based on. */
  readonly basedOn?: number;
  readonly email?: string;
  readonly locale?: Locale;
  readonly fromRole?: OperatorRole;
  readonly toRole?: OperatorRole;
  /** Limits in US dollars, as decimal strings. */
  readonly limits?: readonly {
    readonly name: string;
    readonly from: string;
    readonly to: string;
  }[];
}

interface ProposalTable {
  id: string;
  kind: ProposalKind;
  terms: ProposalTerms;
  operator_id: string | null;
  reason: string;
  status: "waiting" | "approved" | "rejected" | "withdrawn";
  proposer_id: string;
  proposed_by: string;
  proposed_at: Date;
  expires_at: Date;
  client_key: string;
  decider_id: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
}

export type OperatorsTables = {
  person: PersonTable;
  operator_invitation: InvitationTable;
  proposal: ProposalTable;
  /** Read only: which factors exist. */
  totp_factor: { person_id: string };
  passkey: { id: string; person_id: string };
};

export type InvitationRow = Selectable<InvitationTable>;
export type ProposalRow = Selectable<ProposalTable>;

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<OperatorsTables> {
  return tx.withTables<OperatorsTables>();
}
