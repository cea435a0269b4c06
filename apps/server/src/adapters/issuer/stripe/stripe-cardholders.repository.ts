import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import type { StripeCardholderRow, StripeCardholdersTables } from "./stripe-cardholders.tables.ts";

/** Finds a customer's cardholder at Stripe, or the pending request to create one. */
export async function findCardholder(
  tx: Tx,
  customerId: string,
): Promise<StripeCardholderRow | undefined> {
  return tx
    .withTables<StripeCardholdersTables>()
    .selectFrom("stripe_cardholder")
    .selectAll()
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/**
 * Acquires the lease for calling Stripe about a customer. Returns undefined while another server
 * holds it.
 */
export async function claimCardholder(
  tx: Tx,
  customerId: string,
  leaseSeconds: number,
): Promise<StripeCardholderRow | undefined> {
  const { rows } = await sql<StripeCardholderRow>`
    insert into stripe_cardholder as holder (customer_id, leased_until)
    values (${customerId}, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
    on conflict (customer_id) do update set leased_until = excluded.leased_until
    where holder.leased_until is null or holder.leased_until < clock_timestamp()
    returning *`.execute(tx);
  return rows[0];
}

/** Releases the lease. */
export async function releaseCardholder(tx: Tx, customerId: string): Promise<void> {
  await tx
    .withTables<StripeCardholdersTables>()
    .updateTable("stripe_cardholder")
    .set({ leased_until: null })
    .where("customer_id", "=", customerId)
    .execute();
}

/** Records that a request to create a cardholder with these facts is about to be sent to Stripe. */
export async function keepAsking(tx: Tx, customerId: string, revision: number): Promise<void> {
  await sql`
    update stripe_cardholder set asked_revision = ${revision}, asked_at = clock_timestamp()
    where customer_id = ${customerId}`.execute(tx);
}

/** Records the cardholder, and the revision of the facts that was sent to Stripe. */
export async function keepTold(
  tx: Tx,
  customerId: string,
  told: { readonly id: string; readonly revision: number },
): Promise<void> {
  await tx
    .withTables<StripeCardholdersTables>()
    .updateTable("stripe_cardholder")
    .set({ stripe_cardholder_id: told.id, told_revision: told.revision })
    .where("customer_id", "=", customerId)
    .execute();
}

/** Records that Stripe refused a revision of the facts, so that it is not sent again. */
export async function keepRefused(tx: Tx, customerId: string, revision: number): Promise<void> {
  await tx
    .withTables<StripeCardholdersTables>()
    .updateTable("stripe_cardholder")
    .set({ refused_revision: revision })
    .where("customer_id", "=", customerId)
    .execute();
}

/** Selects customers whose facts have changed since they were last sent to Stripe. */
export async function selectUntold(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select told.customer_id as "customerId"
    from stripe_cardholder told join card_holder facts using (customer_id)
    where told.stripe_cardholder_id is not null
      and told.told_revision < facts.revision and told.refused_revision < facts.revision
      and (told.leased_until is null or told.leased_until < clock_timestamp())
    order by facts.changed_at limit ${limit}`.execute(tx);
  return rows.map(({ customerId }) => customerId);
}
