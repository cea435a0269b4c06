import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";
import { tables } from "./companies.tables.ts";

/** A company as one of its members sees it. */
export interface OwnCompany {
  readonly customerId: string;
  readonly name: string;
  readonly membershipId: string;
  readonly role: MemberRole;
  readonly joinedAt: Date;
  readonly hasSecondFactor: boolean;
  readonly isSuspended: boolean;
  readonly isClosed: boolean;
  /** The username of the owner who asks the member to become the owner; null if nobody does. */
  readonly handoverFrom: string | null;
  readonly handoverExpiresAt: Date | null;
}

/** Returns SQL for whether the person with an id has a second factor. */
export function hasFactorSql(personId: string) {
  const id = sql.ref(personId);
  return sql<boolean>`(exists (select from totp_factor where person_id = ${id})
    or exists (select from passkey where person_id = ${id}))`;
}

/** Selects the companies that a person is a member of, or only the one with an id. */
export async function selectOwnCompanies(
  tx: Tx,
  person: { readonly personId: string; readonly now: Date; readonly customerId?: string },
): Promise<OwnCompany[]> {
  const { personId, now, customerId } = person;
  const { rows } = await sql<OwnCompany>`
    select m.customer_id as "customerId", c.name, m.id as "membershipId", m.role,
      m.joined_at as "joinedAt", ${hasFactorSql("m.person_id")} as "hasSecondFactor",
      u.suspended_at is not null as "isSuspended",
      exists (select from account_closing a
        where a.customer_id = m.customer_id and a.closed_at is not null) as "isClosed",
      p.username as "handoverFrom",
      case when p.id is not null then h.expires_at end as "handoverExpiresAt"
    from membership m
    join company c on c.customer_id = m.customer_id
    join customer u on u.id = m.customer_id
    left join ownership_handover h on h.to_id = m.id and h.expires_at > ${now}
    left join membership f on f.id = h.from_id
    left join person p on p.id = f.person_id
    where m.person_id = ${personId}
      and ${customerId === undefined ? sql`true` : sql`m.customer_id = ${customerId}`}
    order by lower(c.name), m.customer_id`.execute(tx);
  return rows;
}

export async function countCompaniesOf(tx: Tx, personId: string): Promise<number> {
  const { n } = await tables(tx)
    .selectFrom("membership")
    .select((eb) => eb.fn.countAll<bigint>().as("n"))
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertCompany(tx: Tx, row: Insertable<Table<"company">>): Promise<void> {
  await tables(tx).insertInto("company").values(row).execute();
}

/** Finds the company that a person created under an idempotency key. Returns its customer id. */
export async function findCompanyByKey(
  tx: Tx,
  { personId, clientKey }: { readonly personId: string; readonly clientKey: string },
): Promise<{ readonly customerId: string; readonly name: string } | undefined> {
  return tables(tx)
    .selectFrom("company")
    .select(["customer_id as customerId", "name"])
    .where("created_by", "=", personId)
    .where("client_key", "=", clientKey)
    .executeTakeFirst();
}

export async function findCompanyName(tx: Tx, customerId: string): Promise<string> {
  const { name } = await tables(tx)
    .selectFrom("company")
    .select("name")
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return name;
}

/** A company, with the handover that waits for its new owner. */
export interface CompanyView {
  readonly customerId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly members: bigint;
  readonly handoverFrom: string | null;
  readonly handoverTo: string | null;
  readonly askedAt: Date | null;
  readonly expiresAt: Date | null;
}

export async function findCompany(
  tx: Tx,
  customerId: string,
  now: Date,
): Promise<CompanyView | undefined> {
  const { rows } = await sql<CompanyView>`
    select c.customer_id as "customerId", c.name, c.created_at as "createdAt",
      (select count(*) from membership m where m.customer_id = c.customer_id) as members,
      f.username as "handoverFrom", t.username as "handoverTo", h.asked_at as "askedAt",
      h.expires_at as "expiresAt"
    from company c
    left join ownership_handover h on h.customer_id = c.customer_id and h.expires_at > ${now}
    left join membership mf on mf.id = h.from_id
    left join person f on f.id = mf.person_id
    left join membership mt on mt.id = h.to_id
    left join person t on t.id = mt.person_id
    where c.customer_id = ${customerId}`.execute(tx);
  return rows[0];
}

/** Returns whether a person owns a company that has not been closed. */
export async function ownsOpenCompany(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from membership m where m.person_id = ${personId} and m.role = 'owner'
      and not exists (select from account_closing a
        where a.customer_id = m.customer_id and a.closed_at is not null)
    limit 1`.execute(tx);
  return rows.length > 0;
}
