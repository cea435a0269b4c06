import { sql } from "kysely";
import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { Failures, NetworkTries } from "./sign-in-delay.policy.ts";

/** Keyed hashes of the attempted name and the caller's network. */
export interface SignInPlace {
  readonly nameHash: Buffer;
  readonly networkHash: Buffer;
}

/** Serializes the counting of sign-in attempts with a name. */
export async function lockName(tx: Tx, { nameHash }: SignInPlace): Promise<void> {
  await sql`select pg_advisory_xact_lock(${nameHash.readBigInt64BE()}::bigint)`.execute(tx);
}

/** Finds the sign-in attempts with a name, from one network and from all networks. */
export async function findTries(
  tx: Tx,
  { nameHash, networkHash }: SignInPlace,
): Promise<{ here: NetworkTries | undefined; everywhere: Failures | undefined }> {
  const here = await tables(tx)
    .selectFrom("sign_in_network")
    .select(["failures", "last_at as lastAt", "succeeded_at as succeededAt"])
    .where("name_hash", "=", nameHash)
    .where("network_hash", "=", networkHash)
    .executeTakeFirst();
  const everywhere = await tables(tx)
    .selectFrom("sign_in_failure")
    .select(["failures", "last_at as lastAt"])
    .where("name_hash", "=", nameHash)
    .executeTakeFirst();
  return { here, everywhere };
}

export async function countFailure(tx: Tx, place: SignInPlace, now: Date): Promise<void> {
  await tables(tx)
    .insertInto("sign_in_failure")
    .values({ name_hash: place.nameHash, failures: 1, last_at: now })
    .onConflict((conflict) =>
      conflict
        .column("name_hash")
        .doUpdateSet({ failures: sql`sign_in_failure.failures + 1`, last_at: now }),
    )
    .execute();
  await tables(tx)
    .insertInto("sign_in_network")
    .values({ ...columnsOf(place), failures: 1, last_at: now, succeeded_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(["name_hash", "network_hash"])
        .doUpdateSet({ failures: sql`sign_in_network.failures + 1`, last_at: now }),
    )
    .execute();
}

/** Subtracts a failure that was counted in advance. */
export async function takeBackFailure(tx: Tx, place: SignInPlace): Promise<void> {
  const { nameHash, networkHash } = place;
  await tables(tx)
    .updateTable("sign_in_failure")
    .set({ failures: sql`failures - 1` })
    .where("name_hash", "=", nameHash)
    .where("failures", ">", 1)
    .execute();
  await tables(tx)
    .updateTable("sign_in_network")
    .set({ failures: sql`failures - 1` })
    .where("name_hash", "=", nameHash)
    .where("network_hash", "=", networkHash)
    .where("failures", ">", 0)
    .execute();
}

/** Resets the failures for a name and network, and marks the network as the owner's. */
export async function noteSuccess(tx: Tx, place: SignInPlace, now: Date): Promise<void> {
  await tables(tx).deleteFrom("sign_in_failure").where("name_hash", "=", place.nameHash).execute();
  const values = { failures: 0, last_at: now, succeeded_at: now };
  await tables(tx)
    .insertInto("sign_in_network")
    .values({ ...columnsOf(place), ...values })
    .onConflict((conflict) => conflict.columns(["name_hash", "network_hash"]).doUpdateSet(values))
    .execute();
}

function columnsOf({ nameHash, networkHash }: SignInPlace) {
  return { name_hash: nameHash, network_hash: networkHash };
}

/** Resets a name's failures on all networks. Known networks remain known. */
export async function clearFailures(tx: Tx, nameHash: Buffer): Promise<void> {
  await tables(tx).deleteFrom("sign_in_failure").where("name_hash", "=", nameHash).execute();
  await tables(tx)
    .updateTable("sign_in_network")
    .set({ failures: 0 })
    .where("name_hash", "=", nameHash)
    .execute();
}

/**
 * Deletes failure counts last updated before `failures`, and networks last used before `networks`.
 */
export async function forgetTries(
  tx: Tx,
  before: { readonly failures: Date; readonly networks: Date },
): Promise<void> {
  await tables(tx).deleteFrom("sign_in_failure").where("last_at", "<", before.failures).execute();
  await tables(tx).deleteFrom("sign_in_network").where("last_at", "<", before.networks).execute();
  await tables(tx).deleteFrom("factor_failure").where("last_at", "<", before.failures).execute();
}
