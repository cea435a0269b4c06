import type { Locale } from "@tessera/contract/errors/locales";
import type { OperatorRole } from "@tessera/contract/identity/operators.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

/** The columns of a person that determine an operator's access. */
type PersonTable = Table<"person", { role: OperatorRole }>;

type InvitationTable = Table<"operator_invitation">;

/** The changes that a proposal would make, fixed when it is created. */
export interface ProposalTerms {
  /** The operator's revision, or the version of the settings, that the proposal is based on. */
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
  /** A trade with a bank, with amounts as decimal strings. */
  readonly trade?: {
    readonly sold: string;
    readonly soldCurrency: CurrencyCode;
    readonly bought: string;
    readonly boughtCurrency: CurrencyCode;
    readonly bankReference: string;
  };
}

type ProposalTable = Table<"proposal", { terms: ProposalTerms }>;

export type OperatorsTables = {
  person: PersonTable;
  operator_invitation: InvitationTable;
  proposal: ProposalTable;
  /** Read only, to see which factors exist. */
  totp_factor: Pick<Table<"totp_factor">, "person_id">;
  passkey: Pick<Table<"passkey">, "id" | "person_id">;
};

export type InvitationRow = Selectable<InvitationTable>;
export type ProposalRow = Selectable<ProposalTable>;

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<OperatorsTables> {
  return tx.withTables<OperatorsTables>();
}
