import { type Insertable, sql } from "kysely";
import type { SpendingWindows } from "../../authorization/decision/index.ts";
import type { CardRow, CardStandingRow, CardsTables } from "../../db/tables/cards.tables.ts";
import type { Tx } from "../../platform/context.ts";
import { keyset } from "../../platform/paging/keyset.ts";
import type { Place, Seek } from "../../platform/paging/pages.ts";

/** A card with its balances and its spending for one day and one month. */
export interface CardStanding extends CardStandingRow {
  spent_day_minor: bigint;
  spent_month_minor: bigint;
  /** What the card drew on the account in the day, fees included. */
  drawn_day_minor: bigint;
  /** What the merchants to keep paid drew in the day under their own ceiling, fees included. */
  keep_alive_day_minor: bigint;
  /** The number of payments made by a single-use card or one of a mandate. */
  uses: bigint;
  replaced_by: string | null;
  /** For a closing card, when its closure began and how many payments it is waiting for. */
  closing_since: Date | null;
  pending_payments: bigint;
  /** The load fee for its card product; null if the published fee applies. */
  own_deposit_basis_points: number | null;
  /** The issuer that stores the PAN; null if Tessera does. */
  number_at: "stripe" | null;
  /** The revision of the program's rules, which apply to payments with any card. */
  programme_revision: number;
}

const PROGRAM_REVISION = sql<number>`(select max(revision) from programme_rule_version)`;

/** Counted only for closing cards, which wait for their pending payments to end. */
const PENDING_PAYMENTS = sql<bigint>`case when card.status = 'closing' then (
    select count(*) from ledger.movement_state payment
    where payment.customer_id = card.customer_id and payment.card_id = card.id
      and payment.kind = 'purchase' and payment.status = 'processing'
  ) else 0 end`;

function standings(tx: Tx, windows: SpendingWindows) {
  return tx
    .withTables<CardsTables>()
    .selectFrom("card_standing as card")
    .leftJoin("ledger.counter as day", (join) =>
      join.onRef("day.subject", "=", "card.id").on("day.time_window", "=", windows.day),
    )
    .leftJoin("ledger.counter as month", (join) =>
      join.onRef("month.subject", "=", "card.id").on("month.time_window", "=", windows.month),
    )
    .leftJoin("ledger.counter as drawn", (join) =>
      join
        .onRef("drawn.subject", "=", "card.id")
        .on("drawn.time_window", "=", windows.draw)
        .on("card.draw_daily_minor", "is not", null),
    )
    .leftJoin("ledger.counter as kept", (join) =>
      join
        .onRef("kept.subject", "=", "card.id")
        .on("kept.time_window", "=", windows.keepAlive)
        .on("card.keep_alive_daily_minor", "is not", null),
    )
    .leftJoin("ledger.counter as used", (join) =>
      join
        .onRef("used.subject", "=", "card.id")
        .on("used.time_window", "=", "uses")
        .on((eb) =>
          eb.or([eb("card.usage", "=", "single_use"), eb("card.mandate_id", "is not", null)]),
        ),
    )
    .leftJoin("card_replacement as replaced", "replaced.replaced_card_id", "card.id")
    .leftJoin("card_closing as closing", (join) =>
      join.onRef("closing.card_id", "=", "card.id").on("card.status", "=", "closing"),
    )
    .leftJoin("issuer_card as elsewhere", "elsewhere.card_id", "card.id")
    .innerJoin("card_segment as segment", "segment.id", "card.segment_id")
    .selectAll("card")
    .select("segment.deposit_basis_points as own_deposit_basis_points")
    .select(["replaced.card_id as replaced_by", "closing.asked_at as closing_since"])
    .select("elsewhere.issuer as number_at")
    .select((eb) => [
      eb.fn.coalesce("used.count", eb.lit(0)).$castTo<bigint>().as("uses"),
      PENDING_PAYMENTS.as("pending_payments"),
      PROGRAM_REVISION.as("programme_revision"),
      eb.fn.coalesce("day.amount", eb.lit(0)).$castTo<bigint>().as("spent_day_minor"),
      eb.fn.coalesce("month.amount", eb.lit(0)).$castTo<bigint>().as("spent_month_minor"),
      eb.fn.coalesce("drawn.amount", eb.lit(0)).$castTo<bigint>().as("drawn_day_minor"),
      eb.fn.coalesce("kept.amount", eb.lit(0)).$castTo<bigint>().as("keep_alive_day_minor"),
    ]);
}

