import type { Role } from "@tessera/contract/identity/accounts.schemas";
import { sql } from "kysely";
import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** An authenticator app as stored. */
export interface TotpFactor {
  readonly sealedSecret: Buffer;
  readonly lastStep: bigint;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/**
 * Returns whether a person has a factor besides the password. Recovery codes do not count as a
 * factor.
 */
export async function hasFactor(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from totp_factor where person_id = ${personId})
      or exists (select from passkey where person_id = ${personId}) as found`.execute(tx);
  return rows[0]?.found === true;
}

export function findTotp(tx: Tx, personId: string): Promise<TotpFactor | undefined> {
  return totpOf(tx, personId).executeTakeFirst();
}

/** Selects the authenticator app FOR UPDATE. */
export function lockTotp(tx: Tx, personId: string): Promise<TotpFactor | undefined> {
  return totpOf(tx, personId).forUpdate().executeTakeFirst();
}

function totpOf(tx: Tx, personId: string) {
  return tables(tx)
    .selectFrom("totp_factor")
    .select([
      "sealed_secret as sealedSecret",
      "last_step as lastStep",
      "created_at as createdAt",
      "last_used_at as lastUsedAt",
    ])
    .where("person_id", "=", personId);
}

/** Adds an authenticator app, replacing any existing one. */
export async function putTotp(
  tx: Tx,
  factor: {
    readonly personId: string;
    readonly sealedSecret: Buffer;
    readonly lastStep: bigint;
    readonly isDemo: boolean;
    readonly createdAt: Date;
  },
): Promise<void> {
  const values = {
    sealed_secret: factor.sealedSecret,
    last_step: factor.lastStep,
    is_demo: factor.isDemo,
    created_at: factor.createdAt,
    last_used_at: null,
  };
  await tables(tx)
    .insertInto("totp_factor")
    .values({ person_id: factor.personId, ...values })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(values))
    .execute();
}

export async function noteTotpUse(
  tx: Tx,
  personId: string,
  { step, now }: { readonly step: bigint; readonly now: Date },
): Promise<void> {
  await tables(tx)
    .updateTable("totp_factor")
    .set({ last_step: step, last_used_at: now })
    .where("person_id", "=", personId)
    .execute();
}

/** Removes an authenticator app. Returns whether there was one. */
export async function deleteTotp(tx: Tx, personId: string): Promise<boolean> {
  const result = await tables(tx)
    .deleteFrom("totp_factor")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Stores a secret until its first code is entered, replacing any earlier secret. */
export async function putTotpEnrollment(
  tx: Tx,
  enrollment: {
    readonly sessionId: string;
    readonly sealedSecret: Buffer;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const values = { sealed_secret: enrollment.sealedSecret, expires_at: enrollment.expiresAt };
  await tables(tx)
    .insertInto("totp_enrolment")
    .values({ session_id: enrollment.sessionId, ...values })
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet(values))
    .execute();
}

/** Selects a session's pending secret FOR UPDATE. */
export async function lockTotpEnrollment(
  tx: Tx,
  sessionId: string,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await tables(tx)
    .selectFrom("totp_enrolment")
    .select("sealed_secret")
    .where("session_id", "=", sessionId)
    .where("expires_at", ">", now)
    .forUpdate()
    .executeTakeFirst();
  return row?.sealed_secret;
}

export async function deleteTotpEnrollment(tx: Tx, sessionId: string): Promise<void> {
  await tables(tx).deleteFrom("totp_enrolment").where("session_id", "=", sessionId).execute();
}

/** Finds the demo's authenticator apps and their owners. */
export function findDemoTotps(
  tx: Tx,
): Promise<{ personId: string; username: string; role: Role; sealedSecret: Buffer }[]> {
  return tables(tx)
    .selectFrom("totp_factor")
    .innerJoin("person", "person.id", "totp_factor.person_id")
    .select([
      "person.id as personId",
      "person.username",
      "person.role",
      "totp_factor.sealed_secret as sealedSecret",
    ])
    .where("totp_factor.is_demo", "=", true)
    .orderBy("person.username")
    .execute();
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  personId: string,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await tables(tx).deleteFrom("recovery_code").where("person_id", "=", personId).execute();
  if (codeHashes.length > 0) {
    await tables(tx)
      .insertInto("recovery_code")
      .values(codeHashes.map((code_hash) => ({ person_id: personId, code_hash, used_at: null })))
      .execute();
  }
}

/** Consumes a recovery code. Only one of several concurrent attempts succeeds. */
export async function takeRecoveryCode(
  tx: Tx,
  personId: string,
  { codeHash, now }: { readonly codeHash: Buffer; readonly now: Date },
): Promise<boolean> {
  const result = await tables(tx)
    .updateTable("recovery_code")
    .set({ used_at: now })
    .where("person_id", "=", personId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function countRecoveryCodes(tx: Tx, personId: string): Promise<number> {
  const row = await tables(tx)
    .selectFrom("recovery_code")
    .select((code) => code.fn.countAll<bigint>().as("left"))
    .where("person_id", "=", personId)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return Number(row?.left ?? 0n);
}

/** Selects the number of consecutive wrong codes, FOR UPDATE. */
export async function lockFailures(
  tx: Tx,
  personId: string,
  now: Date,
): Promise<{ readonly failures: number; readonly lastAt: Date }> {
  await tables(tx)
    .insertInto("factor_failure")
    .values({ person_id: personId, failures: 0, last_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tables(tx)
    .selectFrom("factor_failure")
    .select(["failures", "last_at as lastAt"])
    .where("person_id", "=", personId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setFailures(
  tx: Tx,
  personId: string,
  { failures, lastAt }: { readonly failures: number; readonly lastAt: Date },
): Promise<void> {
  await tables(tx)
    .updateTable("factor_failure")
    .set({ failures, last_at: lastAt })
    .where("person_id", "=", personId)
    .execute();
}

export async function deleteFailures(tx: Tx, personId: string): Promise<void> {
  await tables(tx).deleteFrom("factor_failure").where("person_id", "=", personId).execute();
}
