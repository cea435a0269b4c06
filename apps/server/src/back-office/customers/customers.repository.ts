import type { CustomerFilter as Standing } from "@tessera/contract/back-office/customers.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { ClosingState } from "@tessera/contract/identity/account-closing.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { PROGRAM_ID } from "../../platform/ids.ts";
import type { CustomerSearch } from "./customer-search.policy.ts";
import { tables } from "./customers.tables.ts";

/** A customer as shown in a list. */
export interface CustomerRow {
  readonly id: string;
  readonly person_id: string;
  /** A person's username, or a company's name. */
  readonly username: string;
  readonly is_company: boolean;
  /** Of a company's owner, like the person. */
  readonly email: string;
  readonly locale: Locale;
  readonly suspended_at: Date | null;
  readonly created_at: Date;
  readonly stopped_at: Date | null;
  /** Number of cards that are not closed. */
  readonly card_count: bigint;
  readonly closing: ClosingState | null;
}

/** Specifies which customers a page contains, newest first. */
export interface CustomerFilter {
  /** If absent, no search is applied. */
  readonly search?: CustomerSearch;
  readonly status?: Standing;
  /** Id of the last customer on the previous page. */
  readonly after?: string;
  readonly limit: number;
}

function customers(tx: Tx) {
  return tables(tx)
    .selectFrom("customer as c")
    .innerJoinLateral(
      // With its own limit, so that it is looked up for each row and never read as a whole.
      (of) =>
        of
          .selectFrom("customer_contact as one")
          .select(["one.person_id", "one.name", "one.email", "one.locale", "one.is_company"])
          .whereRef("one.customer_id", "=", "c.id")
          .limit(sql.lit(1))
          .as("p"),
      (join) => join.onTrue(),
    )
    .select(["c.id", "p.person_id", "p.name as username", "p.email", "p.locale", "p.is_company"])
    .select(["c.suspended_at", "c.created_at"])
    .select((row) =>
      row
        .selectFrom("security_hold as h")
        .select("h.began_at")
        .whereRef("h.customer_id", "=", "c.id")
        .where("h.lifted_at", "is", null)
        .$asScalar()
        .as("stopped_at"),
    )
    .select((row) =>
      row
        .selectFrom("card")
        .select((card) => card.fn.countAll<bigint>().as("count"))
        .whereRef("card.customer_id", "=", "c.id")
        .where("card.status", "<>", "closed")
        .$asScalar()
        .$notNull()
        .as("card_count"),
    )
    .select(
      sql<ClosingState | null>`(select case when a.closed_at is not null then 'closed'
          when a.settling_at is not null then 'settling' else 'cooling' end
        from account_closing a where a.customer_id = c.id and a.cancelled_at is null)`.as(
        "closing",
      ),
    );
}

/**
 * Selects the customers with a closing status. There are very few of them, so they are read as a
 * set.
 */
function closingSet(status: "closing" | "closed" | "unclaimed") {
  const isEnded = status === "closing" ? sql`is null` : sql`is not null`;
  const holdsMoney =
    status === "unclaimed"
      ? sql`and exists (select from ledger.account one
          join ledger.balance b on b.account_id = one.id
          where one.customer_id = a.customer_id and one.kind = 'account' and b.posted > 0)`
      : sql``;
  return sql<string>`(select a.customer_id from account_closing a
    where a.cancelled_at is null and a.closed_at ${isEnded} ${holdsMoney})`;
}

function isClosingFilter(status: Standing | undefined) {
  return status === "closing" || status === "closed" || status === "unclaimed" ? status : undefined;
}

function pageOf(tx: Tx, { status, after, limit }: CustomerFilter) {
  const closing = isClosingFilter(status);
  return customers(tx)
    .$if(status === "active" || status === "suspended", (query) =>
      query.where("c.suspended_at", status === "suspended" ? "is not" : "is", null),
    )
    .$if(status === "stopped", (query) =>
      // Read as a set through its index, since very few customers are on hold.
      query.where("c.id", "in", (held) =>
        held.selectFrom("security_hold").select("customer_id").where("lifted_at", "is", null),
      ),
    )
    .$if(closing !== undefined, (query) =>
      query.where("c.id", "in", closingSet(closing ?? "closing")),
    )
    .$if(after !== undefined, (query) => query.where("c.id", "<", after ?? ""))
    .orderBy("c.id", "desc")
    .limit(limit);
}

/**
 * The last Unicode character. Every text with a given prefix sorts between that prefix and the
 * prefix followed by this character.
 */
const LAST = "\u{10ffff}";

/** Returns a condition on the status of the customer in `customer_id`. */
function standingIs(status: CustomerFilter["status"]) {
  switch (status) {
    case undefined:
      return sql`true`;
    case "stopped":
      return sql`customer_id in (select h.customer_id from security_hold h
        where h.lifted_at is null)`;
    case "closing":
    case "closed":
    case "unclaimed":
      return sql`customer_id in ${closingSet(status)}`;
    default:
      return sql`exists (select from customer one where one.id = customer_id
        and one.suspended_at is ${status === "suspended" ? sql`not null` : sql`null`})`;
  }
}

