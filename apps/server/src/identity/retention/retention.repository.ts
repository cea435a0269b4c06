import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/**
 * Deletes up to `limit` conversations that have had no message since a given time. Returns how many
 * were deleted.
 */
export async function forgetConversations(
  tx: Tx,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select forget_conversations(${before}, ${now}, ${limit}) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Deletes up to `limit` documents from cases that were decided before a given time. */
export async function forgetDocuments(
  tx: Tx,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select forget_documents(${before}, ${now}, ${limit}) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Replaces up to `limit` emails each in invitations of operators, and in proposals for them, that
 * ended before a given time. Resolves to the larger of the two numbers replaced.
 */
export async function forgetInvitees(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select forget_invitees(${before}, ${limit}) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Deletes the payers of up to `limit` bank transfers that last changed before a given time. Returns
 * the number of transfers.
 */
export async function forgetBankPayers(
  tx: Tx,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select forget_bank_payers(${before}, ${limit}) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Deletes records of operators viewing customers, if they are older than a given time. */
export async function forgetViews(tx: Tx, before: Date): Promise<void> {
  await sql`delete from customer_view where viewed_at < ${before}`.execute(tx);
}

/** Deletes sandbox emails older than a given time. */
export async function forgetSandboxMails(tx: Tx, before: Date): Promise<void> {
  await sql`delete from sandbox_mail where sent_at < ${before}`.execute(tx);
}

/** Deletes the emailed “not me” links that expired before a given time. */
export async function forgetAlarms(tx: Tx, now: Date): Promise<void> {
  await sql`delete from withdrawal_alarm where expires_at < ${now}`.execute(tx);
}
