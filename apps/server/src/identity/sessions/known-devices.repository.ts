import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** The digits of a record's name that tell its time. */
const MS_DIGITS = 12;

/** When a person signed in last, as the record has it; undefined where they never did. */
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

/** Finds when each of some people signed in last; those who never did are absent. */
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

/** Whether a person signed in with the browser of a mark before, as the record has it. */
export async function hasSignedInOn(tx: Tx, personId: string, mark: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from ledger.audit where action = 'signed_in' and actor = ${personId}
        and data ->> 'deviceMark' = ${mark}
    ) as found`.execute(tx);
  return rows[0]?.found === true;
}
