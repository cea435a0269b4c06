import { sql } from "kysely";
import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { Failures, NetworkTries } from "./sign-in-delay.policy.ts";

/** Keyed hashes of what was typed as an account and of the network it was typed in. */
export interface SignInPlace {
  readonly nameHash: Buffer;
  readonly networkHash: Buffer;
}

/** Lets one transaction at a time count what is tried at a name. */
export async function lockName(tx: Tx, { nameHash }: SignInPlace): Promise<void> {
  await sql`select pg_advisory_xact_lock(${nameHash.readBigInt64BE()}::bigint)`.execute(tx);
}

/** What was tried at a name, from one network and from everywhere. */
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

/** Takes one failure back that was counted before anybody knew. */
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

/** Ends a row of failures; the network is one of the owner's from now on. */
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

/** Ends a name's rows of failures everywhere; its owner's networks stay known. */
export async function clearFailures(tx: Tx, nameHash: Buffer): Promise<void> {
  await tables(tx).deleteFrom("sign_in_failure").where("name_hash", "=", nameHash).execute();
  await tables(tx)
    .updateTable("sign_in_network")
    .set({ failures: 0 })
    .where("name_hash", "=", nameHash)
    .execute();
}

/** Forgets failures, and networks that neither failed nor signed in, since their times. */
export async function forgetTries(
  tx: Tx,
  before: { readonly failures: Date; readonly networks: Date },
): Promise<void> {
  await tables(tx).deleteFrom("sign_in_failure").where("last_at", "<", before.failures).execute();
  await tables(tx).deleteFrom("sign_in_network").where("last_at", "<", before.networks).execute();
  await tables(tx).deleteFrom("factor_failure").where("last_at", "<", before.failures).execute();
}
