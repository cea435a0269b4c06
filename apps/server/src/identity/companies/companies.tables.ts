import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type MembershipColumns = Table<"membership", { role: MemberRole }>;
/** The database has no invitations of owners, which the roles that can be given do not include. */
type InvitationColumns = Omit<Table<"membership_invitation">, "role"> & { role: MemberRole };

export type MembershipRow = Selectable<MembershipColumns>;
export type InvitationRow = Selectable<InvitationColumns>;
export type HandoverRow = Selectable<Table<"ownership_handover">>;

type CompanyTables = {
  company: Table<"company">;
  membership: MembershipColumns;
  membership_invitation: InvitationColumns;
  ownership_handover: Table<"ownership_handover">;
  person: Pick<Table<"person">, "id" | "username">;
};

/** Returns the transaction typed with the tables of companies. */
export function tables(tx: Tx): Kysely<CompanyTables> {
  return tx.withTables<CompanyTables>();
}
