import { rolesWith } from "@tessera/contract/identity/member-permissions";
import { sql } from "kysely";
import { type AccountsTables, tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { Person } from "./people.repository.ts";

/** The roles in which members are written to about their company, and answer for its security. */
const CONTACT_ROLES = rolesWith("administer");

/**
 * Selects the people who speak for a customer: the person whose account it is, or a company's owner
 * and admins. Whatever concerns a customer goes to them.
 */
function contactsOf(tx: Tx, customerId: string) {
  return tables(tx)
    .selectFrom("person")
    .where("id", "in", (of) =>
      // A union, so that each part uses its index.
      of
        .selectFrom("person as own")
        .select("own.id")
        .where("own.customer_id", "=", customerId)
        .unionAll(
          of
            .selectFrom("membership")
            .select("membership.person_id as id")
            .where("membership.customer_id", "=", customerId)
            .where("membership.role", "in", CONTACT_ROLES),
        ),
    );
}

/** Finds the email addresses of a customer's contacts, each with its language. */
export async function findMailAddresses(
  tx: Tx,
  customerId: string,
): Promise<Pick<Person, "email" | "locale">[]> {
  return contactsOf(tx, customerId).select(["email", "locale"]).orderBy("id").execute();
}

/** Returns the ids of a customer's contacts. */
export async function findContactIds(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await contactsOf(tx, customerId).select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Returns the customers for whom a person speaks: their own account, and companies. */
export async function findCustomersOfContact(tx: Tx, personId: string): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom("person")
    .select("customer_id as id")
    .where("id", "=", personId)
    .unionAll(
      tables(tx)
        .selectFrom("membership")
        .select("customer_id as id")
        .where("person_id", "=", personId)
        .where("role", "in", CONTACT_ROLES),
    )
    .execute();
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** Returns the last time that a person set their password with an emailed code. */
export async function findPasswordReset(tx: Tx, personId: string): Promise<Date | null> {
  const row = await tables(tx)
    .selectFrom("person")
    .select("password_reset_at as at")
    .where("id", "=", personId)
    .executeTakeFirst();
  return row?.at ?? null;
}

async function latest(
  tx: Tx,
  customerId: string,
  column: keyof AccountsTables["person"] & ("security_changed_at" | "password_reset_at"),
): Promise<Date | null> {
  const row = await contactsOf(tx, customerId)
    .select((person) => person.fn.max(column).as("at"))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Returns the last time that any of a customer's contacts changed their password or a factor. */
export function lastSecurityChange(tx: Tx, customerId: string): Promise<Date | null> {
  return latest(tx, customerId, "security_changed_at");
}

/**
 * Returns the last time that any of a customer's contacts set their password with an emailed code.
 */
export function lastPasswordReset(tx: Tx, customerId: string): Promise<Date | null> {
  return latest(tx, customerId, "password_reset_at");
}

/** Finds the names of customers by customer id: a person's username, or a company's name. */
export async function findUsernames(
  tx: Tx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (customerIds.length === 0) {
    return new Map();
  }
  const ids = sql`${[...customerIds]}::uuid[]`;
  const { rows } = await sql<{ id: string; name: string }>`
    select customer_id as id, username as name from person where customer_id = any(${ids})
    union all
    select customer_id, name from company where customer_id = any(${ids})`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
