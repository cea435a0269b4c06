import type { InvitationStatus } from "@tessera/contract/identity/operators.schemas";
import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import { keyset } from "../../../platform/paging/keyset.ts";
import type { Seek } from "../../../platform/paging/pages.ts";
import { type InvitationRow, tables } from "../operators.tables.ts";

const BY_ID = [{ by: sql`id`, type: "uuid" }] as const;

/** Lists a page of invitations, newest first. */
export function selectInvitations(
  tx: Tx,
  { status, now }: { readonly status: InvitationStatus | undefined; readonly now: Date },
  seek: Seek,
): Promise<InvitationRow[]> {
  const stored = status === "expired" ? "waiting" : status;
  const found = tables(tx)
    .selectFrom("operator_invitation")
    .selectAll()
    .$if(stored !== undefined, (query) => query.where("status", "=", stored ?? "waiting"))
    .$if(status === "waiting", (query) => query.where("expires_at", ">", now))
    .$if(status === "expired", (query) => query.where("expires_at", "<=", now));
  return keyset(found, BY_ID, "desc", seek).execute();
}

export async function insertInvitation(tx: Tx, row: InvitationRow): Promise<void> {
  await tables(tx).insertInto("operator_invitation").values(row).execute();
}

/** Reads the invitation sent to an address, unless it was accepted or withdrawn. */
export function findWaitingInvitation(tx: Tx, email: string): Promise<InvitationRow | undefined> {
  return tables(tx)
    .selectFrom("operator_invitation")
    .selectAll()
    .where("email", "=", email)
    .where("status", "=", "waiting")
    .executeTakeFirst();
}

/** Selects an invitation FOR UPDATE. */
export function lockInvitation(tx: Tx, id: string): Promise<InvitationRow | undefined> {
  return tables(tx)
    .selectFrom("operator_invitation")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

function usable(tx: Tx, tokenHash: Buffer, now: Date) {
  return tables(tx)
    .selectFrom("operator_invitation")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("status", "=", "waiting")
    .where("expires_at", ">", now);
}

/** Reads the invitation for a link's token, if it is still valid. */
export function findInvitationByToken(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationRow | undefined> {
  return usable(tx, tokenHash, now).executeTakeFirst();
}

/**
 * Selects the invitation for a link's token FOR UPDATE, if it is still valid. The lock ensures that
 * only one of several concurrent calls can accept the invitation.
 */
export function lockInvitationByToken(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationRow | undefined> {
  return usable(tx, tokenHash, now).forUpdate().executeTakeFirst();
}

export async function updateInvitation(
  tx: Tx,
  id: string,
  change: Partial<InvitationRow>,
): Promise<void> {
  await tables(tx).updateTable("operator_invitation").set(change).where("id", "=", id).execute();
}

/** Withdraws all of an inviter's open invitations. Returns their ids. */
export async function withdrawInvitationsOf(
  tx: Tx,
  inviterId: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<string[]> {
  const rows = await tables(tx)
    .updateTable("operator_invitation")
    .set((row) => ({
      status: "withdrawn",
      revision: row("revision", "+", 1),
      ended_by: by,
      ended_at: at,
    }))
    .where("inviter_id", "=", inviterId)
    .where("status", "=", "waiting")
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
