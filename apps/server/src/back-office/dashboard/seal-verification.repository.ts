import { type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type VerificationRow = Table<"seal_verification">;

function verification(tx: Tx) {
  return tx.withTables<{ seal_verification: VerificationRow }>();
}

/** Reads how far the verification has come. */
export function readVerification(tx: Tx): Promise<Selectable<VerificationRow>> {
  return verification(tx).selectFrom("seal_verification").selectAll().executeTakeFirstOrThrow();
}

/**
 * Claims the verification for this server. Returns false if a server has worked on it within the
 * given time, and may still be at it.
 */
export async function claimVerification(tx: Tx, everySeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update seal_verification set worked_at = clock_timestamp()
    where worked_at <= clock_timestamp() - make_interval(secs => ${everySeconds})
    returning 1`.execute(tx);
  return rows.length === 1;
}

/** Stores progress, and that a server is still at work. */
export async function noteProgress(
  tx: Tx,
  change: Pick<Updateable<VerificationRow>, "verified_to" | "broken_block"> = {},
): Promise<void> {
  await verification(tx)
    .updateTable("seal_verification")
    .set({ ...change, worked_at: sql<Date>`clock_timestamp()` })
    .execute();
}

/** Stores a server's checkpoint that the chain lacks, unless an earlier one is stored already. */
export async function noteMissing(
  tx: Tx,
  { n, hash }: { readonly n: bigint; readonly hash: string },
): Promise<void> {
  await verification(tx)
    .updateTable("seal_verification")
    .set({ missing_block: n, missing_hash: hash })
    .where("missing_block", "is", null)
    .execute();
}

/** Forgets a checkpoint that the chain contains again. */
export async function forgetMissing(tx: Tx): Promise<void> {
  await verification(tx)
    .updateTable("seal_verification")
    .set({ missing_block: null, missing_hash: null })
    .execute();
}

/** Records the first run that finds the log broken. Returns whether this is the first one. */
export async function noteFound(tx: Tx, at: Date): Promise<boolean> {
  const result = await verification(tx)
    .updateTable("seal_verification")
    .set({ found_at: at })
    .where("found_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Records that the log is unbroken. */
export async function noteUnbroken(tx: Tx): Promise<void> {
  await verification(tx)
    .updateTable("seal_verification")
    .set({ found_at: null, broken_block: null })
    .where("found_at", "is not", null)
    .execute();
}
