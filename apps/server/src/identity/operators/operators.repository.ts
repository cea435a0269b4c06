import type { Locale } from "@tessera/contract/errors/locales";
import type { OperatorRole, OperatorStatus } from "@tessera/contract/identity/operators.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { keyset } from "../../platform/paging/keyset.ts";
import type { Seek } from "../../platform/paging/pages.ts";
import { tables } from "./operators.tables.ts";

/** An operator and their access. */
export interface OperatorRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly locale: Locale;
  readonly created_at: Date;
  readonly suspended_at: Date | null;
  readonly removed_at: Date | null;
  readonly revision: number;
  readonly changed_by: string | null;
  readonly changed_at: Date | null;
  readonly has_factor: boolean;
}

/**
 * Serializes changes to operators' access across all servers. Take this lock before locking any
 * row. Anything you read afterward then remains valid until the commit.
 */
export async function lockOperators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`.execute(tx);
}

function operators(tx: Tx) {
  return tables(tx)
    .selectFrom("person as p")
    .select(["p.id", "p.username", "p.email", "p.role", "p.locale", "p.created_at"])
    .select(["p.suspended_at", "p.removed_at", "p.revision", "p.changed_by", "p.changed_at"])
    .select(
      sql<boolean>`exists (select from totp_factor where person_id = p.id)
        or exists (select from passkey where person_id = p.id)`.as("has_factor"),
    )
    .where("p.customer_id", "is", null)
    .where("p.home_cell", "is", null);
}

const BY_USERNAME = [{ by: sql`p.username`, type: "text" }] as const;

/** Lists a page of operators by username. */
export function selectOperators(
  tx: Tx,
  filter: {
    readonly status?: OperatorStatus | undefined;
    readonly role?: OperatorRole | undefined;
  },
  seek: Seek,
): Promise<OperatorRow[]> {
  const { status, role } = filter;
  const found = operators(tx)
    .$if(role !== undefined, (query) => query.where("p.role", "=", role ?? "auditor"))
    .$if(status === "removed", (query) => query.where("p.removed_at", "is not", null))
    .$if(status === "suspended", (query) =>
      query.where("p.removed_at", "is", null).where("p.suspended_at", "is not", null),
    )
    .$if(status === "active", (query) =>
      query.where("p.removed_at", "is", null).where("p.suspended_at", "is", null),
    );
  return keyset(found, BY_USERNAME, "asc", seek).execute();
}

/** Reads an operator of this cell. Returns undefined for anybody else. */
export function selectOperator(tx: Tx, id: string): Promise<OperatorRow | undefined> {
  return operators(tx).where("p.id", "=", id).executeTakeFirst();
}

/** Reads what determines whether an operator of any cell may act in this one. */
export function selectStanding(
  tx: Tx,
  id: string,
): Promise<(Pick<OperatorRow, "role" | "suspended_at" | "removed_at"> & OfCell) | undefined> {
  return tables(tx)
    .selectFrom("person")
    .select(["role", "suspended_at", "removed_at", "home_cell as homeCell"])
    .where("id", "=", id)
    .where("customer_id", "is", null)
    .executeTakeFirst();
}

/** Reads an operator by username, or by email unless the operator was removed. */
export function selectOperatorByName(tx: Tx, name: string): Promise<OperatorRow | undefined> {
  return operators(tx)
    .where(name.includes("@") ? "p.email" : "p.username", "=", name.toLowerCase())
    .executeTakeFirst();
}

/** Lists all active administrators who act in this cell, of any cell, except one. */
export function selectActiveAdministrators(
  tx: Tx,
  exceptId: string | undefined,
): Promise<(Pick<OperatorRow, "id" | "username" | "email" | "locale"> & OfCell)[]> {
  return tables(tx)
    .selectFrom("person")
    .select(["id", "username", "email", "locale", "home_cell as homeCell"])
    .where("role", "=", "administrator")
    .where("suspended_at", "is", null)
    .where("removed_at", "is", null)
    .$if(exceptId !== undefined, (query) => query.where("id", "<>", exceptId ?? ""))
    .orderBy("username")
    .execute();
}

interface OfCell {
  /** The cell where the operator signs in, if it is another one. */
  readonly homeCell: number | null;
}

/** The operator columns that a change can write. */
export interface OperatorUpdate {
  readonly role: OperatorRole;
  readonly suspended_at: Date | null;
  readonly removed_at: Date | null;
  readonly revision: number;
  readonly changed_by: string;
  readonly changed_at: Date;
}

export async function updateOperator(tx: Tx, id: string, update: OperatorUpdate): Promise<void> {
  await tables(tx)
    .updateTable("person")
    .set(update)
    .where("id", "=", id)
    .where("customer_id", "is", null)
    .execute();
}

/**
 * Replaces a removed operator's email and password, so that neither can be used again. Also
 * replaces the email in invitations of the operator and in proposals for them.
 */
export async function eraseSignIn(tx: Tx, id: string): Promise<void> {
  await sql`select forget_removed_operator(${id}::uuid)`.execute(tx);
  await tables(tx)
    .updateTable("person")
    .set({ password_hash: "removed" })
    .where("id", "=", id)
    .execute();
}
