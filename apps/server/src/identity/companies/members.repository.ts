import type { Locale } from "@tessera/contract/errors/locales";
import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";
import { hasFactorSql } from "./companies.repository.ts";
import { type HandoverRow, type MembershipRow, tables } from "./companies.tables.ts";

/** A member with the facts about the person that the company sees. */
export interface MemberView {
  readonly id: string;
  readonly customerId: string;
  readonly personId: string;
  /** The customer id of the member's own account. */
  readonly ownCustomerId: string;
  readonly username: string;
  readonly email: string;
  readonly locale: Locale;
  readonly role: MemberRole;
  readonly joinedAt: Date;
  readonly revision: number;
  readonly hasSecondFactor: boolean;
}

function members(tx: Tx, customerId: string, only: ReturnType<typeof sql>) {
  return sql<MemberView>`
    select m.id, m.customer_id as "customerId", m.person_id as "personId",
      p.customer_id as "ownCustomerId", p.username, p.email, p.locale, m.role,
      m.joined_at as "joinedAt", m.revision,
      ${hasFactorSql("p.id")} as "hasSecondFactor"
    from membership m join person p on p.id = m.person_id
    where m.customer_id = ${customerId} and ${only}`.execute(tx);
}

/** Selects all members of a company, of which there are few. */
export async function selectMembers(tx: Tx, customerId: string): Promise<MemberView[]> {
  return (await members(tx, customerId, sql`true`)).rows;
}

export async function findMember(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<MemberView | undefined> {
  return (await members(tx, customerId, sql`m.id = ${id}`)).rows[0];
}

export async function findMemberByPerson(
  tx: Tx,
  customerId: string,
  personId: string,
): Promise<MemberView | undefined> {
  return (await members(tx, customerId, sql`m.person_id = ${personId}`)).rows[0];
}

/** Returns whether the account of an email address is a member of a company. */
export async function isMemberAddress(tx: Tx, customerId: string, email: string): Promise<boolean> {
  return (await members(tx, customerId, sql`p.email = ${email}`)).rows.length > 0;
}

export async function insertMembership(
  tx: Tx,
  row: Insertable<Table<"membership", { role: MemberRole }>>,
): Promise<void> {
  await tables(tx).insertInto("membership").values(row).execute();
}

/** Gives a member another role, which increases the revision. */
export async function setRole(tx: Tx, id: string, role: MemberRole): Promise<void> {
  await tables(tx)
    .updateTable("membership")
    .set((row) => ({ role, revision: row("revision", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export async function deleteMembership(tx: Tx, id: string): Promise<void> {
  await tables(tx).deleteFrom("membership").where("id", "=", id).execute();
}

/** Selects a person's memberships, except for those of companies that they own. */
export function selectMembershipsOf(tx: Tx, personId: string): Promise<MembershipRow[]> {
  return tables(tx)
    .selectFrom("membership")
    .selectAll()
    .where("person_id", "=", personId)
    .where("role", "<>", "owner")
    .execute();
}

/** Replaces the handover of a company. */
export async function replaceHandover(tx: Tx, row: HandoverRow): Promise<void> {
  await deleteHandover(tx, row.customer_id);
  await tables(tx).insertInto("ownership_handover").values(row).execute();
}

/** Deletes the handover of a company. Returns whether there was one. */
export async function deleteHandover(tx: Tx, customerId: string): Promise<boolean> {
  const result = await tables(tx)
    .deleteFrom("ownership_handover")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Deletes the handover of a company and those that some people asked for, and returns them. */
export async function takeHandoversOf(
  tx: Tx,
  { customerId, personIds }: { readonly customerId: string; readonly personIds: readonly string[] },
): Promise<HandoverRow[]> {
  const { rows } = await sql<HandoverRow>`
    delete from ownership_handover where customer_id = ${customerId} or from_id in (
      select id from membership where person_id = any(${[...personIds]}::uuid[])
    ) returning *`.execute(tx);
  return rows;
}

/** Finds the handover of a company that waits for a member. */
export function findHandoverTo(
  tx: Tx,
  membershipId: string,
  now: Date,
): Promise<HandoverRow | undefined> {
  return tables(tx)
    .selectFrom("ownership_handover")
    .selectAll()
    .where("to_id", "=", membershipId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

export async function deleteExpiredHandovers(tx: Tx, now: Date): Promise<void> {
  await tables(tx).deleteFrom("ownership_handover").where("expires_at", "<=", now).execute();
}
