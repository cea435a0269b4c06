import { sql } from "kysely";
import type {
  CardFreezeAllRow,
  CardRow,
  CardsTables,
  SetLayer,
} from "../../../db/tables/cards.tables.ts";
import type { Tx } from "../../../platform/context.ts";

/** A card that is frozen or unfrozen along with others. */
export type ManyCard = Pick<CardRow, "id" | "card_account" | "status">;

/** A freeze of all cards, and the number of cards that it still keeps frozen. */
export type FreezeAllState = Omit<CardFreezeAllRow, "card_ids" | "client_key"> & {
  readonly frozen_cards: number;
  readonly still_frozen_cards: number;
};

/**
 * Selects FOR UPDATE, ordered by id, a customer's open cards that have not expired and that their
 * owner has not frozen. Since a replacement has a later id than the card that it replaces,
 * transactions that lock individual cards cannot deadlock with this one.
 *
 * @param month the program's current month, such as `2026-11`
 */
export async function lockUnfrozen(tx: Tx, customerId: string, month: string): Promise<ManyCard[]> {
  const [year = "", monthOfYear = ""] = month.split("-");
  const { rows } = await sql<ManyCard>`
    select id, card_account, status from card
    where customer_id = ${customerId}::uuid and status in ('active', 'frozen')
      and (expiry_year, expiry_month) >= (${Number(year)}::int, ${Number(monthOfYear)}::int)
      and not exists (
        select from card_freeze own where own.card_id = card.id and own.layer = 'customer')
    order by id for no key update of card`.execute(tx);
  return rows;
}

interface OwnerFreeze {
  /** The freeze of all cards that set the layer. */
  readonly freezeAllId: string;
  readonly at: Date;
  readonly actor: string;
}

function idsOf(cards: readonly ManyCard[]): string[] {
  return cards.map(({ id }) => id);
}

/**
 * Adds the owner's layer to locked cards that do not have it. Another transaction may have added
 * the layer while this one waited for the locks.
 *
 * @returns the ids of the cards that the layer was added to
 */
export async function insertOwnerFreezes(
  tx: Tx,
  cards: readonly ManyCard[],
  { freezeAllId, at, actor }: OwnerFreeze,
): Promise<Set<string>> {
  const { rows } = await sql<{ cardId: string }>`
    insert into card_freeze
      (card_id, layer, reason, reason_detail, starts_at, actor, freeze_all_id)
    select card_id, 'customer', 'requested', '{}', ${at}, ${actor}, ${freezeAllId}::uuid
    from unnest(${idsOf(cards)}::uuid[]) as card_id
    on conflict do nothing
    returning card_id as "cardId"`.execute(tx);
  return new Set(rows.map(({ cardId }) => cardId));
}

/** Sets the status of locked cards that are neither closing nor closed. */
export async function updateStatuses(
  tx: Tx,
  cards: readonly ManyCard[],
  status: "active" | "frozen",
  at: Date,
): Promise<void> {
  await sql`
    update card set status = ${status}, frozen_at = ${status === "frozen" ? at : null}
    where id = any(${idsOf(cards)}::uuid[])`.execute(tx);
}

export async function insertFreezeAll(
  tx: Tx,
  call: Pick<CardFreezeAllRow, "id" | "customer_id" | "client_key" | "card_ids" | "frozen_at">,
): Promise<void> {
  await tx.withTables<CardsTables>().insertInto("card_freeze_all").values(call).execute();
}

/** Serializes freezes of all of a customer's cards until the transaction ends. */
export async function lockOwner(tx: Tx, customerId: string): Promise<void> {
  const name = `freeze-all ${customerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

const state = sql<FreezeAllState>`select call.id, call.customer_id, call.frozen_at, call.undone_at,
    call.unfrozen_cards, call.dismissed_at, cardinality(call.card_ids) as frozen_cards,
    (select count(*)::int from card_freeze own where own.freeze_all_id = call.id)
      as still_frozen_cards
  from card_freeze_all call`;

/** Finds the newest freeze of all cards that can be undone and has not been dismissed. */
export async function findCurrent(tx: Tx, customerId: string): Promise<FreezeAllState | undefined> {
  const { rows } = await sql<FreezeAllState>`${state}
    where call.customer_id = ${customerId}::uuid and call.undone_at is null
      and call.dismissed_at is null
      and exists (select from card_freeze own where own.freeze_all_id = call.id)
    order by call.frozen_at desc, call.id desc limit 1`.execute(tx);
  return rows[0];
}

export async function findFreezeAll(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<FreezeAllState | undefined> {
  const { rows } = await sql<FreezeAllState>`${state}
    where call.customer_id = ${customerId}::uuid and call.id = ${id}::uuid`.execute(tx);
  return rows[0];
}

/** Finds the freeze of all cards that was requested with an idempotency key, with its cards. */
export async function findFreezeAllByKey(
  tx: Tx,
  customerId: string,
  clientKey: string,
): Promise<Pick<CardFreezeAllRow, "id" | "card_ids"> | undefined> {
  return tx
    .withTables<CardsTables>()
    .selectFrom("card_freeze_all")
    .select(["id", "card_ids"])
    .where("customer_id", "=", customerId)
    .where("client_key", "=", clientKey)
    .executeTakeFirst();
}

/** Selects FOR UPDATE, ordered by id, the cards that a freeze of all cards still keeps frozen. */
export async function lockFrozenBy(tx: Tx, freezeAllId: string): Promise<ManyCard[]> {
  const { rows } = await sql<ManyCard>`
    select card.id, card.card_account, card.status from card
    join card_freeze own on own.card_id = card.id
    where own.freeze_all_id = ${freezeAllId}::uuid and card.status = 'frozen'
    order by card.id for no key update of card`.execute(tx);
  return rows;
}

/**
 * Deletes, from locked cards, the layers that were set by a freeze of all cards.
 *
 * @returns the remaining layers of each of those cards, by card id
 */
export async function deleteFreezesOf(
  tx: Tx,
  freezeAllId: string,
  cards: readonly ManyCard[],
): Promise<Map<string, readonly SetLayer[]>> {
  const { rows } = await sql<{ cardId: string; left: SetLayer[] }>`
    with lifted as (
      delete from card_freeze
      where freeze_all_id = ${freezeAllId}::uuid and card_id = any(${idsOf(cards)}::uuid[])
      returning card_id
    )
    select lifted.card_id as "cardId", coalesce((
      select array_agg(other.layer) from card_freeze other
      where other.card_id = lifted.card_id and other.layer <> 'customer'), '{}') as left
    from lifted`.execute(tx);
  return new Map(rows.map(({ cardId, left }) => [cardId, left]));
}

export async function endFreezeAll(
  tx: Tx,
  id: string,
  end: { readonly undoneAt: Date; readonly unfrozen: number } | { readonly dismissedAt: Date },
): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .updateTable("card_freeze_all")
    .set(
      "undoneAt" in end
        ? { undone_at: end.undoneAt, unfrozen_cards: end.unfrozen }
        : { dismissed_at: end.dismissedAt },
    )
    .where("id", "=", id)
    .execute();
}
