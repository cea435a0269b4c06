import { databaseErrorKind } from "@tessera/database";
import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { Directory } from "../../platform/directory/directory.ts";
import { moveNamesAside } from "./copied-names.repository.ts";
import { isReservedUsername } from "./username.policy.ts";

/** Returns which of several usernames are reserved or taken in any cell. */
export async function takenUsernames(
  directory: Directory,
  tx: Tx,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await tables(tx)
    .selectFrom("person")
    .select("username")
    .where("username", "in", names)
    .where("home_cell", "is", null)
    .execute();
  const reserved = names.filter(isReservedUsername);
  const listed = await directory.takenUsernames(tx, names);
  return new Set([...reserved, ...listed, ...rows.map(({ username }) => username)]);
}

/** Selects a person's username FOR UPDATE. */
export async function lockUsername(tx: Tx, personId: string): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom("person")
    .select("username")
    .where("id", "=", personId)
    .forUpdate()
    .executeTakeFirst();
  return row?.username;
}

/**
 * Changes a person's username. Returns false if the name is taken or reserved, in which case the
 * transaction has failed and must be rolled back.
 */
export async function setUsername(
  directory: Directory,
  tx: Tx,
  personId: string,
  username: string,
): Promise<boolean> {
  try {
    if (!(await directory.replace(tx, personId, "username", username))) {
      return false;
    }
    await moveNamesAside(tx, { username }, personId);
    await tables(tx).updateTable("person").set({ username }).where("id", "=", personId).execute();
    return true;
  } catch (error) {
    // Only the index can tell, since a concurrent transaction may have just taken the name.
    if (databaseErrorKind(error) === "unique_violation") {
      return false;
    }
    throw error;
  }
}

/**
 * Changes a person's email. Returns false if the address belongs to somebody else, in any cell.
 *
 * @param now time of the security change; undefined if this is not a security change, such as when
 * a change is undone
 */
export async function setEmail(
  directory: Directory,
  tx: Tx,
  personId: string,
  { email, now }: { readonly email: string; readonly now: Date | undefined },
): Promise<boolean> {
  const other = await tables(tx)
    .selectFrom("person")
    .select("id")
    .where("email", "=", email)
    .where("id", "<>", personId)
    .where("home_cell", "is", null)
    .executeTakeFirst();
  if (other !== undefined || !(await directory.replace(tx, personId, "email", email))) {
    return false;
  }
  try {
    await moveNamesAside(tx, { email }, personId);
    await tables(tx)
      .updateTable("person")
      .set({ email, ...(now !== undefined && { security_changed_at: now }) })
      .where("id", "=", personId)
      .execute();
    return true;
  } catch (error) {
    if (databaseErrorKind(error) === "unique_violation") {
      return false;
    }
    throw error;
  }
}
