import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { BillsTables } from "./bills.tables.ts";

/** A step that followed a movement's creation. */
export interface StepRow {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly data: Readonly<Record<string, unknown>>;
  readonly event_at: Date;
}

/** A movement's state when it was created. */
export interface BirthRow {
  readonly status: string;
  readonly amount: bigint;
}

/** Selects the steps of a movement, oldest first. */
export function selectSteps(tx: Tx, parentId: string): Promise<StepRow[]> {
  return (
    tx
      .withTables<BillsTables>()
      .selectFrom("ledger.movement")
      .select(["id", "kind", "status", "amount", "currency", "data", "event_at"])
      .where("parent_id", "=", parentId)
      .orderBy("event_at")
      // Steps from the same message have the same time.
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

/**
 * Selects the posted balances of a customer's card and account immediately after a movement and
 * each of its steps.
 */
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
