import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** Number of hex digits of an audit event's id that encode its time. */
const MS_DIGITS = 12;

/**
 * Returns when a person last signed in, according to the audit log. Returns undefined if they never
 * did.
 */
export async function lastSignInOf(tx: Tx, personId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ ref: string | null }>`
    select max(ref::text) as ref from ledger.audit
    where action = 'signed_in' and actor = ${personId}`.execute(tx);
  const ref = rows[0]?.ref ?? undefined;
  return ref === undefined ? undefined : timeOfRef(ref);
}

function timeOfRef(ref: string): Date {
  return new Date(Number.parseInt(ref.replaceAll("-", "").slice(0, MS_DIGITS), 16));
}

/** Finds when several people last signed in. Omits people who never did. */
export async function lastSignInsOf(
  tx: Tx,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (personIds.length === 0) {
    return new Map();
  }
  const { rows } = await sql<{ actor: string; ref: string }>`
    select actor, max(ref::text) as ref from ledger.audit
    where action = 'signed_in' and actor in (${sql.join(personIds)})
    group by actor`.execute(tx);
  return new Map(rows.map(({ actor, ref }) => [actor, timeOfRef(ref)]));
}

/**
 * Returns whether the audit log contains an earlier sign-in by this person from a browser with the
 * given mark.
 */
export async function hasSignedInOn(tx: Tx, personId: string, mark: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from ledger.audit where action = 'signed_in' and actor = ${personId}
        and data ->> 'deviceMark' = ${mark}
    ) as found`.execute(tx);
  return rows[0]?.found === true;
}