/** The sort order of the index `card_list`. */
const NEWEST_OPEN_FIRST = [
  { by: sql`(card.status <> 'closed')`, type: "boolean" },
  { by: sql`card.created_at`, type: "timestamptz" },
  { by: sql`card.id`, type: "uuid" },
] as const;

/** Returns a card's position in its customer's list. */
export function placeOfCard({ status, created_at, id }: CardStandingRow): Place {
  return [String(status !== "closed"), created_at.toISOString(), id];
}

/** Filters for a customer's card list. */
interface WantedCards {
  readonly customerId: string;
  /** Limits the list to cards with the tag that has this comparison key. */
  readonly tagKey?: string | undefined;
}

/**
 * Lists a customer's cards, newest first, with closed cards last. Without `seek`, lists all of
 * them.
 */
export async function listStandings(
  tx: Tx,
  { customerId, tagKey }: WantedCards,
  windows: SpendingWindows,
  seek?: Seek,
): Promise<CardStanding[]> {
  const own = standings(tx, windows)
    .where("card.customer_id", "=", customerId)
    .$if(tagKey !== undefined, (query) =>
      query.where(sql<boolean>`card.tag_keys @> array[${tagKey}]::text[]`),
    );
  return keyset(own, NEWEST_OPEN_FIRST, "desc", seek).execute();
}

/**
 * Finds one of a customer's cards, or returns undefined if it is missing or belongs to another
 * customer.
 */
export async function findStanding(
  tx: Tx,
  customerId: string,
  cardId: string,
  windows: SpendingWindows,
): Promise<CardStanding | undefined> {
  return standings(tx, windows)
    .where("card.id", "=", cardId)
    .where("card.customer_id", "=", customerId)
    .executeTakeFirst();
}

/**
 * Selects one of a customer's cards FOR UPDATE. Every transaction that changes a card's state, or
 * relies on it staying unchanged, acquires this lock first.
 */
export async function lockCard(
  tx: Tx,
  customerId: string,
  cardId: string,
): Promise<CardRow | undefined> {
  return tx
    .withTables<CardsTables>()
    .selectFrom("card")
    .selectAll()
    .where("id", "=", cardId)
    .where("customer_id", "=", customerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Selects any customer's card FOR UPDATE, like {@link lockCard}, for operators and jobs. */
export async function lockAnyCard(tx: Tx, cardId: string): Promise<CardRow | undefined> {
  return tx
    .withTables<CardsTables>()
    .selectFrom("card")
    .selectAll()
    .where("id", "=", cardId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type NewCard = Omit<Insertable<CardsTables["card"]>, "frozen_at" | "closed_at" | "status">;

export async function insertCard(tx: Tx, card: NewCard): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .insertInto("card")
    .values({ ...card, status: "active" })
    .execute();
}

/** Sets a locked card's status. */
export async function updateCardStatus(
  tx: Tx,
  cardId: string,
  status: CardRow["status"],
  at: Date,
): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .updateTable("card")
    .set({
      status,
      frozen_at: status === "frozen" ? at : null,
      closed_at: status === "closed" ? at : null,
    })
    .where("id", "=", cardId)
    .execute();
}

/** The settings that a card's owner can change. */
export type CardSettings = Partial<
  Pick<
    CardRow,
    | "schedule"
    | "nickname"
    | "tags"
    | "tag_keys"
    | "own_per_transaction_limit_minor"
    | "own_daily_limit_minor"
    | "own_monthly_limit_minor"
    | "blocks_foreign"
    | "draw_daily_minor"
    | "draw_fee_basis_points"
    | "draw_merchants"
    | "keep_alive_daily_minor"
    | "keep_alive_fee_basis_points"
    | "keep_alive_merchants"
  >
>;

/** Updates a locked card's settings and increments the card's revision. */
export async function updateSettings(
  tx: Tx,
  cardId: string,
  settings: CardSettings,
): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .updateTable("card")
    .set((card) => ({ ...settings, revision: card("revision", "+", 1) }))
    .where("id", "=", cardId)
    .execute();
}