/**
 * Selects customers whose username or email, or whose name as a company, has a prefix. The
 * condition is a range that can use an index in any plan, and it is applied before any join.
 * Otherwise, the planner might scan all customers, expecting to find enough matches early.
 */
function beginning(
  tx: Tx,
  filter: CustomerFilter,
  column: "username" | "email" | "company",
  text: string,
) {
  const { status, after, limit } = filter;
  const name = column === "company" ? sql`lower(name)` : sql.ref(column);
  const table = sql.table(column === "company" ? "company" : "person");
  const isWanted = standingIs(status);
  return pageOf(tx, filter).where(
    "c.id",
    "in",
    sql<string>`(with found as materialized (
      select customer_id from ${table}
      where customer_id is not null and ${name} ~>=~ ${text} and ${name} ~<~ ${text + LAST}
    ), page as materialized (
      select customer_id from found
      where ${after === undefined ? sql`true` : sql`customer_id < ${after}`} and ${isWanted}
      order by customer_id desc limit ${sql.lit(limit)}
    ) select customer_id from page)`,
  );
}

/** Selects the customer who owns the object with a given id. */
function ownerOf(tx: Tx, filter: CustomerFilter, table: "card" | "ledger.movement", id: string) {
  return pageOf(tx, filter).where("c.id", "=", (query) =>
    query.selectFrom(table).select("customer_id").where("id", "=", id),
  );
}

/**
 * Returns one query for each meaning of a search text. Separate queries can each use an index; a
 * combined query would not.
 */
export function searchQueries(tx: Tx, filter: CustomerFilter) {
  const { search } = filter;
  if (search === undefined) {
    return [pageOf(tx, filter)];
  }
  const { begins, last4, id } = search;
  const uuidOf = (kind: "cus" | "card" | "mov") =>
    id === undefined || (id.of !== undefined && id.of !== kind) ? [] : [id.uuid];
  return [
    ...(begins === undefined
      ? []
      : (["username", "email", "company"] as const).map((column) =>
          beginning(tx, filter, column, begins),
        )),
    ...(last4 === undefined
      ? []
      : [
          pageOf(tx, filter).where("c.id", "in", (query) =>
            query.selectFrom("card").select("customer_id").where("last4", "=", last4),
          ),
        ]),
    ...uuidOf("cus").map((uuid) => pageOf(tx, filter).where("c.id", "=", uuid)),
    ...uuidOf("card").map((uuid) => ownerOf(tx, filter, "card", uuid)),
    ...uuidOf("mov").map((uuid) => ownerOf(tx, filter, "ledger.movement", uuid)),
  ];
}

/**
 * Selects a page of customers that match any meaning of a search, newest first, without duplicates.
 */
export async function selectCustomers(tx: Tx, filter: CustomerFilter): Promise<CustomerRow[]> {
  const found = await Promise.all(searchQueries(tx, filter).map((query) => query.execute()));
  const byId = new Map(found.flat().map((row) => [row.id, row]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, filter.limit);
}

/**
 * Finds the customer that a movement belongs to, and returns the customer's UUID; undefined for a
 * movement of the program.
 */
export async function findMovementOwner(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom("ledger.movement")
    .select("customer_id")
    .where("id", "=", id)
    .where("customer_id", "<>", PROGRAM_ID)
    .executeTakeFirst();
  return row?.customer_id;
}

export function selectCustomer(tx: Tx, id: string): Promise<CustomerRow | undefined> {
  return customers(tx).where("c.id", "=", id).executeTakeFirst();
}

/** Counts a customer's cards by status. */
export function countCards(
  tx: Tx,
  customerId: string,
): Promise<{ status: "active" | "frozen" | "closing" | "closed"; count: bigint }[]> {
  return tables(tx)
    .selectFrom("card")
    .select((card) => ["status", card.fn.countAll<bigint>().as("count")])
    .where("customer_id", "=", customerId)
    .groupBy("status")
    .execute();
}

/**
 * Records that an operator viewed a customer, unless a view has already been recorded since
 * `unlessSince`.
 *
 * @returns whether the view was recorded by this call
 */
export async function noteView(
  tx: Tx,
  view: {
    readonly operatorId: string;
    readonly customerId: string;
    readonly now: Date;
    readonly unlessSince: Date;
  },
): Promise<boolean> {
  const { operatorId, customerId, now, unlessSince } = view;
  const { numAffectedRows } = await sql`
    insert into customer_view (operator_id, customer_id, viewed_at)
    values (${operatorId}, ${customerId}, ${now})
    on conflict (operator_id, customer_id) do update set viewed_at = excluded.viewed_at
    where customer_view.viewed_at <= ${unlessSince}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns when an operator's latest view of a customer was recorded. */
export async function lastView(
  tx: Tx,
  { operatorId, customerId }: { readonly operatorId: string; readonly customerId: string },
): Promise<Date | undefined> {
  const row = await tables(tx)
    .selectFrom("customer_view")
    .select("viewed_at")
    .where("operator_id", "=", operatorId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.viewed_at;
}
