import type { Locale } from "@tessera/contract/errors/locales";
import type { OperatorFacts } from "../../../platform/cells/vouch.ts";
import type { Tx } from "../../../platform/context.ts";
import type { OperatorUpdate } from "../operators.repository.ts";
import { tables } from "../operators.tables.ts";

/** Cannot be the hash of any password. */
const NO_PASSWORD = "elsewhere";

function copies(tx: Tx) {
  return (
    tables(tx)
      .selectFrom("person")
      .select([
        "id",
        "username",
        "email",
        "locale",
        "role",
        "suspended_at",
        "removed_at",
        "revision",
      ])
      .select(["home_cell as homeCell", "home_inviter_id as inviterId"])
      // All operators have an index of their own.
      .where("customer_id", "is", null)
      .where("home_cell", "is not", null)
  );
}

/** A copy of an operator of another cell. */
export type CopiedOperator = Awaited<ReturnType<typeof selectCopies>>[number];

/** Reads the copy of an operator of another cell. */
export function findCopy(tx: Tx, id: string): Promise<CopiedOperator | undefined> {
  return copies(tx).where("id", "=", id).executeTakeFirst();
}

/** Lists the copies of operators who have not been removed. */
export function selectCopies(tx: Tx) {
  return copies(tx).where("removed_at", "is", null).orderBy("id").execute();
}

/** Lists all copies of the operators of a cell, also of those who were removed. */
export function selectCopiesOf(tx: Tx, homeCell: number) {
  return copies(tx).where("home_cell", "=", homeCell).orderBy("id").execute();
}

/**
 * Gives an operator of this cell a revision that is newer than what other cells know, unless theirs
 * is newer already.
 */
export async function raiseRevision(tx: Tx, id: string, revision: number): Promise<void> {
  await tables(tx)
    .updateTable("person")
    .set({ revision })
    .where("id", "=", id)
    .where("home_cell", "is", null)
    .where("revision", "<", revision)
    .execute();
}

function own(tx: Tx) {
  return tables(tx)
    .selectFrom("person")
    .where("customer_id", "is", null)
    .where("home_cell", "is", null);
}

/**
 * Reads what other cells' records say about an operator of this cell. Undefined if there is no such
 * operator.
 */
export function selectFacts(tx: Tx, id: string) {
  return own(tx)
    .select(["id", "username", "email", "locale", "role", "revision", "invited_by_id as inviterId"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Lists the access of all operators of this cell. */
export function selectOwnStandings(tx: Tx) {
  return own(tx)
    .select(["id", "role", "suspended_at", "removed_at", "revision"])
    .orderBy("id")
    .execute();
}

/**
 * Adds or updates the copy of an operator. Returns false if somebody else has the id, or if the
 * copy is newer.
 */
export async function writeCopy(tx: Tx, facts: OperatorFacts, now: Date): Promise<boolean> {
  const { id, username, email, role, revision, homeCell, inviterId } = facts;
  const locale = facts.locale as Locale;
  const changing = { username, email, role, locale, revision };
  const result = await tables(tx)
    .insertInto("person")
    .values({
      ...{ ...changing, id, customer_id: null, password_hash: NO_PASSWORD, created_at: now },
      ...{ home_cell: homeCell, home_inviter_id: inviterId },
    })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ ...changing, suspended_at: null, removed_at: null })
        .where("person.home_cell", "is not", null)
        .where("person.revision", "<=", revision),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Updates the access in a copy, unless the copy is as new. Returns whether it did. */
export async function updateCopy(
  tx: Tx,
  id: string,
  update: Omit<OperatorUpdate, "changed_by" | "changed_at">,
): Promise<boolean> {
  const result = await tables(tx)
    .updateTable("person")
    .set(update)
    .where("id", "=", id)
    .where("home_cell", "is not", null)
    .where("revision", "<", update.revision)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
