import type { Locale } from "@tessera/contract/errors/locales";
import type { Role } from "@tessera/contract/identity/accounts.schemas";
import { type Insertable, sql } from "kysely";
import { type AccountsTables, tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { Directory } from "../../platform/directory/directory.ts";
import { findOwnClosing, isClosed } from "./account-closings.repository.ts";
import { moveNamesAside } from "./copied-names.repository.ts";
import { isReservedUsername } from "./username.policy.ts";

/** A person who can sign in. */
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
  /** Whether the account was closed at the owner's request. */
  readonly isClosed: boolean;
  readonly hasSecondFactor: boolean;
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
      row
        .or([
          row("customer.suspended_at", "is not", null),
          row("person.suspended_at", "is not", null),
        ])
        .as("isSuspended"),
      sql<boolean>`exists (select from account_closing closing
        where closing.customer_id = person.customer_id and closing.closed_at is not null)`.as(
        "isClosed",
      ),
      sql<boolean>`exists (select from totp_factor where person_id = person.id)
        or exists (select from passkey where person_id = person.id)`.as("hasSecondFactor"),
    ])
    .$castTo<Person>();
}

/**
 * Finds a person by username or email, ignoring case. Usernames contain no `@`, so the two never
 * conflict. Finds neither removed operators nor those who sign in in another cell.
 */
export function findPersonByName(tx: Tx, name: string): Promise<Person | undefined> {
  const column = name.includes("@") ? "person.email" : "person.username";
  return people(tx)
    .where(column, "=", name.toLowerCase())
    .where("person.removed_at", "is", null)
    .where("person.home_cell", "is", null)
    .executeTakeFirst();
}

export function findPerson(tx: Tx, id: string): Promise<Person | undefined> {
  return people(tx).where("person.id", "=", id).executeTakeFirst();
}

/**
 * Returns whether a person may still sign in with the password that was just checked. A lock keeps
 * the result valid until the transaction ends: a concurrent reset or suspension either commits
 * first or waits.
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
    .where("suspended_at", "is", null)
    .where("removed_at", "is", null)
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
  // This is a separate statement because the previous one may have waited for an account closure to
  // commit.
  return customer !== undefined && !isClosed(await findOwnClosing(tx, person.customerId));
}

/**
 * Returns whether an operator still has a role. A lock keeps the result valid until the transaction
 * ends: a concurrent change to the operator's access either commits first, or waits and then sees
 * what this transaction wrote.
 */
export async function holdRole(tx: Tx, personId: string, role: Role): Promise<boolean> {
  const held = await tables(tx)
    .selectFrom("person")
    .select("id")
    .where("id", "=", personId)
    .where("role", "=", role)
    .where("suspended_at", "is", null)
    .where("removed_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Adds a person and their names. Returns false if the email or the username is taken, in any cell,
 * or reserved.
 */
export async function insertPerson(
  directory: Directory,
  tx: Tx,
  person: Omit<Person, "isSuspended" | "isClosed" | "hasSecondFactor"> & {
    readonly inviterId: string | null;
  },
): Promise<boolean> {
  const { id, username, email } = person;
  if (isReservedUsername(username) || !(await directory.claim(tx, id, { username, email }))) {
    return false;
  }
  const row = {
    id,
    customer_id: person.customerId,
    username,
    email,
    role: person.role,
    password_hash: person.passwordHash,
    locale: person.locale,
    created_at: person.createdAt,
    security_changed_at: null,
    password_reset_at: null,
    invited_by_id: person.inviterId,
  };
  const isInserted =
    (await insertRow(tx, row)) ||
    ((await moveNamesAside(tx, { username, email }, id)) && (await insertRow(tx, row)));
  if (!isInserted) {
    await directory.release(tx, id, ["username", "email"]);
  }
  return isInserted;
}

/** Inserts a row. Returns false if somebody in this cell has one of the names. */
async function insertRow(tx: Tx, row: Insertable<AccountsTables["person"]>): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("person")
    .values(row)
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

export async function setPassword(
  tx: Tx,
  personId: string,
  change: {
    readonly passwordHash: string;
    readonly now: Date;
    /**
     * Whether the change was authorized by an emailed code rather than by the previous password.
     */
    readonly isReset: boolean;
  },
): Promise<void> {
  const { passwordHash, now, isReset } = change;
  await tables(tx)
    .updateTable("person")
    .set({
      password_hash: passwordHash,
      security_changed_at: now,
      ...(isReset && { password_reset_at: now }),
    })
    .where("id", "=", personId)
    .execute();
}

/**
 * Records that a person's factors changed. A concurrent sign-in that completes after this
 * transaction is guaranteed to see the change.
 */
export async function noteSecurityChange(tx: Tx, personId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable("person")
    .set({ security_changed_at: now })
    .where("id", "=", personId)
    .execute();
}

/** Returns a person's role in the program, or undefined for an unknown person. */
export async function roleOf(tx: Tx, personId: string): Promise<Role | undefined> {
  const row = await tables(tx)
    .selectFrom("person")
    .select("role")
    .where("id", "=", personId)
    .executeTakeFirst();
  return row?.role;
}

/** Returns whether a customer is suspended, and locks that state until the transaction ends. */
export async function isCustomerSuspended(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom("customer")
    .select("suspended_at")
    .where("id", "=", customerId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && row.suspended_at !== null;
}

/** Returns whether a customer is suspended right now, without taking a lock. */
export async function isSuspendedNow(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom("customer")
    .select("id")
    .where("id", "=", customerId)
    .where("suspended_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
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

/**
 * Returns the person whose own account a customer is. A company is nobody's own account, so the
 * list is empty for one.
 */
export async function peopleOfCustomer(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom("person")
    .select("id")
    .where("customer_id", "=", customerId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects the addresses and languages of active operators who have one of the given roles. */
export async function findOperatorAddresses(
  tx: Tx,
  roles: readonly Exclude<Role, "customer">[],
): Promise<Pick<Person, "email" | "locale">[]> {
  return tables(tx)
    .selectFrom("person")
    .select(["email", "locale"])
    .where("customer_id", "is", null)
    .where("role", "in", roles)
    .where("suspended_at", "is", null)
    .where("removed_at", "is", null)
    .execute();
}

/** Lists the user ids of active operators who have one of the given roles. */
export async function findOperatorIds(tx: Tx, roles: readonly Role[]): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom("person")
    .select("id")
    .where("customer_id", "is", null)
    .where("role", "in", roles)
    .where("suspended_at", "is", null)
    .where("removed_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}
