import type { Tx } from "../database/db.ts";
import type { Table } from "../database/table.ts";

/** The kind of a name that a person signs in with. */
export type NameKind = "username" | "email";

/** A name as stored: its kind and the keyed hash of both. */
export interface NameKey {
  readonly kind: NameKind;
  readonly keyHash: Buffer;
}

/** A page of a list by id. */
export interface ListPage {
  readonly after: string;
  readonly limit: number;
}

/** Whom a name belongs to. */
export interface NamePlace {
  readonly cell: number;
  readonly personId: string;
}

function tables(tx: Tx) {
  return tx.withTables<{ directory_name: Table<"directory_name", { kind: NameKind }> }>();
}

/** Adds names, except those that somebody has. Returns the ones added. */
export async function insertNames(
  tx: Tx,
  keys: readonly NameKey[],
  { cell, personId }: NamePlace,
): Promise<NameKey[]> {
  return tables(tx)
    .insertInto("directory_name")
    .values(
      keys.map(({ kind, keyHash }) => ({ kind, key_hash: keyHash, cell, person_id: personId })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["kind", "key_hash as keyHash"])
    .execute();
}

/** Finds whom names belong to. Omits names that nobody has. */
export async function findNames(
  tx: Tx,
  keys: readonly NameKey[],
): Promise<(NameKey & NamePlace)[]> {
  if (keys.length === 0) {
    return [];
  }
  return tables(tx)
    .selectFrom("directory_name")
    .select(["kind", "key_hash as keyHash", "cell", "person_id as personId"])
    .where(
      "key_hash",
      "in",
      // A hash is of the kind, too. Citus plans a list much faster than conditions joined by `or`.
      keys.map(({ keyHash }) => keyHash),
    )
    .execute();
}

/** Deletes a person's names of the given kinds, except the ones with a hash in `kept`. */
export async function deleteNames(
  tx: Tx,
  personId: string,
  kinds: readonly NameKind[],
  kept: readonly Buffer[] = [],
): Promise<void> {
  await tables(tx)
    .deleteFrom("directory_name")
    .where("person_id", "=", personId)
    .where("kind", "in", kinds)
    .$if(kept.length > 0, (query) => query.where("key_hash", "not in", kept))
    .execute();
}

/** Returns the number of names in a cell. */
export async function countNamesOfCell(tx: Tx, cell: number): Promise<number> {
  const { names } = await tables(tx)
    .selectFrom("directory_name")
    .select(({ fn }) => fn.countAll<string>().as("names"))
    .where("cell", "=", cell)
    .executeTakeFirstOrThrow();
  return Number(names);
}

/** Selects whom the next names of a cell are listed for, after an id. May return an id twice. */
export async function selectListedPeople(
  tx: Tx,
  cell: number,
  { after, limit }: ListPage,
): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom("directory_name")
    .select("person_id as personId")
    .where("cell", "=", cell)
    .where("person_id", ">", after)
    .orderBy("person_id")
    .limit(limit)
    .execute();
  return rows.map(({ personId }) => personId);
}

/** Counts the names that each of these people has. Omits people without names. */
export async function countNames(
  tx: Tx,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (personIds.length === 0) {
    return new Map();
  }
  const rows = await tables(tx)
    .selectFrom("directory_name")
    .select(({ fn }) => ["person_id as personId", fn.countAll<string>().as("names")])
    .where("person_id", "in", personIds)
    .groupBy("person_id")
    .execute();
  return new Map(rows.map(({ personId, names }) => [personId, Number(names)]));
}

/** Selects the numbers of the cells that new customers are opened in. */
export async function selectOpenCells(tx: Tx): Promise<number[]> {
  const rows = await tx
    .withTables<{ cell: Table<"cell"> }>()
    .selectFrom("cell")
    .select("id")
    .where("is_open", "=", true)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
