import type { Role } from "@tessera/contract/accounts/accounts.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { Tx } from "../../platform/context.ts";
import { tables } from "./accounts.tables.ts";

/** Somebody who signs in. */
export interface Person {
  readonly id: string;
  readonly customerId: string | null;
  readonly username: string;
  readonly email: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly locale: Locale;
  readonly createdAt: Date;
  readonly isSuspended: boolean;
}

function people(tx: Tx) {
  return tables(tx)
    .selectFrom("person")
    .leftJoin("customer", "customer.id", "person.customer_id")
    .select((row) => [
      "person.id",
      "person.customer_id as customerId",
      "person.username",
      "person.email",
      "person.role",
      "person.password_hash as passwordHash",
      "person.locale",
      "person.created_at as createdAt",
      row("customer.suspended_at", "is not", null).as("isSuspended"),
    ])
    .$castTo<Person>();
}

/** By username or email, in any case. No username has an `@`, so both never mean two people. */
export function findPersonByName(tx: Tx, name: string): Promise<Person | undefined> {
  const column = name.includes("@") ? "person.email" : "person.username";
  return people(tx).where(column, "=", name.toLowerCase()).executeTakeFirst();
}

export function findPerson(tx: Tx, id: string): Promise<Person | undefined> {
  return people(tx).where("person.id", "=", id).executeTakeFirst();
}

/**
 * Whether a person may still sign in with the password that was just checked, and keeps it so until
 * the transaction ends: a reset or a suspension at the same time comes before it or waits.
 */
export async function holdSignIn(
  tx: Tx,
  person: Pick<Person, "id" | "customerId" | "passwordHash">,
): Promise<boolean> {
  const same = await tables(tx)
    .selectFrom("person")
    .select("id")
    .where("id", "=", person.id)
    .where("password_hash", "=", person.passwordHash)
    .forShare()
    .executeTakeFirst();
  if (same === undefined || person.customerId === null) {
    return same !== undefined;
  }
  const customer = await tables(tx)
    .selectFrom("customer")
    .select("id")
    .where("id", "=", person.customerId)
    .where("suspended_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return customer !== undefined;
}

/** Which of these usernames are taken. */
export async function takenUsernames(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  const rows = await tables(tx)
    .selectFrom("person")
    .select("username")
    .where("username", "in", names)
    .execute();
  return new Set(rows.map(({ username }) => username));
}

/** Adds a person, unless the email or the username is taken; answers whether it did. */
export async function insertPerson(tx: Tx, person: Omit<Person, "isSuspended">): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("person")
    .values({
      id: person.id,
      customer_id: person.customerId,
      username: person.username,
      email: person.email,
      role: person.role,
      password_hash: person.passwordHash,
      locale: person.locale,
      created_at: person.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function insertCustomer(tx: Tx, id: string, createdAt: Date): Promise<void> {
  await tables(tx)
    .insertInto("customer")
    .values({ id, suspended_at: null, created_at: createdAt })
    .execute();
}

export async function setPassword(tx: Tx, personId: string, passwordHash: string): Promise<void> {
  await tables(tx)
    .updateTable("person")
    .set({ password_hash: passwordHash })
    .where("id", "=", personId)
    .execute();
}

export async function setSuspended(
  tx: Tx,
  customerId: string,
  suspendedAt: Date | null,
): Promise<void> {
  await tables(tx)
    .updateTable("customer")
    .set({ suspended_at: suspendedAt })
    .where("id", "=", customerId)
    .execute();
}

export async function peopleOfCustomer(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom("person")
    .select("id")
    .where("customer_id", "=", customerId)
    .execute();
  return rows.map(({ id }) => id);
}
