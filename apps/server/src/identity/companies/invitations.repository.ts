import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type InvitationRow, tables } from "./companies.tables.ts";

/** An invitation, with the names that its holder sees. */
export interface InvitationView extends InvitationRow {
  readonly company: string;
  readonly inviter: string;
}

function views(tx: Tx) {
  return tables(tx)
    .selectFrom("membership_invitation as i")
    .innerJoin("company as c", "c.customer_id", "i.customer_id")
    .innerJoin("person as p", "p.id", "i.invited_by")
    .selectAll("i")
    .select(["c.name as company", "p.username as inviter"]);
}

/** Selects the invitations of a company that can still be accepted. */
export function selectOpenInvitations(
  tx: Tx,
  customerId: string,
  now: Date,
): Promise<InvitationView[]> {
  return views(tx)
    .where("i.customer_id", "=", customerId)
    .where("i.expires_at", ">", now)
    .execute();
}

export function findInvitationByToken(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationView | undefined> {
  return views(tx)
    .where("i.token_hash", "=", tokenHash)
    .where("i.expires_at", ">", now)
    .executeTakeFirst();
}

export function findInvitationByKey(
  tx: Tx,
  customerId: string,
  clientKey: string,
): Promise<InvitationView | undefined> {
  return views(tx)
    .where("i.customer_id", "=", customerId)
    .where("i.client_key", "=", clientKey)
    .executeTakeFirst();
}

/** Finds the invitation of an address to a company, also if it has expired. */
export function findInvitationTo(
  tx: Tx,
  customerId: string,
  email: string,
): Promise<InvitationRow | undefined> {
  return tables(tx)
    .selectFrom("membership_invitation")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("email", "=", email)
    .executeTakeFirst();
}

export async function insertInvitation(tx: Tx, row: InvitationRow): Promise<void> {
  await tables(tx).insertInto("membership_invitation").values(row).execute();
}

/**
 * Deletes an invitation and returns it. Of several concurrent calls, one gets it and the others get
 * undefined.
 */
export function takeInvitation(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  return tables(tx)
    .deleteFrom("membership_invitation")
    .where("customer_id", "=", customerId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Withdraws a person's invitations to a company, except for those to roles that they may give. */
export async function withdrawInvitationsBy(
  tx: Tx,
  by: { readonly customerId: string; readonly personId: string },
  mayGive: readonly MemberRole[],
): Promise<void> {
  await tables(tx)
    .deleteFrom("membership_invitation")
    .where("customer_id", "=", by.customerId)
    .where("invited_by", "=", by.personId)
    .$if(mayGive.length > 0, (query) => query.where("role", "not in", mayGive))
    .execute();
}

/** Deletes the invitations to a company and those that some people made, and returns them. */
export async function takeInvitationsOf(
  tx: Tx,
  { customerId, personIds }: { readonly customerId: string; readonly personIds: readonly string[] },
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    delete from membership_invitation
    where customer_id = ${customerId} or invited_by = any(${[...personIds]}::uuid[])
    returning *`.execute(tx);
  return rows;
}

export async function deleteExpiredInvitations(tx: Tx, now: Date): Promise<void> {
  await tables(tx).deleteFrom("membership_invitation").where("expires_at", "<=", now).execute();
}
