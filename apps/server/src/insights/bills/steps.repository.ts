import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { BillsTables } from "./bills.tables.ts";

/** Something that happened to a movement after it was made. */
export interface StepRow {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly data: Readonly<Record<string, unknown>>;
  readonly event_at: Date;
}

/** How a movement was when it was made. */
export interface BirthRow {
  readonly status: string;
  readonly amount: bigint;
}

/** The steps of a movement, first one first. */
export function selectSteps(tx: Tx, parentId: string): Promise<StepRow[]> {
  return (
    tx
      .withTables<BillsTables>()
      .selectFrom("ledger.movement")
      .select(["id", "kind", "status", "amount", "currency", "data", "event_at"])
      .where("parent_id", "=", parentId)
      .orderBy("event_at")
      // Two steps of one message happen at the same moment.
      .orderBy("created_at")
      .orderBy("id")
      .execute()
  );
}

export function selectBirth(tx: Tx, id: string): Promise<BirthRow> {
  return tx
    .withTables<BillsTables>()
    .selectFrom("ledger.movement")
    .select(["status", "amount"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Posted balances of a customer's card and account right after a movement and its steps. */
export async function selectBalancesAfter(
  tx: Tx,
  id: string,
): Promise<readonly { kind: string; posted: bigint }[]> {
  const { rows } = await sql<{ kind: string; posted: bigint }>`
    select distinct on (a.kind) a.kind, m.touched[i + 1] as posted
    from ledger.movement m
      cross join lateral generate_series(1, cardinality(m.touched), 3) i
      join ledger.account a on a.id = m.touched[i]
    where (m.id = ${id} or m.parent_id = ${id}) and a.kind in ('card', 'account')
    order by a.kind, m.created_at desc, m.id desc`.execute(tx);
  return rows;
}
